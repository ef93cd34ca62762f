import Foundation
import PersistenceTestSupport
import Testing

@testable import Persistence

/// Objects marked by `detectConflicts`, which a save checks in addition to those it writes.
@Suite struct ConflictMarkTests {
    /// POL-04, POL-05, REF-14
    @Test(arguments: StoreKind.allCases, MergeCase.Level.allCases)
    func `a save fails once if an object marked for conflict detection was changed elsewhere`(
        _ kind: StoreKind, _ level: MergeCase.Level
    ) throws {
        let rows = try SharedRows(kind)
        let side = try rows.side()
        let (context, other) = (side.context(), level == .cache ? side.context() : try rows.side().context())
        try using(context, other) {
            let items = try context.savedItems("dependency", "edited")
            context.detectConflicts(for: items[0])
            try other.item(items[0].objectID).note = "theirs"
            try other.save()
            items[1].name = "changed"
            #expect(persistenceError { try context.save() }?.code == .merge)
            context.refresh(items[0], mergeChanges: true)
            try context.save()
            try other.item(items[0].objectID).note = "again"
            try other.save()
            items[1].name = "changed again"
            try context.save()
            #expect(!context.hasChanges)
        }
    }

    /// POL-04
    @Test(arguments: StoreKind.allCases, [true, false])
    func `a marked object is checked even if it is updated without anything to write`(
        _ kind: StoreKind, isTransient: Bool
    ) throws {
        let side = try SharedRows(kind).side()
        let (context, other) = (side.context(), side.context())
        try using(context, other) {
            let item = try context.savedItems("a")[0]
            if isTransient { item.shade = "dark" } else { item.name = "a" }
            context.detectConflicts(for: item)
            try other.item(item.objectID).note = "theirs"
            try other.save()
            #expect(persistenceError { try context.save() }?.code == .merge)
            context.mergePolicy = .mergeByPropertyObjectTrump
            try context.save()
            #expect(item.note == "theirs" && item.shade == (isTransient ? "dark" : nil))
            #expect(try other.item(item.objectID).note == "theirs")
        }
    }

    /// POL-04
    @Test(arguments: StoreKind.allCases)
    func `an unchanged object without a mark is not checked for conflicts`(_ kind: StoreKind) throws {
        let side = try SharedRows(kind).side()
        let (context, other) = (side.context(), side.context())
        try using(context, other) {
            let items = try context.savedItems("dependency", "edited")
            try other.item(items[0].objectID).note = "theirs"
            try other.save()
            items[1].name = "changed"
            try context.save()
            #expect(items[0].note == "s0")
        }
    }

    /// POL-04, POL-05, REF-14
    @Test(arguments: StoreKind.allCases)
    func `a marked object stays registered until a save, even without changes`(_ kind: StoreKind) throws {
        let rows = try SharedRows(kind)
        let context = try rows.side().context()
        let other = try rows.side().context()
        let id = try context.performSaving { $0.name = "a" }
        try using(context, other) {
            try mark(id, in: context)
            #expect(context.registeredObject(for: id) != nil)
            try other.item(id).name = "theirs"
            try other.save()
            #expect(!context.hasChanges)
            #expect(persistenceError { try context.save() }?.code == .merge)
            context.mergePolicy = .mergeByPropertyObjectTrump
            try context.save()
            #expect(context.registeredObject(for: id) == nil)
        }
    }

    @inline(never)
    private func mark(_ id: ManagedObjectID, in context: ManagedObjectContext) throws {
        context.detectConflicts(for: try context.item(id))
    }

    /// POL-05
    @Test(arguments: [false, true])
    func `reset and rollback remove the mark for conflict detection`(_ resets: Bool) throws {
        let side = try SharedRows(.memory).side()
        let (context, other) = (side.context(), side.context())
        let id = try context.performSaving { $0.name = "a" }
        try using(context, other) {
            try mark(id, in: context)
            try other.item(id).name = "theirs"
            try other.save()
            if resets { context.reset() } else { context.rollback() }
            #expect(context.registeredObject(for: id) == nil)
            _ = Item(context: context)
            try context.save()
        }
    }
}
