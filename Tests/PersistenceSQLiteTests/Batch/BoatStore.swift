import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport

@testable import Persistence
@testable import PersistenceSQLite

/// Boats with owners, berths and tags.
final class BoatStore {
    let folder: TemporaryFolder
    let context: ManagedObjectContext

    init(boats: DeleteRule = .cascadeDeleteRule) throws {
        let (owner, boat) = (EntityDescription(name: "Owner"), EntityDescription(name: "Boat"))
        let (berth, tag) = (EntityDescription(name: "Berth"), EntityDescription(name: "Tag"))
        for entity in [owner, boat, tag] { entity.properties = [AttributeDescription(name: "name", type: .string)] }
        berth.properties = [AttributeDescription(name: "number", type: .integer32)]
        owner.relate(.many("boats", deleteRule: boats), to: boat, .one("owner"))
        boat.relate(.one("berth"), to: berth, .one("boat"))
        boat.relate(.many("tags"), to: tag, .many("boats"))
        folder = try TemporaryFolder()
        let stack = try Stack(
            folder.file(), model: ManagedObjectModel(entities: [owner, boat, berth, tag]),
            options: TrackedStore.tracking)
        context = stack.context()
        let context = context
        try context.performAndWait {
            func insert(_ name: String) -> ManagedObject {
                EntityDescription.insertNewObject(forEntityName: name, into: context)
            }
            let (owner, boat, other) = (insert("Owner"), insert("Boat"), insert("Boat"))
            let (berth, tag) = (insert("Berth"), insert("Tag"))
            boat.setValue(owner, forKey: "owner")
            boat.setValue(berth, forKey: "berth")
            boat.setValue(Set([tag]), forKey: "tags")
            other.setValue(Set([tag]), forKey: "tags")
            try context.save()
        }
    }

    func delete(_ entity: String) throws {
        let request = BatchDeleteRequest(fetchRequest: FetchRequest<ManagedObject>(entityName: entity))
        _ = try context.performAndWait { try context.execute(request) }
    }

    func count(_ table: String) throws -> Int64? {
        try folder.plainConnection().integer("SELECT count(*) FROM \(table)")
    }
}
