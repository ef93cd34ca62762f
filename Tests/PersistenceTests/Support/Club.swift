import Foundation
import Persistence
import PersistenceSQLite

/// A model with every kind of relationship: to-one and to-many, ordered, to the own entity, and without inverse.
enum Club {
    static func model() -> ManagedObjectModel {
        let member = EntityDescription(name: "Member")
        let team = EntityDescription(name: "Team")
        let song = EntityDescription(name: "Song")
        let tag = EntityDescription(name: "Tag")
        let spouse = RelationshipDescription(name: "spouse", destination: member)
        spouse.setInverse(spouse)
        let mentor = RelationshipDescription(name: "mentor", destination: member)
        let pupils = RelationshipDescription(name: "pupils", destination: member, toMany: true)
        mentor.setInverse(pupils)
        let friends = RelationshipDescription(name: "friends", destination: member, toMany: true)
        friends.setInverse(friends)
        let home = RelationshipDescription(name: "team", destination: team)
        let members = RelationshipDescription(name: "members", destination: member, toMany: true, ordered: true)
        home.setInverse(members)
        let tags = RelationshipDescription(name: "tags", destination: tag, toMany: true)
        let tagged = RelationshipDescription(name: "members", destination: member, toMany: true)
        tags.setInverse(tagged)
        let songs = RelationshipDescription(name: "songs", destination: song, toMany: true, ordered: true)
        let fans = RelationshipDescription(name: "fans", destination: member, toMany: true)
        songs.setInverse(fans)
        let idol = RelationshipDescription(name: "idol", destination: member)
        let wishes = RelationshipDescription(name: "wishes", destination: song, toMany: true)
        member.properties = [name(), spouse, mentor, pupils, friends, home, tags, songs, idol, wishes]
        team.properties = [name(), members]
        song.properties = [name(), fans]
        tag.properties = [name(), tagged]
        return ManagedObjectModel(entities: [member, team, song, tag])
    }

    private static func name() -> AttributeDescription { AttributeDescription(name: "name", type: .string) }

    /// The entity at the other end of each to-many relationship of a member.
    static let toMany = ["pupils": "Member", "friends": "Member", "tags": "Tag", "songs": "Song", "wishes": "Song"]
}

extension ManagedObjectContext {
    /// New members with these names.
    func insertMembers(_ names: String...) -> [ManagedObject] { names.map { insert("Member", named: $0) } }
}

extension ManagedObject {
    /// Adds to, and removes from, a to-many relationship.
    func add(_ objects: ManagedObject..., to key: String) {
        let set = mutableSetValue(forKey: key)
        for object in objects { set.add(object) }
    }

    func drop(_ objects: ManagedObject..., from key: String) {
        let set = mutableSetValue(forKey: key)
        for object in objects { set.remove(object) }
    }
}
