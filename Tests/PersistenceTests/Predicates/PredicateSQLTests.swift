import Foundation
import PersistenceSQLite
import SQLite
import Testing

@testable import Persistence

@Suite struct PredicateSQLTests {
    let world = PredicateWorld()

    private func compile(_ format: String, _ arguments: any Sendable..., sort: [FetchSortDescriptor] = []) throws
        -> CompiledPredicate
    {
        let predicate = FetchPredicate(format: format, argumentArray: arguments)
        return PredicateCompiler.compile(
            try predicate.bound(to: world.entry), sort: try sort.bound(to: world.entry), entity: world.entry,
            naming: world)
    }

    @Test(arguments: [
        ("rating >= 4", "(t0.ZRATING >= ?)"), ("location == 'x'", "(t0.ZLOCATION = ?)"),
        ("location != 'x'", "(t0.ZLOCATION IS NOT ?)"),
        ("location == nil", "(t0.ZLOCATION IS NULL)"), ("location != nil", "(t0.ZLOCATION IS NOT NULL)"),
        ("date BETWEEN {'2014-01-01', '2015-01-01'}", "((t0.ZDATE >= ?) AND (t0.ZDATE <= ?))"),
        ("rating IN {1, 2}", "(t0.ZRATING IN (?, ?))"),
        ("{1, 2} CONTAINS rating", "(t0.ZRATING IN (?, ?))"),
        ("rating IN {1, nil}", "((t0.ZRATING IS NULL) OR (t0.ZRATING IN (?)))"),
        ("location BEGINSWITH 'x'", "(t0.ZLOCATION >= ? AND t0.ZLOCATION < ?)"),
        ("location CONTAINS 'x'", "(instr(t0.ZLOCATION, ?) > 0)"),
        ("location CONTAINS[cd] 'x'", "PREDICATE_CONTAINS(t0.ZLOCATION, ?, 3)"),
        ("location ==[c] 'x'", "(PREDICATE_FOLD(t0.ZLOCATION, 1) = ?)"),
        ("location LIKE 'x*'", "PREDICATE_LIKE(t0.ZLOCATION, ?)"),
        ("location MATCHES[c] 'x'", "PREDICATE_MATCHES(t0.ZLOCATION, ?, 1, t0.Z_PK)"),
        ("NOT rating == 1", "(NOT (t0.ZRATING = ?))"), ("digits > 3", "(TEST_DIGITS(t0.ZNOTE) > ?)"),
        ("ratio / 2 > 1", "((CAST(t0.ZRATIO AS REAL) / ?) > ?)"),
        ("(rating & 4) | 1 == 5", "(((t0.ZRATING & ?) | ?) = ?)"),
        ("modulus:by:(rating, 2) ^ 1 == 0", "(PREDICATE_XOR(PREDICATE_MODULUS(t0.ZRATING, ?), ?) = ?)"),
        ("TERNARY(flag == YES, rating, 0) > 1", "((CASE WHEN (t0.ZFLAG = ?) THEN t0.ZRATING ELSE ? END) > ?)"),
        ("SELF.rating == 1 AND TRUEPREDICATE", "((t0.ZRATING = ?) AND 1)"),
        (
            "ANY tags.name == 'x'",
            "(EXISTS (SELECT 1 FROM Z_1TAGS t1 CROSS JOIN ZTAG t2 WHERE t1.Z_1ENTRIES = t0.Z_PK AND t2.Z_PK = t1.Z_3TAGS AND (t2.ZNAME = ?)))"
        ),
        (
            "spot.entries.@count > 1",
            "((SELECT COUNT(*) FROM ZSPOT t1 CROSS JOIN ZENTRY t2 WHERE t1.Z_PK = t0.ZSPOT AND t2.ZSPOT = t1.Z_PK) > ?)"
        ),
    ])
    func `each predicate construct is compiled to its SQL`(format: String, sql: String) throws {
        #expect(try compile(format).condition == sql)
    }

    @Test func `a predicate that is true for all rows adds no condition`() throws {
        let compiled = try compile("TRUEPREDICATE")
        #expect(compiled.condition == nil)
        #expect(compiled.tail(table: "ZENTRY") == " FROM ZENTRY t0")
    }

    @Test func `a to-one relationship is joined once for both conditions and sorting`() throws {
        let compiled = try compile(
            "spot.name == 'x' OR spot.depth > 1", sort: [FetchSortDescriptor(key: "spot.name", absent: .last)])
        #expect(compiled.joins == " LEFT JOIN ZSPOT t1 ON t1.Z_PK = t0.ZSPOT")
        #expect(compiled.order == "t1.ZNAME ASC NULLS LAST")
    }

    @Test func `constants are bound as parameters and never written into the SQL`() throws {
        let compiled = try compile("location == \"'; DROP\" AND rating IN {1, 2.5} AND date > CAST(7, 'NSDate')")
        #expect(compiled.bindings == [.text("'; DROP"), .integer(1), .real(2.5), .real(7)])
        #expect(compiled.condition?.contains("DROP") == false)
    }

    @Test(arguments: [
        ("date >= '2014-08-01'", "TEST_DATE"), ("location BEGINSWITH 'Mal'", "TEST_LOCATION"),
        ("spot == %@", "TEST_SPOT"),
    ])
    func `a comparison can use an index`(format: String, index: String) throws {
        let connection = try world.makeDatabase()
        try connection.execute("CREATE INDEX TEST_DATE ON ZENTRY (ZDATE)")
        try connection.execute("CREATE INDEX TEST_LOCATION ON ZENTRY (ZLOCATION)")
        try connection.execute("CREATE INDEX TEST_SPOT ON ZENTRY (ZSPOT)")
        let compiled =
            format.contains("%@") ? try compile(format, world.id(1, of: world.spot)) : try compile(format)
        let plan = try connection.prepare("EXPLAIN QUERY PLAN SELECT t0.Z_PK" + compiled.tail(table: "ZENTRY"))
        try plan.bind(compiled.bindings)
        #expect(try plan.step())
        #expect(plan.string(3).contains(index))
    }

    @Test func `thousands of conditions and constants fit into one statement`() throws {
        for rating in 1...5 { world.add(world.entry, ["rating": .integer(Int64(rating))]) }
        let connection = try world.makeDatabase()
        let wide = FetchPredicate.or((3...5000).map { FetchPredicate("rating == %d", $0) })
        #expect(try world.keys(wide.bound(to: world.entry), of: world.entry, in: connection) == [3, 4, 5])
        let list = FetchPredicate("rating IN %@", Array(2...40_000))
        #expect(try world.keys(list.bound(to: world.entry), of: world.entry, in: connection) == [2, 3, 4, 5])
    }

    /// The parts repeated before and after an innermost part: conditions first, then operands.
    @Test(arguments: [
        ("", "rating == 1 AND (ratio > 1 OR ", "rating == 2", ")"), ("", "NOT (rating == 1 AND ", "rating == 2", ")"),
        ("", "rating == 3 OR SUBQUERY(tags, $t, rating == 1 OR ", "rating == 2", ").@count > 0"),
        ("ratio == ", "1 + 2 * (2 - ", "rating", ")"), ("ratio == ", "abs:(1 - ", "rating", ")"),
        ("ANY spot.entries.ratio IN ", "{", "rating", "}"), ("ALL spot.entries.ratio < ", "1 ** (", "rating", ")"),
        ("ratio == ", "TERNARY(rating == 1, 1, ", "rating", ")"), ("ratio == ", "floor:(1 | ", "rating", ")"),
        ("ratio == ", "TERNARY(", "1", " == rating, 1, 2)"),
        ("NOT ALL tags.weight == ", "1 ** SUBQUERY(tags, $t, NOT ALL tags.weight == ", "1", ").@count"),
    ])
    func `SQLite runs every accepted nesting depth`(start: String, before: String, innermost: String, after: String)
        throws
    {
        let connection = try world.makeDatabase()
        var accepted = 0
        for depth in 1...60 {
            let format =
                start + String(repeating: before, count: depth) + innermost + String(repeating: after, count: depth)
            guard let bound = try? FetchPredicate(format: format).bound(to: world.entry) else { break }
            accepted = depth
            _ = try world.keys(bound, of: world.entry, in: connection)
        }
        #expect((1..<60).contains(accepted))
    }

    @Test func `an unsaved object is never the destination of a stored row`() throws {
        let row = world.add(world.entry)
        world.link(row, "spot", to: world.add(world.spot))
        let connection = try world.makeDatabase()
        let unsaved = ManagedObjectID(temporaryFor: world.spot)
        for (format, keys) in [("spot == %@", []), ("spot != %@", [1]), ("NOT spot == %@", [1])] as [(String, [Int64])]
        {
            let bound = try FetchPredicate(format: format, unsaved).bound(to: world.entry)
            #expect(try world.keys(bound, of: world.entry, in: connection) == keys)
            #expect(try world.keysInMemory(bound, of: world.entry) == keys)
        }
    }

    @Test(arguments: ["a", "é", "\u{7F}", "\u{D7FF}", "\u{10FFFF}", "a\u{10FFFF}"])
    func `a prefix range matches all strings with that prefix`(prefix: String) throws {
        for text in [prefix, prefix + "\u{10FFFF}", prefix + "z", "zz", "", "\u{E000}", "b"] {
            world.add(world.entry, ["location": .string(text)])
        }
        let connection = try world.makeDatabase()
        let bound = try FetchPredicate(format: "location BEGINSWITH %@", prefix).bound(to: world.entry)
        #expect(try world.keys(bound, of: world.entry, in: connection) == world.keysInMemory(bound, of: world.entry))
    }
}
