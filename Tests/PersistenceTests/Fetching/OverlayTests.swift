import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Unsaved changes merged with stored rows: counts, limits, offsets, sort orders and result types.
@Suite struct OverlayTests {
    /// Changes the saved objects (locations a, c, e, g, i with ratings 1, 3, 5, 7, 9) without saving.
    private static func pending(_ context: ManagedObjectContext) throws {
        let saved = try context.entries()
        context.delete(saved[0])
        saved[1].rating = 8
        saved[4].rating = 2
        context.insertEntry("d").rating = 4
        context.insertEntry("z").rating = nil
    }

    private static func stack(_ kind: StoreKind) throws -> Stack {
        let stack = try Stack(kind)
        for (location, rating) in zip(["a", "c", "e", "g", "i"], [1, 3, 5, 7, 9] as [Int16]) {
            _ = try stack.savedEntry(location: location, rating: rating)
        }
        return stack
    }

    struct Window: Sendable, CustomTestStringConvertible {
        let limit: Int
        let offset: Int
        var testDescription: String { "limit \(limit), offset \(offset)" }

        static let all = [(0, 0), (2, 0), (2, 1), (3, 2), (10, 0), (1, 5), (0, 3), (4, 9)].map {
            Window(limit: $0.0, offset: $0.1)
        }

        func cut<T>(_ values: [T]) -> [T] {
            let rest = values.dropFirst(offset)
            return Array(limit > 0 ? rest.prefix(limit) : rest)
        }
    }

    /// FET-12, B-FET-03, B-FET-04
    @Test(arguments: StoreKind.allCases, Window.all)
    func `limit and offset apply to the result merged with unsaved changes`(kind: StoreKind, window: Window) throws {
        let stack = try OverlayTests.stack(kind)
        try stack.withContext { context throws in
            try OverlayTests.pending(context)
            let whole = ["z", "i", "d", "e", "g", "c"]
            for ascending in [true, false] {
                let request = FetchRequest<Entry>(entityName: "Entry")
                request.sortDescriptors = [FetchSortDescriptor(key: "rating", ascending: ascending)]
                request.fetchLimit = window.limit
                request.fetchOffset = window.offset
                let expected = window.cut(ascending ? whole : whole.reversed())
                #expect(try context.fetch(request).map(\.location) == expected)
                #expect(try context.count(for: request) == expected.count)
                let ids = FetchRequest<ManagedObjectID>(entityName: "Entry")
                ids.values = request.values
                ids.values.resultType = .managedObjectIDResultType
                #expect(try context.fetch(ids).map { context.entry($0).location } == expected)
                let number = FetchRequest<NSNumber>(entityName: "Entry")
                number.values = request.values
                number.values.resultType = .countResultType
                #expect(try context.fetch(number) == [NSNumber(value: expected.count)])
            }
            context.checkInvariants()
        }
    }

    /// FET-12
    @Test(
        arguments: StoreKind.allCases,
        [
            "TRUEPREDICATE", "FALSEPREDICATE", "rating > 4", "rating < 4", "rating == nil", "location > 'd'",
            "NOT rating > 4",
        ])
    func `a count equals the number of fetched objects`(kind: StoreKind, format: String) throws {
        let stack = try OverlayTests.stack(kind)
        try stack.withContext { context throws in
            let predicate = FetchPredicate(format: format)
            let request = FetchRequest<Entry>(entityName: "Entry")
            request.predicate = predicate
            #expect(try context.count(for: request) == context.fetch(request).count)
            try OverlayTests.pending(context)
            let found = try context.fetch(request)
            #expect(try context.count(for: request) == found.count)
            try context.save()
            #expect(try Set(context.fetch(request)) == Set(found))
        }
    }

    /// B-FET-01
    @Test(arguments: StoreKind.allCases)
    func `without pending changes, a predicate tests stored values and objects keep their own`(kind: StoreKind) throws {
        let stack = try OverlayTests.stack(kind)
        try stack.withContext { context throws in
            try OverlayTests.pending(context)
            let request = FetchRequest<Entry>(entityName: "Entry")
            request.includesPendingChanges = false
            request.predicate = FetchPredicate("rating < 8")
            request.sortDescriptors = [FetchSortDescriptor(key: "rating")]
            let found = try context.fetch(request)
            #expect(found.map(\.location) == ["a", "c", "e", "g"])
            #expect(found[1].rating == 8)
            #expect(try context.count(for: request) == 4)
        }
    }

    /// B-FET-04 in both directions: an update that leaves the limited result, and one that enters it.
    @Test(arguments: StoreKind.allCases)
    func `an update can move an object out of a limited result and another one into it`(kind: StoreKind) throws {
        let stack = try OverlayTests.stack(kind)
        try stack.withContext { context throws in
            let request = FetchRequest<Entry>(entityName: "Entry")
            request.sortDescriptors = [FetchSortDescriptor(key: "rating")]
            request.fetchLimit = 2
            let saved = try context.entries()
            saved[0].rating = 100
            #expect(try context.fetch(request).map(\.location) == ["c", "e"])
            saved[4].rating = 0
            #expect(try context.fetch(request).map(\.location) == ["i", "c"])
            request.fetchOffset = 3
            #expect(try context.fetch(request).map(\.location) == ["g", "a"])
            #expect(try context.count(for: request) == 2)
        }
    }

    /// B-FET-05, B-ID-05
    @Test(arguments: StoreKind.allCases)
    func `subentities are included by default, even unsaved ones`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: InheritanceModel.model())
        try stack.withContext { context throws in
            for (entity, name) in [("Animal", "saved animal"), ("Dog", "saved dog")] {
                context.insert(entity, named: name)
            }
            try context.save()
            for (entity, name) in [("Animal", "new animal"), ("Dog", "new dog")] { context.insert(entity, named: name) }
            let request = FetchRequest<ManagedObject>(entityName: "Animal")
            request.sortDescriptors = [FetchSortDescriptor(key: "name")]
            let names = { try context.fetch(request).map { $0.value(forKey: "name") as? String } }
            #expect(try names() == ["new animal", "new dog", "saved animal", "saved dog"])
            #expect(try context.count(for: request) == 4)
            request.includesSubentities = false
            #expect(try names() == ["new animal", "saved animal"])
            #expect(try context.count(for: request) == 2)
        }
    }
}
