import Foundation
import PersistenceTestSupport
import Testing

@testable import Persistence

/// Custom merge policies.
@Suite struct OwnPolicyTests {
    /// B-POL-03
    @Test(arguments: StoreKind.allCases)
    func `a custom merge policy resolves a conflict`(_ kind: StoreKind) throws {
        final class Longest: MergePolicy, @unchecked Sendable {
            override func resolve(optimisticLockingConflicts list: [MergeConflict]) throws {
                for conflict in list {
                    guard let item = conflict.sourceObject as? Item else { continue }
                    let theirs = conflict.cachedSnapshot?["note"] as? String ?? ""
                    if theirs.count > item.note?.count ?? 0 { item.note = theirs }
                }
                try super.resolve(optimisticLockingConflicts: list)
            }
        }
        try withConflict(kind, .cache, names: ["a"]) { context, items, rows in
            context.mergePolicy = Longest(merge: .mergeByPropertyObjectTrump)
            try context.save()
            #expect(items[0].note == "theirs")
            #expect(!context.hasChanges)
            #expect(try rows.side().notes() == ["theirs"])
        }
    }

    /// B-POL-03, SAV-25
    @Test(arguments: StoreKind.allCases)
    func `an object changed by a policy in a failed save is announced again when it changes later`(
        _ kind: StoreKind
    ) throws {
        final class LabellingPolicy: MergePolicy, @unchecked Sendable {
            override func resolve(mergeConflicts list: [Any]) throws {
                for case let conflict as MergeConflict in list {
                    (conflict.sourceObject as? Item)?.box?.label = "labelled"
                }
                try super.resolve(mergeConflicts: list)
            }
        }
        try withConflict(kind, .cache, names: ["a"]) { context, items, _ in
            let box = Box(context: context), other = Item(context: context)
            items[0].box = box
            let hooks = Hooks(context)
            hooks.validate = { _ in if box.label != nil { throw PersistenceError(.validationGeneric, "No.") } }
            context.mergePolicy = LabellingPolicy(merge: .rollback)
            #expect(persistenceError { try context.save() }?.code == .validationGeneric)
            let told = Recorder(.managedObjectContextObjectsDidChange, from: context) { $0.userInfo ?? [:] }
            box.label = "again"
            context.processPendingChanges()
            #expect(told.events.count == 1)
            #expect(other.isInserted)
        }
    }
}
