import Foundation
import PersistenceTestSupport
import Testing

@testable import Persistence

/// Conflicts with deletions: the row is deleted, and this context changed or deleted its object.
@Suite struct ConflictDeletionTests {
    /// B-POL-02
    @Test(arguments: StoreKind.allCases, MergeCase.Level.allCases)
    func `an object saved over its row's deletion keeps its ID and can be saved again`(
        _ kind: StoreKind, _ level: MergeCase.Level
    ) throws {
        let rows = try SharedRows(kind)
        let side = try rows.side()
        let (context, other) = (side.context(), level == .cache ? side.context() : try rows.side().context())
        let id = try context.performSaving { $0.name = "a" }
        let witness = side.context()
        try using(context, other, witness) {
            let item = try context.item(id)
            let seen = try witness.item(id)
            other.delete(try other.item(id))
            try other.save()
            item.name = "kept"
            context.mergePolicy = .mergeByPropertyObjectTrump
            try context.save()
            context.mergePolicy = .error
            #expect(item.objectID == id)
            item.name = "again"
            try context.save()
            #expect(try rows.side().stored(id) == ["again", "s0"])
            let reader = side.context()
            #expect(try reader.performAndWait { try reader.item(id).name } == "again")
            #expect(seen.name == "a")
        }
    }

    /// B-POL-02
    @Test(arguments: StoreKind.allCases, [MergePolicyType.mergeByPropertyStoreTrump, .rollback])
    func `an object whose row was deleted becomes deleted when the store wins`(
        _ kind: StoreKind, _ type: MergePolicyType
    ) throws {
        let side = try SharedRows(kind).side()
        let (context, other) = (side.context(), side.context())
        let id = try context.performSaving { $0.name = "a" }
        try using(context, other) {
            let item = try context.item(id)
            other.delete(try other.item(id))
            try other.save()
            item.name = "lost"
            context.mergePolicy = MergePolicy(merge: type)
            let hooks = Hooks(context)
            try context.save()
            #expect(item.isDeleted)
            #expect(item.changedValues().isEmpty)
            #expect(hooks.take().last?.hasPrefix("ObjectsDidChange deleted:") == true)
            #expect(try context.itemNames() == [])
            try context.save()
            context.checkInvariants()
        }
    }

    /// POL-03
    @Test(arguments: StoreKind.allCases, MergePolicyType.allCases)
    func `an object deleted on both sides is not a conflict`(_ kind: StoreKind, _ type: MergePolicyType) throws {
        let rows = try SharedRows(kind)
        let (context, other) = (try rows.side().context(), try rows.side().context())
        let id = try context.performSaving { $0.name = "a" }
        try using(context, other) {
            let item = try context.item(id)
            context.mergePolicy = MergePolicy(merge: type)
            context.delete(item)
            other.delete(try other.item(id))
            try other.save()
            try context.save()
            #expect(!context.hasChanges)
            #expect(context.registeredObject(for: id) == nil)
        }
    }

    @Test(arguments: StoreKind.allCases, MergeCase.Level.allCases)
    func `after a save that failed, the deletion of an object deleted on both sides can be taken back`(
        _ kind: StoreKind, _ level: MergeCase.Level
    ) throws {
        let rows = try SharedRows(kind)
        let side = try rows.side()
        let (context, other) = (side.context(), level == .cache ? side.context() : try rows.side().context())
        let ids = try ["a", "b"].map { name in try context.performSaving { $0.name = name } }
        try using(context, other) {
            let items = try ids.map(context.item)
            context.delete(items[0])
            items[1].name = "mine"
            other.delete(try other.item(ids[0]))
            try other.item(ids[1]).name = "theirs"
            try other.save()
            #expect(persistenceError { try context.save() }?.code == .merge)
            #expect(context.deletedObjects == [items[0]] && context.updatedObjects == [items[1]])
            context.rollback()
            #expect(!items[0].isDeleted)
            context.checkInvariants()
        }
    }
}
