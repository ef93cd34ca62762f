import Journal
import Testing

@testable import JournalCLI

struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("Malibu", 6), ("é", 1), ("e\u{301}", 1), ("北京", 4), ("ｶﾞ", 2), ("한국", 4), ("🏄", 2), ("🏄🏽‍♀️", 2), ("🇫🇷", 2),
        ("❤", 1), ("❤️", 2), ("Ａ", 2), ("…", 1), ("👨‍👩‍👧‍👦", 2), ("\u{301}", 0), ("a\u{AD}b", 3),
    ])
    func `the width of a text is counted in columns`(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test(arguments: [
        ("Malibu", 6, "Malibu"), ("Malibu", 5, "Mali…"), ("北京市", 5, "北京…"), ("北京市", 4, "北…"), ("Malibu", 1, "…"),
        ("Malibu", 0, ""), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ])
    func `a text is cut to a width with an ellipsis`(text: String, width: Int, cut: String) {
        #expect(DisplayWidth.truncated(text, to: width) == cut)
        #expect(DisplayWidth.of(cut) <= width)
    }

    @Test func `a text is padded to a width`() {
        #expect(DisplayWidth.padded("北", to: 4) == "北  ")
        #expect(DisplayWidth.padded("5", to: 3, .right) == "  5")
        #expect(DisplayWidth.padded("Malibu", to: 3) == "Malibu")
    }

    /// Texts of only these characters are measured without splitting them into clusters.
    @Test func `Latin letters and stars have the same width in a text as alone`() {
        let plain = [0x20..<0x7F, 0xA1..<0xAD, 0xAE..<0x300, 0x2605..<0x2607].joined().compactMap(Unicode.Scalar.init)
        let characters = plain.map(Character.init)
        #expect(characters.allSatisfy { DisplayWidth.of($0) == 1 })
        #expect(String(String.UnicodeScalarView(plain)).count == plain.count)
        #expect(DisplayWidth.of(String(characters)) == plain.count)
    }
}

struct TerminalSafeTests {
    @Test(arguments: [
        ("Malibu é 北", "Malibu é 北"), ("\u{1B}[31mred", "␛[31mred"), ("a\nb\r\nc\td", "a␊b␍␊c␉d"), ("\0\u{7F}", "␀␡"),
        ("\u{9B}31m", "\u{FFFD}31m"), ("a\u{202E}b\u{2066}", "a\u{FFFD}b\u{FFFD}"), ("🏄🏽‍♀️", "🏄🏽‍♀️"),
    ])
    func `characters that move the cursor or reverse the line are replaced`(text: String, shown: String) {
        #expect(TerminalSafe.text(text) == shown)
    }

    @Test func `newlines are the only control characters that lines keep`() {
    }
}
