import Foundation
import PersistenceTestSupport
import Testing

@testable import Persistence

/// Conflicts beyond the truth table: their errors, and the effect of each policy on a whole save.
@Suite struct ConflictTests {
    /// POL-01, POL-02
    @Test func `the error policy is the default, and each of the five policies can be set`() throws {
        let context = ManagedObjectContext(.privateQueue)
        #expect(context.mergePolicy === MergePolicy.error)
        let policies: [MergePolicy] = [
            .error, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
        ]
        for policy in policies {
            context.mergePolicy = policy
            #expect(context.mergePolicy === policy)
        }
        #expect(
            policies.map(\.mergeType) == [
                .error, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
            ])
    }

    /// POL-06, POL-07, B-POL-01, ERR-05
    @Test(arguments: StoreKind.allCases, MergeCase.Level.allCases)
    func `the error policy reports one conflict for each object`(_ kind: StoreKind, _ level: MergeCase.Level) throws {
        try withConflict(kind, level, names: ["a", "b", "c"]) { context, items, rows in
            let error = try #require(persistenceError { try context.save() })
            #expect((error as NSError).domain == "NSCocoaErrorDomain")
            #expect((error as NSError).code == 133_020)
            let records = try #require(error.userInfo["conflictList"] as? [MergeConflict])
            #expect(Set(records.map(\.sourceObject)) == Set(items))
            #expect(records.count == 3)
            #expect(try rows.side().notes() == ["theirs", "theirs", "theirs"])
            #expect(context.updatedObjects == Set(items))
            #expect(items.allSatisfy { $0.note == "ours" })
        }
    }

    /// POL-09, POL-10, POL-08
    @Test(arguments: StoreKind.allCases, MergeCase.Level.allCases)
    func `a merge conflict contains the object and its versions`(_ kind: StoreKind, _ level: MergeCase.Level) throws {
        try withConflict(kind, level, names: ["a"]) { context, items, _ in
            let error = try #require(persistenceError { try context.save() })
            let record = try #require((error.userInfo["conflictList"] as? [MergeConflict])?.first)
            #expect(record.dictionary["object"] as? Item === items[0])
            #expect(record.oldVersionNumber == 1)
            #expect(record.newVersionNumber == 2)
            #expect((record.objectSnapshot == nil) == (level == .store))
            #expect((record.persistedSnapshot == nil) == (level == .cache))
            #expect(record.cachedSnapshot?["note"] as? String == (level == .cache ? "theirs" : "s0"))
        }
    }

    /// POL-16, RFR-11
    @Test(arguments: StoreKind.allCases, MergeCase.Level.allCases)
    func `after a conflict, the application can refresh the object and save again`(
        _ kind: StoreKind, _ level: MergeCase.Level
    ) throws {
        try withConflict(kind, level, names: ["a"]) { context, items, rows in
            #expect(persistenceError { try context.save() }?.code == .merge)
            context.refresh(items[0], mergeChanges: true)
            #expect(items[0].committedValues(forKeys: ["note"])["note"] as? String == "theirs")
            try context.save()
            #expect(try rows.side().notes() == ["ours"])
        }
    }

    /// POL-14, POL-17
    @Test(arguments: StoreKind.allCases, MergePolicyType.allCases)
    func `objects without a conflict are saved under every policy`(_ kind: StoreKind, _ type: MergePolicyType) throws {
        let side = try SharedRows(kind).side()
        let (context, other) = (side.context(), side.context())
        try using(context, other) {
            let items = try context.savedItems("a", "b")
            try other.item(items[1].objectID).name = "theirs"
            try other.save()
            context.mergePolicy = MergePolicy(merge: type)
            items[0].name = "ours"
            try context.save()
            #expect(try side.names() == ["ours", "theirs"])
        }
    }

    /// POL-14
    @Test(arguments: StoreKind.allCases, MergeCase.Level.allCases)
    func `the rollback policy discards the changes only of objects in conflict`(
        _ kind: StoreKind, _ level: MergeCase.Level
    ) throws {
        try withConflict(kind, level, names: ["a"]) { context, items, rows in
            context.mergePolicy = .rollback
            let added = Item(context: context)
            added.note = "new"
            try context.save()
            #expect(items[0].note == "theirs")
            #expect(!context.hasChanges)
            #expect(try rows.side().notes() == ["new", "theirs"])
        }
    }

    /// POL-14
    @Test(arguments: StoreKind.allCases, MergeCase.Level.allCases)
    func `the rollback policy saves updates and deletions that are not in conflict`(
        _ kind: StoreKind, _ level: MergeCase.Level
    ) throws {
        try withConflict(kind, level, names: ["a"]) { context, items, rows in
            context.mergePolicy = .rollback
            let others = try rows.side().context()
            let saved = try others.performAndWait { try others.savedItems("updated", "deleted").map(\.objectID) }
            try context.item(saved[0]).note = "ours"
            context.delete(try context.item(saved[1]))
            try context.save()
            #expect(items[0].note == "theirs")
            #expect(!context.hasChanges)
            #expect(try rows.side().notes() == ["ours", "theirs"])
        }
    }

    /// NTF-08, SAV-13
    @Test(arguments: StoreKind.allCases, MergePolicyType.allCases.filter { $0 != .error })
    func `an object whose values a merge policy changed is announced as refreshed`(
        _ kind: StoreKind, _ type: MergePolicyType
    ) throws {
        let rows = try SharedRows(kind)
        let (context, other) = (try rows.side().context(), try rows.side().context())
        try using(context, other) {
            let items = try context.savedItems("a", "b")
            try other.item(items[0].objectID).note = "theirs"
            try other.save()
            for item in items { item.name = "ours" }
            context.processPendingChanges()
            context.mergePolicy = MergePolicy(merge: type)
            var refreshed: [Set<ManagedObject>] = []
            try observing(.managedObjectContextObjectsDidChange, of: context) { note in
                if let objects = note.userInfo?["refreshed"] as? Set<ManagedObject> { refreshed.append(objects) }
            } _: {
                try context.save()
            }
            #expect(refreshed == [[items[0]]])
        }
    }

    /// SAV-13, TRN-01
    @Test(arguments: StoreKind.allCases, MergePolicyType.allCases.filter { $0 != .error })
    func `a transient value survives a merge`(_ kind: StoreKind, _ type: MergePolicyType) throws {
        let rows = try SharedRows(kind)
        let (context, other) = (try rows.side().context(), try rows.side().context())
        try using(context, other) {
            let item = try context.savedItems("a")[0]
            item.shade = "blue"
            try context.save()
            try other.item(item.objectID).note = "theirs"
            try other.save()
            item.name = "ours"
            context.mergePolicy = MergePolicy(merge: type)
            try context.save()
            #expect(item.shade == "blue")
            #expect(!context.hasChanges)
        }
    }
}
