import Foundation
import Testing

@testable import Persistence

@Suite struct PredicateParserTests {
    /// Formats, and the form in which the parsed predicate is printed.
    @Test(arguments: [
        ("rating = 4", "rating == 4"), ("rating == 4", "rating == 4"), ("rating <> 4", "rating != 4"),
        ("rating != 4", "rating != 4"), ("rating =< 4", "rating <= 4"), ("rating => 4", "rating >= 4"),
        ("rating<4", "rating < 4"), ("rating > 4.50", "rating > 4.5"), ("rating == 0x1F", "rating == 31"),
        ("rating == 0b11", "rating == 3"), ("rating == 0o17", "rating == 15"), ("rating == 1e3", "rating == 1000.0"),
        ("rating == .5", "rating == 0.5"), ("rating == -9223372036854775808", "rating == -9223372036854775808"),
        ("rating between {1, 5}", "rating BETWEEN {1, 5}"), ("rating IN {1,2}", "rating IN {1, 2}"),
        ("rating IN {}", "rating IN {}"),
        ("location beginswith[c] 'mal'", "location BEGINSWITH[c] \"mal\""),
        ("location ENDSWITH[d] \"u\"", "location ENDSWITH[d] \"u\""),
        ("location CONTAINS[dc] 'x'", "location CONTAINS[cd] \"x\""),
        ("location LIKE 'a*b?'", "location LIKE \"a*b?\""), ("location LIKE 'a\\*b'", "location LIKE \"a\\\\*b\""),
        ("location MATCHES '\\d+ft'", "location MATCHES \"\\\\d+ft\""),
        ("location ==[cd] 'x'", "location ==[cd] \"x\""),
        ("location == 'it\\'s \\u00e9\\n'", "location == \"it's é\\n\""),
        ("location == '\\ud83d\\ude00'", "location == \"😀\""),
        ("a == 1 && b == 2 || !c == 3", "a == 1 AND b == 2 OR NOT c == 3"),
        ("a == 1 or b == 2 and c == 3", "a == 1 OR b == 2 AND c == 3"),
        ("(a == 1 OR b == 2) AND c == 3", "(a == 1 OR b == 2) AND c == 3"),
        ("NOT (a == 1 AND b == 2)", "NOT (a == 1 AND b == 2)"),
        ("((((a == 1))))", "a == 1"), ("TRUEPREDICATE", "TRUEPREDICATE"), ("not falsepredicate", "NOT FALSEPREDICATE"),
        ("ANY tags.name == 'x'", "ANY tags.name == \"x\""), ("SOME tags.name == 'x'", "ANY tags.name == \"x\""),
        ("ALL tags.name == 'x'", "ALL tags.name == \"x\""), ("NONE tags.name == 'x'", "NOT ANY tags.name == \"x\""),
        ("flag == YES AND flag == true", "flag == 1 AND flag == 1"),
        ("flag == NO OR flag == FALSE", "flag == 0 OR flag == 0"),
        ("spot == nil", "spot == nil"), ("spot != NULL", "spot != nil"), ("SELF == nil", "SELF == nil"),
        ("SELF.rating > 1", "rating > 1"),
        ("tags.@count > 2", "tags.@count > 2"), ("tags[SIZE] > 2", "tags.@count > 2"),
        ("#and == 1 AND a.#in == 1", "#and == 1 AND a.in == 1"),
        ("höhe_2 == 1", "höhe_2 == 1"), ("a + b * 2 - -c > 1", "a + b * 2 - -c > 1"),
        ("(a + b) * 2 > 1", "(a + b) * 2 > 1"),
        ("a - (b - c) > 1", "a - (b - c) > 1"), ("a ** 2 / b > 1", "a ** 2 / b > 1"), ("a -5 > 1", "a - 5 > 1"),
        ("-(5) < a", "-(5) < a"),
        ("lowercase:(a) == uppercase(b)", "lowercase:(a) == uppercase:(b)"),
        ("date > now() - 86400", "date > now() - 86400"),
        ("date > CAST(1.5, 'NSDate')", "date > CAST(1.5, \"NSDate\")"),
        ("price == CAST('1.10', 'NSDecimalNumber')", "price == CAST(\"1.1\", \"NSDecimalNumber\")"),
        (
            "SUBQUERY(tags, $t, $t.weight > 1 AND $t != nil).@count > 0",
            "SUBQUERY(tags, $t, $t.weight > 1 AND $t != nil).@count > 0"
        ),
        ("rating > $least", "rating > $least"), ("  rating\n\t> 1  ", "rating > 1"),
    ])
    func `every construct of the predicate language is parsed`(format: String, written: String) throws {
        let predicate = FetchPredicate(format: format)
        #expect(predicate.predicateFormat == written)
        #expect(FetchPredicate(format: written) == predicate)
    }

    /// Mistakes, the character at which each is reported, and part of the message. FET-13: a bad request is an error.
    @Test(arguments: [
        ("", 0, "expected a value"), ("rating", 6, "comparison operator"), ("rating >", 8, "expected a value"),
        ("rating > > 4", 9, "expected a value"), ("rating > 4 4", 11, "AND, OR or the end"),
        ("rating > 4 foo == 2", 11, "AND, OR"),
        ("(rating > 4", 11, ")"), ("rating > 4)", 10, "AND, OR or the end"), ("rating > 4ft", 10, "after the number"),
        ("a == 1 AND", 10, "value"),
        ("a == 'x", 5, "not closed"), ("a == 'x\\", 8, "backslash"), ("a == '\\u12'", 8, "hexadecimal"),
        ("a == '\\ud800'", 8, "surrogate"),
        ("a ? 1", 2, "unexpected character"), ("a ==[x] 1", 5, "c, d or cd"), ("a ==[c 1", 7, "]"),
        ("and == 1", 0, "reserved"), ("a == in", 5, "reserved"),
        ("a.@foo > 1", 2, "@count"), ("@count > 1", 0, "key before"), ("a. > 1", 3, "a key"), ("a[0] == 1", 2, "SIZE"),
        ("a IN {1", 7, "}"),
        ("foo(a) == 1", 0, "no function"), ("foo: == 1", 3, "("), ("CAST(1, 'NSFoo') == a", 8, "one of"),
        ("CAST('x', 'NSUUID') == a", 5, "not a valid NSUUID"),
        ("a == %@", 5, "no argument"), ("a == 1 %", 7, "placeholder"),
        ("a == 99999999999999999999e999", 5, "too large"), ("a == 0xZZ", 5, "base 16"),
        ("(a == 1) + 2 == 3", 9, "AND, OR"), ("ANY a", 5, "operator"), ("a == (b == 1)", 5, "not a condition"),
        ("a == 1 = 2", 7, "AND, OR"),
        ("é́ == 'ü' AND ?", 13, "unexpected character"), ("$ == 1", 1, "variable"),
        ("SUBQUERY(a, $x, $x == 1) > 1", 25, ".@count"),
    ])
    func `a syntax error is reported at its character`(format: String, position: Int, reason: String) throws {
        let error = try #require(throws: PredicateFormatError.self) { try FetchPredicate(validating: format) }
        #expect(error.position == position, "\(error)")
        #expect(error.reason.contains(reason), "\(error)")
    }

    @Test func `a syntax error has a pointer line for its character`() throws {
        let error = try #require(throws: PredicateFormatError.self) {
            try FetchPredicate(validating: "rating > 1 AND\nwind > > 4")
        }
        #expect(error.pointer == "wind > > 4\n       ^")
    }

    @Test(arguments: ["(", "NOT ", "-", "abs:(", "!", "{"])
    func `unlimited nesting is an error and does not crash`(opening: String) throws {
        let format = String(repeating: opening, count: 20_000)
        let error = try #require(throws: PredicateFormatError.self) { try FetchPredicate(validating: format) }
        #expect(error.reason.contains("nested deeper"))
    }

    @Test func `too many arithmetic operations are an error`() throws {
        let format = "a > 1" + String(repeating: " + 1", count: 600)
        let error = try #require(throws: PredicateFormatError.self) { try FetchPredicate(validating: format) }
        #expect(error.reason.contains("500 arithmetic operations"))
    }

    @Test func `a predicate format longer than the limit is an error`() throws {
        let format = "a == '" + String(repeating: "x", count: 100_000) + "'"
        #expect(throws: PredicateFormatError.self) { try FetchPredicate(validating: format) }
    }

    @Test func `a long chain of conditions is parsed into one flat condition`() throws {
        let predicate = FetchPredicate(format: Array(repeating: "a == 1", count: 5000).joined(separator: " OR "))
        let condition = FetchPredicate(format: "a == 1").root
        #expect(predicate.root == .or(Array(repeating: condition, count: 5000)))
    }
}
