import Foundation
import Testing

@testable import Persistence

@Suite struct PredicateEvaluatorTests {
    let world = PredicateWorld()

    private func truth(_ format: String, _ values: [String: PropertyValue] = [:]) throws -> Bool? {
        let row = world.add(world.entry, values)
        return try PredicateEvaluator(FetchPredicate(format: format).bound(to: world.entry)).truth(row)
    }

    /// Every combination of true (rating == 1), false (rating == 2) and unknown (ratio == 1, where ratio is nil).
    @Test(
        arguments: [
            ("rating == 1 AND rating == 1", true), ("rating == 1 AND rating == 2", false),
            ("rating == 1 AND ratio == 1", nil),
            ("rating == 2 AND ratio == 1", false), ("ratio == 1 AND rating == 2", false),
            ("ratio == 1 AND ratio == 1", nil),
            ("rating == 1 OR ratio == 1", true), ("ratio == 1 OR rating == 1", true),
            ("rating == 2 OR ratio == 1", nil),
            ("rating == 2 OR rating == 2", false), ("NOT rating == 1", false), ("NOT rating == 2", true),
            ("NOT ratio == 1", nil),
        ] as [(String, Bool?)])
    func `conditions are combined in three-valued logic`(format: String, expected: Bool?) throws {
        #expect(try truth(format, ["rating": .integer(1)]) == expected)
    }

    @Test(
        arguments: [
            ("rating == nil", true), ("rating != nil", false), ("rating == 5", nil), ("rating != 5", true),
            ("NOT rating == 5", nil),
            ("rating < 5", nil), ("rating < nil", nil), ("rating IN {1, nil}", true), ("rating IN {1}", nil),
            ("rating IN {}", false),
            ("rating BETWEEN {1, 2}", nil), ("location CONTAINS 'x'", nil), ("location CONTAINS nil", nil),
            ("location LIKE '*'", nil),
            ("location MATCHES '.*'", nil), ("rating + 1 == 1", nil), ("rating == ratio", nil),
            ("rating != ratio", false), ("nil == nil", true),
            ("spot.name == 'x'", nil), ("spot.parent.name == nil", true), ("spot.entries.@count == 0", true),
            ("ANY tags.name == 'x'", false),
            ("ALL tags.name == 'x'", true), ("NONE tags.name == 'x'", true), ("tags.@max.weight == nil", true),
            ("digits == nil", true),
        ] as [(String, Bool?)])
    func `comparisons with nil are unknown, except for inequality`(format: String, expected: Bool?) throws {
        #expect(try truth(format) == expected)
    }

    @Test(arguments: [
        "7 / 2 == 3", "-7 / 2 == -3", "7 / 2.0 == 3.5", "9223372036854775807 + 1 == 9223372036854775808.0",
        "2 ** 3 == 8",
        "9007199254740993 > 9007199254740992.0", "9223372036854775807 < 9223372036854775808.0", "abs:(-3) == 3",
        "-(-9223372036854775808) == 9223372036854775808.0", "1 == 1.0", "0.0 ** -1 > 1e308",
        "NOT (7 / 0 == 0) OR 1 == 1",
    ])
    func `arithmetic gives the same results as in SQLite`(format: String) throws {
        let row = world.add(world.entry)
        let connection = try world.makeDatabase()
        let bound = try FetchPredicate(format: format).bound(to: world.entry)
        #expect(try PredicateEvaluator(bound).matches(row))
        #expect(try world.keys(bound, of: world.entry, in: connection) == [1])
    }

    @Test func `negative zero equals zero`() throws {
        #expect(try truth("ratio ** -1 > 0", ["ratio": .double(-0.0)]) == true)
    }

    @Test func `a constant compared with a float is rounded to a float`() throws {
        #expect(try truth("small == 0.1 AND small IN {0.1} AND NOT small > 0.1", ["small": .float(0.1)]) == true)
    }

    @Test func `strings are compared by their bytes`() throws {
        #expect(try truth("location == 'e\\u0301'", ["location": .string("é")]) == false)
        #expect(try truth("location ==[c] 'E\\u0301'", ["location": .string("é")]) == true)
    }

    @Test(
        arguments: [
            ("SELF >= 1 AND SELF <= 5", AttributeType.integer16, PropertyValue.integer(3), true),
            ("SELF >= 1 AND SELF <= 5", .integer16, .integer(6), false), ("length >= 3", .string, .string("abc"), true),
            ("SELF.length >= 3", .string, .string("ab"), false), ("length == 2", .string, .string("😀"), true),
            ("SELF MATCHES '[a-z]+'", .string, .string("abc"), true), ("SELF > '2014-08-01'", .date, .date(1e9), true),
            ("SELF != nil", .string, .null, false),
        ] as [(String, AttributeType, PropertyValue, Bool)])
    func `a validation predicate tests a single value`(
        format: String, type: AttributeType, value: PropertyValue, holds: Bool
    ) throws {
        let attribute = AttributeDescription(name: "value", type: type)
        let bound = try FetchPredicate(format: format).bound(toValuesOf: attribute)
        #expect(try PredicateEvaluator(bound).matches(BareValue(value)) == holds)
    }

    @Test func `a validation predicate cannot use other keys`() throws {
        let attribute = AttributeDescription(name: "value", type: .string)
        #expect(throws: PredicateBindingError.self) {
            try FetchPredicate(format: "name == 'x'").bound(toValuesOf: attribute)
        }
        #expect(throws: PredicateBindingError.self) {
            try FetchPredicate(format: "ANY x.y == 1").bound(toValuesOf: attribute)
        }
    }

    @Test func `rows with equal sort keys keep their order`() throws {
        let rows = (0..<3).map { _ in world.add(world.entry, ["rating": .integer(1)]) }
        let sort = try [FetchSortDescriptor(key: "rating", ascending: false)].bound(to: world.entry)
        #expect(sort.sorted(rows).map { $0.id } == rows.map { $0.id })
    }

    @Test func `a reversed sort descriptor gives the opposite order`() throws {
        for value in [PropertyValue.null, .integer(2), .integer(1)] { world.add(world.entry, ["rating": value]) }
        let descriptor = FetchSortDescriptor(key: "rating", absent: .last)
        let sorted = try [descriptor].bound(to: world.entry).sorted(world.rows(of: world.entry))
        let reversed = try [descriptor.reversed].bound(to: world.entry).sorted(world.rows(of: world.entry))
        #expect(sorted.map { $0.id } == [3, 2, 1].map { world.id($0, of: world.entry) })
        #expect(reversed.map { $0.id } == sorted.reversed().map { $0.id })
    }
}
