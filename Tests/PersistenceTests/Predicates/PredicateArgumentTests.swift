import Foundation
import Testing

@testable import Persistence

@Suite struct PredicateArgumentTests {
    @Test func `placeholders accept arguments of their type`() throws {
        let date = Date(timeIntervalSinceReferenceDate: 1.5)
        let predicate = FetchPredicate(
            format:
                "%K == %@ AND a == %d AND b == %lf AND c == %lu AND d IN %@ AND e == %s AND f < %@ AND g == %@ AND h == %i",
            "spot.name", "x\"y", 4, 0.5, UInt64.max, [1, 2], "s", date, nil as String?, Int16(3))
        #expect(
            predicate.predicateFormat
                == "spot.name == \"x\\\"y\" AND a == 4 AND b == 0.5 AND c == 1.8446744073709552e+19 AND d IN {1, 2} AND e == \"s\""
                + " AND f < CAST(1.5, \"NSDate\") AND g == nil AND h == 3")
    }

    @Test func `a placeholder in quotes is plain text`() throws {
        #expect(FetchPredicate(format: "a == '%@ 100%'").predicateFormat == "a == \"%@ 100%\"")
    }

    @Test(
        arguments: [
            (NSNumber(value: true), "1"), (NSNumber(value: 4), "4"), (NSNumber(value: 4.5), "4.5"), (true, "1"),
            (UInt8(7), "7"),
            (Float(0.5), "0.5"), (Decimal(string: "1.5")!, "CAST(\"1.5\", \"NSDecimalNumber\")"),
            (Substring("x"), "\"x\""), (NSNull(), "nil"),
            (Data([1]), "CAST(\"AQ==\", \"NSData\")"), (URL(string: "https://a")!, "CAST(\"https://a\", \"NSURL\")"),
        ] as [(any Sendable, String)])
    func `arguments of many types become constants`(argument: any Sendable, text: String) throws {
        #expect(FetchPredicate(format: "a == %@", argument).predicateFormat == "a == " + text)
    }

    @Test func `objects and sets of object IDs become lists of IDs`() throws {
        let world = PredicateWorld()
        let ids: Set<ManagedObjectID> = [world.id(1, of: world.spot)]
        let predicate = FetchPredicate(format: "spot IN %@", ids)
        #expect(
            predicate.root
                == .comparison(
                    FetchPredicate.Comparison(
                        .keyPath(FetchPredicate.Path(["spot"])), .in,
                        .list([.constant(.reference(world.id(1, of: world.spot)))]))))
    }

    @Test(
        arguments: [
            ("a == %d", ["x"], 5), ("a == %f", ["x"], 5), ("a == %s", [1], 5), ("%K == 1", [2], 0),
            ("%K == 1", ["a b"], 0),
            ("a == %@ AND b == %@", [1], 17), ("a == 1", [1], 6), ("a == %@", [Double.nan], 5), ("a == %d", [1.5], 5),
        ] as [(String, [any Sendable], Int)])
    func `an argument of the wrong type is reported at its placeholder`(
        format: String, arguments: [any Sendable], position: Int
    ) throws {
        let error = try #require(throws: PredicateFormatError.self) {
            try FetchPredicate(validating: format, argumentArray: arguments)
        }
        #expect(error.position == position)
    }

    @Test func `variables with a value are substituted`() throws {
        let template = FetchPredicate(
            format: "a > $x AND b IN $list AND SUBQUERY(t, $x, $x.y == $z).@count > 0 AND c == $other")
        let filled = try template.withSubstitutionVariables(["x": 4, "list": ["p"], "z": nil])
        #expect(
            filled.predicateFormat
                == "a > 4 AND b IN {\"p\"} AND SUBQUERY(t, $x, $x.y == nil).@count > 0 AND c == $other")
    }

    @Test func `predicates are combined with and, or and not`() {
        let first = FetchPredicate("a == %d", 1)
        let second = FetchPredicate("b == 2 OR c == 3")
        #expect(FetchPredicate.and([first, second]).description == "a == 1 AND (b == 2 OR c == 3)")
        #expect(FetchPredicate.or([first, second]).description == "a == 1 OR (b == 2 OR c == 3)")
        #expect(FetchPredicate.not(second).description == "NOT (b == 2 OR c == 3)")
        #expect(FetchPredicate.and([]) == FetchPredicate(value: true))
        #expect(FetchPredicate.or([]) == FetchPredicate(value: false))
        #expect(FetchPredicate.and([first]) == first)
    }

    @Test func `an invalid predicate literal is a programmer error with the parser's message`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = FetchPredicate("rating >")
        }
        let sentence = #expect(throws: PredicateFormatError.self) { try FetchPredicate(validating: "rating >") }
        #expect(outcome.says(sentence?.description ?? "no sentence"))
    }
}
