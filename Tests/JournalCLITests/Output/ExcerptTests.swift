import Testing

@testable import JournalCLI

struct ExcerptTests {
    /// One character can have any number of marks.
    private static let long = "e" + String(repeating: "\u{301}", count: 100_000)

    @Test func `an excerpt is bounded in bytes and ends with a whole scalar`() {
        let start = Excerpt.start(of: Self.long)
        #expect(start.utf8.count < 210)
        #expect(start.unicodeScalars.last == "\u{2026}")
        #expect(!start.unicodeScalars.contains("\u{FFFD}"))
        #expect(Excerpt.start(of: "Malibu") == "Malibu")
    }

    @Test func `a long message keeps its end from the value's closing quote, and is bounded in bytes`() {
        let sentence = Excerpt.shortened("--rating '\(Self.long)' is not valid.")
        #expect(sentence.hasPrefix("--rating '"))
        #expect(sentence.hasSuffix("' is not valid."))
        #expect(sentence.utf8.count < 520)
        #expect(Excerpt.shortened("\(Self.long)'\(Self.long)").utf8.count < 520)
    }
}
