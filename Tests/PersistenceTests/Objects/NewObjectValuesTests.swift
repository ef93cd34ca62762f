import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// The values of new objects before and after their save.
@Suite struct NewObjectValuesTests {
    private static let longText = String(repeating: "long left-hander ", count: 400)

    /// INS-01, INS-02
    @Test(arguments: StoreKind.allCases)
    func `hundreds of new objects are saved with all their values`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let expected = (0..<700).map { Self.text($0) }
        try stack.withContext { context in
            let entries = expected.map { context.insertEntry($0) }
            #expect(entries.map(\.location) == expected)
            try context.save()
            #expect(entries.map(\.location) == expected)
            #expect(entries.map { $0.objectID.uriRepresentation() }.count == 700)
            context.checkInvariants()
        }
        #expect(try stack.coordinator.stored() == expected)
    }

    /// INS-01, DEL-02
    @Test(arguments: StoreKind.allCases)
    func `new objects deleted before the save leave no rows`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        try stack.withContext { context in
            var entries = (0..<40).map { context.insertEntry(Self.text($0)) }
            for index in [39, 0, 17] { context.delete(entries.remove(at: index)) }
            context.checkInvariants()
            try context.save()
            let kept = (0..<40).filter { ![0, 18, 39].contains($0) }.map { Self.text($0) }
            #expect(Set(try stack.coordinator.stored()) == Set(kept))
            #expect(Set(entries.compactMap(\.location)) == Set(try stack.coordinator.stored()))
            context.checkInvariants()
        }
    }

    /// CHG-01, INS-01
    @Test(arguments: StoreKind.allCases)
    func `a new object has the values that were set last, in its first event and later`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        try stack.withContext { context in
            let entry = context.insertEntry("first")
            entry.location = "second"
            entry.rating = 1
            entry.rating = 2
            #expect(entry.location == "second" && entry.rating == 2)
            let other = context.insertEntry("other")
            other.wind = "calm"
            other.wind = nil
            #expect(other.changedValues()["wind"] is NSNull)
            context.processPendingChanges()
            let late = context.insertEntry("late")
            context.processPendingChanges()
            late.wind = "offshore"
            late.rating = 5
            #expect(Set(late.changedValuesForCurrentEvent().keys) == ["wind", "rating"])
            #expect(late.location == "late" && late.wind == "offshore" && late.rating == 5)
            try context.save()
            #expect(entry.location == "second" && entry.rating == 2 && other.wind == nil && late.wind == "offshore")
            context.refreshAllObjects()
            #expect(entry.location == "second" && entry.rating == 2 && other.wind == nil && late.wind == "offshore")
        }
    }

    /// INS-04, INS-01
    @Test(arguments: StoreKind.allCases)
    func `a new object is removed by rollback and undo, and restored by redo`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        try stack.withContext { context in
            context.undoManager = ContextUndoManager()
            let entry = context.insertEntry("new")
            context.undo()
            #expect(context.insertedObjects.isEmpty && context.registeredObjects.isEmpty)
            context.redo()
            #expect(context.insertedObjects == [entry] && entry.location == "new")
            context.checkInvariants()
            context.rollback()
            #expect(entry.managedObjectContext == nil && entry.location == "new")
            try context.save()
            #expect(try stack.coordinator.stored() == [])
        }
    }

    private static func text(_ index: Int) -> String {
        let number = String(1_000 + index)
        return switch index % 90 {
        case 0: number + longText
        case 1: number + "é 志田下 \u{0}end"
        default: number
        }
    }
}
