import Foundation
import PersistenceTestSupport
import Testing

@testable import Persistence

@Suite struct PredicateBindingTests {
    let world = PredicateWorld()

    private func failure(_ format: String, _ arguments: any Sendable...) throws -> PredicateBindingError {
        let predicate = FetchPredicate(format: format, argumentArray: arguments)
        return try #require(throws: PredicateBindingError.self) { try predicate.bound(to: world.entry) }
    }

    @Test(
        arguments: [
            (
                "rating > 1 AND ratng > 1",
                PredicateBindingError.Reason.unknownKey("ratng", entity: "Entry", nearest: "rating"), 15
            ),
            ("spot.nme == 'x'", .unknownKey("nme", entity: "Spot", nearest: "name"), 0),
            ("digit > 1", .unknownKey("digit", entity: "Entry", nearest: "digits"), 0),
            ("xyzzy == 1", .unknownKey("xyzzy", entity: "Entry", nearest: nil), 0),
            ("location > 4", .typeMismatch("location", type: "text", other: "a number"), 0),
            ("rating == 'x'", .typeMismatch("rating", type: "a number", other: "text"), 0),
            ("4 == location", .typeMismatch("location", type: "text", other: "a number"), 5),
            ("rating CONTAINS 'x'", .typeMismatch("rating", type: "a number", other: "CONTAINS"), 0),
            ("rating ==[c] 4", .typeMismatch("rating", type: "a number", other: "[c] or [d], which compare text"), 0),
            ("date == 5", .typeMismatch("date", type: "a date", other: "a number"), 0),
            ("location + 1 == 2", .typeMismatch("location", type: "text", other: "+ here"), 0),
            ("spot == 5", .typeMismatch("spot", type: "an object of Spot", other: "a number"), 0),
            ("spot < SELF.spot", .notComparable("spot", "is an object and has no order"), 0),
            ("date > 'yesterday'", .invalidConstant("date", type: "a date"), 0),
            ("token == 'x'", .invalidConstant("token", type: "a UUID"), 0),
            ("location MATCHES '('", .invalidPattern, 9), ("rating == $x", .unboundVariable("x"), 10),
            ("tags.name == 'x'", .needsQuantifier("tags.name"), 0),
            ("ANY spot.name == 'x'", .needsToMany, 14),
            ("secret == 'x'", .notComparable("secret", "has a type that cannot be compared"), 0),
            ("sum > 1", .notComparable("sum", "is transient: the store does not have it"), 0),
            ("rating.x == 1", .notComparable("rating.x", "continues after a value that has no keys"), 0),
            ("rating IN location", .malformed("IN takes a list of values or a to-many key path"), 7),
            ("rating BETWEEN {1}", .malformed("BETWEEN takes a list of two values"), 7),
        ] as [(String, PredicateBindingError.Reason, Int)])
    func `a predicate that does not match the entity reports the key and its position`(
        format: String, reason: PredicateBindingError.Reason, position: Int
    ) throws {
        #expect(try failure(format) == PredicateBindingError(reason, position: position))
    }

    @Test func `a binding error does not show constants`() throws {
        #expect(!(try failure("rating == 'dear diary'")).description.contains("diary"))
        #expect(!(try failure("date > %@", "dear diary")).description.contains("diary"))
    }

    /// Observed in Core Data: text may be sought in a list of numbers. Which texts match is SQLite's rule for a column of
    /// text.
    @Test(arguments: StoreKind.allCases)
    func `text is found in a list of numbers by its digits`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        _ = try stack.coordinator.save("1", "2.5", "3", "x")
        try stack.withContext { context throws in
            let predicate = FetchPredicate(format: "location IN %@", [1, 2.5, 4, "x"] as [Any])
            #expect(try context.entries(predicate).map(\.location) == ["1", "2.5", "x"])
            let unsaved = context.insertEntry("4")
            #expect(try context.entries(predicate).contains(unsaved))
            #expect(predicate.evaluate(with: unsaved))
        }
    }

    @Test func `an object of the wrong entity cannot be compared with a relationship`() throws {
        #expect(throws: PredicateBindingError.self) {
            try FetchPredicate(format: "spot == %@", world.id(1, of: world.tag)).bound(to: world.entry)
        }
    }

    @Test(arguments: [
        ("2014-08-01", "America/Los_Angeles", 428_569_200.0),
        ("2014-08-01T10:30:15.5Z", "America/Los_Angeles", 428_581_815.5),
        ("2014-08-01 10:30", "UTC", 428_581_800), ("2014-08-01T10:30+02:00", "UTC", 428_574_600),
        ("2001-01-01", "UTC", 0),
        // A local time that occurs twice is the first one. One that does not exist counts from before the change.
        ("2014-11-02T01:30", "America/Los_Angeles", 436_609_800),
        ("2014-03-09T02:30", "America/Los_Angeles", 416_053_800),
        ("1999-02-28", "UTC", -58_147_200),
    ])
    func `a date attribute is compared with ISO date strings`(text: String, zone: String, seconds: Double) throws {
        #expect(PredicateDate.seconds(of: text, in: try #require(TimeZone(identifier: zone))) == seconds)
    }

    @Test(arguments: [
        "2014-13-01", "2014-02-29", "2014-8-1", "2014-08-01T25:00", "2014-08-01T10:00X", "2014", "",
        "2014-08-01T10:30:60",
    ])
    func `a string that is not an ISO date is rejected`(text: String) throws {
        #expect(PredicateDate.seconds(of: text, in: try #require(TimeZone(identifier: "UTC"))) == nil)
    }

    @Test func `now() uses the environment's clock`() throws {
        let row = world.add(world.entry, ["date": .date(1000)])
        let zone = try #require(TimeZone(identifier: "UTC"))
        let environment = PredicateEnvironment(now: Date(timeIntervalSinceReferenceDate: 2000), timeZone: zone)
        let recent = try FetchPredicate(format: "date > now() - 1001").bound(to: world.entry, in: environment)
        let newer = try FetchPredicate(format: "date > now() - 1000").bound(to: world.entry, in: environment)
        #expect(try PredicateEvaluator(recent).matches(row))
        #expect(try !PredicateEvaluator(newer).matches(row))
    }

    @Test(arguments: [
        ("rating", true), ("tags", false), ("nothing", false), ("a b", false), ("tags.@count", true), ("SELF", true),
    ])
    func `a sort key must lead to a single value`(key: String, isAccepted: Bool) {
        let sort = try? [FetchSortDescriptor(key: key)].bound(to: world.entry)
        #expect((sort != nil) == isAccepted)
    }

    @Test func `a case-insensitive sort by a number is an error`() {
        #expect(throws: PredicateBindingError.self) {
            try [FetchSortDescriptor(key: "rating", options: .caseInsensitive)].bound(to: world.entry)
        }
    }
}
