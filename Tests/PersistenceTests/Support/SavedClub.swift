import Persistence
import PersistenceTestSupport

/// A saved club whose store fails reads on demand. Every object has a name.
final class SavedClub {
    let rows: SharedRows
    let side: Side
    let ids: [String: ManagedObjectID]

    init(_ kind: StoreKind) throws {
        rows = try SharedRows(kind, model: ClubModel.model())
        side = try rows.side()
        ids = try SavedClub.populate(side.context())
    }

    private static func populate(_ context: ManagedObjectContext) throws -> [String: ManagedObjectID] {
        try context.performAndWait {
            let members = context.insertMembers("a", "b", "c", "d")
            let teams = ["t", "u"].map { context.insert("Team", named: $0) }
            let songs = ["1", "2", "3"].map { context.insert("Song", named: $0) }
            let tags = ["x", "y", "z"].map { context.insert("Tag", named: $0) }
            members[0].setValue(teams[0], forKey: "team")
            members[1].setValue(teams[0], forKey: "team")
            members[2].setValue(teams[1], forKey: "team")
            members[0].setValue(songs, forKey: "songs")
            members[1].setValue([songs[2], songs[0]], forKey: "songs")
            members[0].add(tags[0], tags[1], to: "tags")
            members[1].add(tags[1], to: "tags")
            members[0].add(members[1], members[2], to: "friends")
            members[0].setValue(members[3], forKey: "mentor")
            members[1].setValue(members[3], forKey: "mentor")
            members[0].setValue(members[1], forKey: "spouse")
            members[2].add(songs[1], to: "wishes")
            try context.save()
            let all = members + teams + songs + tags
            return Dictionary(
                uniqueKeysWithValues: all.map { ($0.value(forKey: "name") as? String ?? "", $0.objectID) })
        }
    }

    /// The object with a name.
    func object(_ name: String, in context: ManagedObjectContext) -> ManagedObject { context.object(with: ids[name]!) }

    /// The stored rows, one line each.
    func stored() throws -> [String] {
        let context = side.context()
        return try context.performAndWait {
            try ["Member", "Team", "Song", "Tag"].flatMap { name in
                let request = FetchRequest<ManagedObject>(entityName: name)
                request.sortDescriptors = [FetchSortDescriptor(key: "name")]
                return try context.fetch(request).map(\.line)
            }
        }
    }

    /// Changes the club in another context.
    func elsewhere(_ change: (ManagedObjectContext, (String) throws -> ManagedObject) throws -> Void) throws {
        let context = try rows.side().context()
        try context.performAndWait {
            try change(context) { name in
                let entity = self.ids[name]?.entity.name ?? ""
                return try context.object(entity, named: name)
            }
            try context.save()
        }
    }
}

extension ManagedObject {
    /// All visible values of the object, with related objects by name.
    var line: String {
        let relations = entity.relationshipsByName.keys.sorted().map { key in
            if let object = one(key) { return "\(key)=\(object.value(forKey: "name") ?? "nil")" }
            return "\(key)=\(names(key).joined(separator: ","))"
        }
        return "\(entity.name ?? "") \(value(forKey: "name") ?? "nil") " + relations.joined(separator: " ")
    }
}

extension ManagedObjectContext {
    /// The unsaved changes, by object. Reads nothing from the store.
    var pendingLines: [String] {
        let states = [("inserted", insertedObjects), ("updated", updatedObjects), ("deleted", deletedObjects)]
        return states.flatMap { state, objects in objects.map { "\(state) \($0.objectID)" } }.sorted()
    }
}
