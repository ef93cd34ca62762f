import Persistence
import PersistenceTestSupport
import Testing

/// A `MATCHES` that exceeds the step limit fails the operation, and the error names the row.
@Suite struct PatternLimitTests {
    private static let pattern = "(a+)+b"

    /// A stack with two entries, the second of which exceeds the limit.
    private func stack(_ store: StoreKind) throws -> (Stack, key: Int64) {
        let stack = try Stack(store, model: CompanyModel.model())
        let key = try stack.withContext { context throws in
            context.insertEntry("Malibu")
            try context.save()
            let entry = context.insertEntry(String(repeating: "a", count: 400))
            try context.save()
            return try #require(entry.objectID.key)
        }
        return (stack, key)
    }

    private func expectLimit(_ key: Int64?, _ body: () throws -> Void) {
        #expect(throws: PatternLimitError(pattern: Self.pattern, key: key)) { try body() }
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            "location MATCHES %@", "NOT (location MATCHES %@)", "rating == nil AND location MATCHES %@",
            "NOT (location MATCHES[cd] %@) OR rating == 5",
        ])
    func `a fetch, a count and an evaluation fail at the pattern limit`(_ store: StoreKind, format: String) throws {
        let (stack, key) = try stack(store)
        let predicate = FetchPredicate(format: format, Self.pattern)
        try stack.withContext { context throws in
            expectLimit(key) { _ = try context.entries(predicate) }
            let request = FetchRequest<Entry>(entityName: "Entry")
            request.predicate = predicate
            expectLimit(key) { _ = try context.count(for: request) }
            let all = try context.entries()
            expectLimit(key) { _ = try all.filtered(validating: predicate) }
            #expect(try all.filter { $0.objectID.key != key }.filtered(validating: predicate).count < 2)
        }
    }

    @Test(arguments: StoreKind.allCases) func `a fetch over unsaved changes fails`(_ store: StoreKind) throws {
        let (stack, key) = try stack(store)
        let predicate = FetchPredicate(format: "NOT (location MATCHES %@)", Self.pattern)
        try stack.withContext { context throws in
            for entry in try context.entries() where entry.objectID.key == key { entry.location = "Rincon" }
            #expect(throws: PatternLimitError.self) { try context.entries(predicate) }
            try context.save()
            #expect(try context.entries(predicate).count == 2)
            context.insertEntry(String(repeating: "a", count: 400))
            expectLimit(nil) { _ = try context.entries(predicate) }
        }
    }

    @Test func `a batch deletion that exceeds the pattern limit deletes nothing`() throws {
        let (stack, key) = try stack(.sqlite)
        try stack.withContext { context throws in
            let request = FetchRequest<Entry>(entityName: "Entry")
            request.predicate = FetchPredicate(format: "NOT (location MATCHES %@)", Self.pattern)
            expectLimit(key) { _ = try context.execute(BatchDeleteRequest(fetchRequest: request)) }
            #expect(try context.entries().count == 2)
        }
    }
}
