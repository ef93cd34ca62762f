import Foundation
import Persistence

/// A model with every kind of relationship and delete rule around a boat, and some values that are demanded.
enum Harbour {
    static func model() -> ManagedObjectModel {
        let boat = EntityDescription(name: "Boat"), engine = EntityDescription(name: "Engine")
        let sailor = EntityDescription(name: "Sailor"), log = EntityDescription(name: "Log")
        let berth = EntityDescription(name: "Berth"), flag = EntityDescription(name: "Flag")
        let harbour = [boat, engine, sailor, log, berth, flag]
        let name = { AttributeDescription(name: "name", type: .string) }

        let boatEngine = RelationshipDescription(name: "engine", destination: engine)
        let engineBoat = RelationshipDescription(name: "boat", destination: boat)
        let crew = RelationshipDescription(name: "crew", destination: sailor, toMany: true)
        let boats = RelationshipDescription(name: "boats", destination: boat, toMany: true)
        let logs = RelationshipDescription(
            name: "logs", destination: log, toMany: true, ordered: true, deleteRule: .cascadeDeleteRule)
        let logBoat = RelationshipDescription(name: "boat", destination: boat, deleteRule: .cascadeDeleteRule)
        let berths = RelationshipDescription(
            name: "berths", destination: berth, toMany: true, deleteRule: .denyDeleteRule)
        let berthBoat = RelationshipDescription(name: "boat", destination: boat)
        let flags = RelationshipDescription(
            name: "flags", destination: flag, toMany: true, deleteRule: .noActionDeleteRule)
        let flagBoat = RelationshipDescription(name: "boat", destination: boat)
        boatEngine.setInverse(engineBoat)
        crew.setInverse(boats)
        logs.setInverse(logBoat)
        berths.setInverse(berthBoat)
        flags.setInverse(flagBoat)

        boat.properties = [name(), boatEngine, crew, logs, berths, flags]
        engine.properties = [name(), engineBoat]
        sailor.properties = [name(), boats]
        log.properties = [name(), logBoat]
        berth.properties = [name(), berthBoat]
        flag.properties = [name(), flagBoat]
        return ManagedObjectModel(entities: harbour)
    }

    /// A model in which a team needs two or three players and a captain.
    static func team() -> ManagedObjectModel {
        let team = EntityDescription(name: "Team"), player = EntityDescription(name: "Player")
        let players = RelationshipDescription(name: "players", destination: player, toMany: true)
        players.minCount = 2
        players.maxCount = 3
        let captain = RelationshipDescription(name: "captain", destination: player, isOptional: false)
        team.properties = [AttributeDescription(name: "name", type: .string), players, captain]
        player.properties = [AttributeDescription(name: "name", type: .string)]
        return ManagedObjectModel(entities: [team, player])
    }
}

extension ManagedObject {
    /// The names of the objects of a to-many relationship, sorted unless it has an order.
    func names(_ key: String) -> [String] {
        let value = value(forKey: key)
        let named = { (object: ManagedObject) in object.value(forKey: "name") as? String ?? "nil" }
        if let ordered = value as? [ManagedObject] { return ordered.map(named) }
        return (value as? Set<ManagedObject> ?? []).map(named).sorted()
    }

    /// The object of a to-one relationship.
    func one(_ key: String) -> ManagedObject? { value(forKey: key) as? ManagedObject }
}
