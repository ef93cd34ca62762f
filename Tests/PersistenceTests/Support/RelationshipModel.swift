import Foundation
import Persistence
import PersistenceTestSupport

/// A model of boats with every kind of relationship and every delete rule, and some mandatory values.
enum RelationshipModel {
    static func model() -> ManagedObjectModel {
        let names = ["Boat", "Engine", "Sailor", "Log", "Berth", "Flag"]
        let entities = names.map {
            EntityDescription(name: $0, properties: [AttributeDescription(name: "name", type: .string)])
        }
        let boat = entities[0]
        boat.relate(.one("engine"), to: entities[1], .one("boat"))
        boat.relate(.many("crew"), to: entities[2], .many("boats"))
        boat.relate(
            .ordered("logs", deleteRule: .cascadeDeleteRule), to: entities[3],
            .one("boat", deleteRule: .cascadeDeleteRule))
        boat.relate(.many("berths", deleteRule: .denyDeleteRule), to: entities[4], .one("boat"))
        boat.relate(.many("flags", deleteRule: .noActionDeleteRule), to: entities[5], .one("boat"))
        return ManagedObjectModel(entities: entities)
    }

    /// A model in which a team needs a captain, and two or three players unless the parameters say otherwise.
    static func team(minCount: Int = 2, isOptional: Bool = true) -> ManagedObjectModel {
        let team = EntityDescription(name: "Team"), player = EntityDescription(name: "Player")
        let players = RelationshipDescription(name: "players", destination: player, toMany: true)
        players.minCount = minCount
        players.isOptional = isOptional
        players.maxCount = 3
        let captain = RelationshipDescription(name: "captain", destination: player, isOptional: false)
        team.properties = [AttributeDescription(name: "name", type: .string), players, captain]
        player.properties = [AttributeDescription(name: "name", type: .string)]
        return ManagedObjectModel(entities: [team, player])
    }
}
