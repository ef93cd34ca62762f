import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// The notifications that carry IDs instead of objects.
@Suite struct ObjectIDNotificationTests {
    /// The IDs under the keys of a notification.
    private static func ids(_ note: Notification) -> [String: Set<ManagedObjectID>] {
        var result: [String: Set<ManagedObjectID>] = [:]
        for (key, value) in note.userInfo ?? [:] {
            guard let ids = value as? Set<ManagedObjectID>, !ids.isEmpty else { continue }
            result["\(key)"] = ids
        }
        return result
    }

    /// B-NTF-05
    @Test func `the names and keys of notifications with IDs are Core Data's`() {
        #expect(
            ManagedObjectContext.didSaveObjectIDsNotification.rawValue
                == "NSManagedObjectContextDidSaveObjectIDsNotification")
        #expect(
            ManagedObjectContext.didMergeChangesObjectIDsNotification.rawValue
                == "NSManagedObjectContextDidMergeChangesObjectIDsNotification")
        #expect(
            [
                InsertedObjectIDsKey, UpdatedObjectIDsKey, DeletedObjectIDsKey, RefreshedObjectIDsKey,
                InvalidatedObjectIDsKey,
            ] == [
                "inserted_objectIDs", "updated_objectIDs", "deleted_objectIDs", "refreshed_objectIDs",
                "invalidated_objectIDs",
            ])
        #expect(
            Notification.Name.ManagedObjectContextDidMergeChangesObjectIDs
                == ManagedObjectContext.didMergeChangesObjectIDsNotification)
        #expect(
            Notification.Name.ManagedObjectContextDidSaveObjectIDs == ManagedObjectContext.didSaveObjectIDsNotification)
    }

    /// B-NTF-05
    @Test(arguments: StoreKind.allCases)
    func `a save posts the IDs of what it saved, after the objects`(_ kind: StoreKind) throws {
        let stack = try Stack(kind)
        let ids = try stack.coordinator.save("changed", "deleted")
        try stack.withContext { context throws in
            let order = Recorder(nil, from: context) { $0.name.rawValue }
            let notes = Recorder(ManagedObjectContext.didSaveObjectIDsNotification, from: context) { Self.ids($0) }
            context.entry(ids[0]).wind = "new"
            context.delete(context.entry(ids[1]))
            let new = context.insertEntry("new")
            try context.save()
            let expected: [String: Set<ManagedObjectID>] = [
                InsertedObjectIDsKey: [new.objectID], UpdatedObjectIDsKey: [ids[0]], DeletedObjectIDsKey: [ids[1]],
            ]
            #expect(notes.events == [expected])
            #expect(
                order.events.suffix(2) == [
                    "NSManagingContextDidSaveChangesNotification", "NSManagedObjectContextDidSaveObjectIDsNotification",
                ])
        }
    }

    /// B-NTF-05, MRG-02, MRG-04
    @Test(arguments: StoreKind.allCases)
    func `a notification with IDs can be merged on another queue, and the merge is announced with them`(
        _ kind: StoreKind
    ) throws {
        let stack = try Stack(kind)
        let ids = try stack.coordinator.save("changed", "deleted")
        let note = try saving(on: stack) { saver in
            saver.entry(ids[0]).wind = "theirs"
            saver.delete(saver.entry(ids[1]))
        }
        try stack.withContext { context throws in
            let (changed, deleted) = (context.entry(ids[0]), context.entry(ids[1]))
            let merges = Recorder(ManagedObjectContext.didMergeChangesObjectIDsNotification, from: context) {
                Self.ids($0)
            }
            context.mergeChanges(fromContextDidSave: note)
            #expect(changed.wind == "theirs")
            #expect(deleted.isDeleted)
            #expect(merges.events == [[UpdatedObjectIDsKey: [ids[0]], DeletedObjectIDsKey: [ids[1]]]])
            #expect(try #require(SavedChanges(note)).updated == [ids[0]])
        }
    }

    /// B-NTF-05, B-MRG-04
    @Test(arguments: StoreKind.allCases)
    func `an automatic merge is announced, and a save without changes is not merged`(_ kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry()
        let context = stack.context()
        context.automaticallyMergesChangesFromParent = true
        let merges = Recorder(ManagedObjectContext.didMergeChangesObjectIDsNotification, from: context) { Self.ids($0) }
        try stack.change(id) { $0.location = "new" }
        try stack.withContext { try $0.save() }
        context.performAndWait {}
        #expect(merges.events == [[UpdatedObjectIDsKey: [id]]])
    }

    /// The notification with IDs of a save in another context.
    private func saving(on stack: Stack, _ body: (ManagedObjectContext) -> Void) throws -> Notification {
        try stack.withContext { context throws in
            let notes = Recorder(ManagedObjectContext.didSaveObjectIDsNotification, from: context) { $0 }
            body(context)
            try context.save()
            return try #require(notes.events.first)
        }
    }
}
