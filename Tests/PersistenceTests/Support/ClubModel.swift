import Persistence
import PersistenceTestSupport

/// A model with every kind of relationship: to-one, to-many, ordered, to the same entity, and without an inverse.
enum ClubModel {
    static func model() -> ManagedObjectModel {
        let names = ["Member", "Team", "Song", "Tag"]
        let entities = names.map {
            EntityDescription(name: $0, properties: [AttributeDescription(name: "name", type: .string)])
        }
        let (member, team, song, tag) = (entities[0], entities[1], entities[2], entities[3])
        member.relateToItself(.one("spouse"))
        member.relateToItself(.many("friends"))
        member.relate(.one("mentor"), to: member, .many("pupils"))
        member.relate(.one("team"), to: team, .ordered("members"))
        member.relate(.many("tags"), to: tag, .many("members"))
        member.relate(.ordered("songs"), to: song, .many("fans"))
        member.refer(.one("idol"), to: member)
        member.refer(.many("wishes"), to: song)
        return ManagedObjectModel(entities: entities)
    }

    /// The destination entity of each to-many relationship of a member.
    static let toMany = ["pupils": "Member", "friends": "Member", "tags": "Tag", "songs": "Song", "wishes": "Song"]
}

extension ManagedObjectContext {
    /// Inserts members with these names.
    func insertMembers(_ names: String...) -> [ManagedObject] { names.map { insert("Member", named: $0) } }
}
