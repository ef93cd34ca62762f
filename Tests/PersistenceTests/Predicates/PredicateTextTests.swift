import Foundation
import Testing

@testable import Persistence

@Suite struct PredicateTextTests {
    @Test(
        arguments: [
            ("Malibu", FetchPredicate.Options.caseInsensitive, "malibu"), ("São", .caseInsensitive, "s\u{E3}o"),
            ("São", .diacriticInsensitive, "Sao"), ("SÃO", [.caseInsensitive, .diacriticInsensitive], "sao"),
            ("Σίσυφος", .caseInsensitive, "σ\u{3AF}συφοσ"), ("ẞ", .caseInsensitive, "ß"),
            ("\u{212A}", .caseInsensitive, "k"), ("Cafe\u{301}", .caseInsensitive, "caf\u{E9}"),
            ("ı", .caseInsensitive, "ı"), ("İ", [.caseInsensitive, .diacriticInsensitive], "i"),
            ("が", .diacriticInsensitive, "か\u{3099}"),
            ("Łódź", .diacriticInsensitive, "Łodz"), ("Straße", [.caseInsensitive, .diacriticInsensitive], "straße"),
            ("", .caseInsensitive, ""),
            // Hebrew points and Arabic vowels are marks with combining classes of their own.
            (
                "\u{5E9}\u{5C1}\u{5B8}\u{5DC}\u{5D5}\u{5B9}\u{5DD}", .diacriticInsensitive,
                "\u{5E9}\u{5DC}\u{5D5}\u{5DD}"
            ),
            (
                "\u{645}\u{64F}\u{62D}\u{64E}\u{645}\u{651}\u{64E}\u{62F}", .diacriticInsensitive,
                "\u{645}\u{62D}\u{645}\u{62F}"
            ),
            ("\u{631}\u{670}", .diacriticInsensitive, "\u{631}"), ("\u{5D0}\u{5B0}", .diacriticInsensitive, "\u{5D0}"),
            // A virama or a nukta makes a different letter.
            ("\u{915}\u{94D}", .diacriticInsensitive, "\u{915}\u{94D}"),
            ("\u{921}\u{93C}", .diacriticInsensitive, "\u{921}\u{93C}"),
        ] as [(String, FetchPredicate.Options, String)])
    func `folding ignores case and diacritics only`(text: String, options: FetchPredicate.Options, folded: String) {
        #expect(TextFolding.fold(text, options).hasSameBytes(as: folded))
    }

    @Test(
        arguments: [
            ("Malibu", "Mal*", true), ("Malibu", "mal*", false), ("Malibu", "*", true), ("", "*", true),
            ("", "?", false), ("", "", true),
            ("Malibu", "M?libu", true), ("Malibu", "M??ibu", true), ("Malibu", "?", false), ("a*b", "a\\*b", true),
            ("axb", "a\\*b", false),
            ("a?b", "a\\?b", true), ("a\\b", "a\\\\b", true), ("a\\", "a\\", true), ("café", "caf?", true),
            ("cafe\u{301}", "caf?", true),
            ("😀", "?", true), ("日本", "??", true), ("日本", "?", false), ("abcabc", "*abc", true),
            ("abcab", "*abc", false), ("aXbXc", "a*b*c", true),
            ("a\nb", "a*b", true),
        ] as [(String, String, Bool)])
    func `in LIKE a star matches any text and a question mark one character`(
        text: String, pattern: String, matches: Bool
    ) {
        #expect(TextTest.like.holds(text, pattern, []) == matches)
    }

    @Test func `LIKE with many stars does not take exponential time`() {
        let text = String(repeating: "a", count: 2000)
        #expect(!TextTest.like.holds(text, String(repeating: "a*", count: 50) + "b", []))
    }

    @Test(
        arguments: [
            (TextTest.contains, "Rincon, São João", "SAO", FetchPredicate.Options(rawValue: 3), true),
            (.contains, "Malibu", "LIB", .caseInsensitive, true),
            (.contains, "Malibu", "LIB", [], false), (.contains, "Malibu", "", [], true),
            (.contains, "", "a", [], false),
            (.beginsWith, "Malibu", "mal", .caseInsensitive, true), (.beginsWith, "é", "e", [], false),
            (.beginsWith, "é", "e", .diacriticInsensitive, true),
            (.endsWith, "Malibu", "ibu", [], true), (.endsWith, "bu", "ibu", [], false),
            (.like, "MALIBU", "m*", .caseInsensitive, true),
            (.contains, "MALIBU", "lib", .diacriticInsensitive, false),
        ] as [(TextTest, String, String, FetchPredicate.Options, Bool)])
    func `text operators compare bytes, folded by their options`(
        test: TextTest, text: String, pattern: String, options: FetchPredicate.Options, holds: Bool
    ) {
        #expect(test.holds(text, pattern, options) == holds)
    }

    @Test(
        arguments: [
            ("ab", "a|ab", FetchPredicate.Options(), true), ("abc", "ab", [], false), ("AB", "ab", [], false),
            ("AB", "ab", .caseInsensitive, true),
            ("São", "Sao", .diacriticInsensitive, true), ("", "", [], true), ("a", "", [], false), ("é", ".", [], true),
            ("12ft", "\\d+ft", [], true),
        ] as [(String, String, FetchPredicate.Options, Bool)])
    func `MATCHES tests the whole value`(text: String, pattern: String, options: FetchPredicate.Options, matches: Bool)
        throws
    {
        #expect(try #require(TextPattern(pattern, options)).matches(text) == matches)
    }

    @Test(arguments: ["(", "a)(b", "[", "*"])
    func `an invalid regular expression is rejected`(pattern: String) {
        #expect(TextPattern(pattern, []) == nil)
    }

    /// A match of everything but the last letter, which each pattern can try in a great number of ways.
    @Test(arguments: ["(a+)+b", "(a|aa)+b", "(a*)*b", "(?:a?){40}a{40}b", "(.*)(.*)(.*)(.*)(.*)(.*)b", "(a|b|aa)*c"])
    func `a pattern that takes too many steps is an error, not a mismatch`(pattern: String) throws {
        let expression = try #require(TextPattern(pattern, []))
        let text = String(repeating: "a", count: 400)
        let error = #expect(throws: PatternLimitError.self) { try expression.matches(text, key: 7) }
        #expect(error == PatternLimitError(pattern: pattern, key: 7))
        #expect(error?.localizedDescription.contains(text) == false)
    }

    @Test(arguments: [".*b.*", "[^b]*", "(?s).*", ".*a"])
    func `a simple pattern can test a long text`(pattern: String) throws {
        let text = String(repeating: "a", count: 1_000_000)
        #expect(try #require(TextPattern(pattern, [])).matches(text) == !pattern.hasPrefix(".*b"))
    }
}
