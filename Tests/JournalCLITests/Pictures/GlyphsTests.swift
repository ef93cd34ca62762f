import Testing

@testable import JournalCLI

struct GlyphsTests {
    static let environments: [([String: String], Bool)] = [
        ([:], true), (["TERM": "dumb"], false), (["LANG": "C"], false), (["LANG": "de_DE.UTF-8"], true),
        (["LC_ALL": "C", "LANG": "en_US.UTF-8"], false), (["LC_ALL": "", "LANG": "en_US.utf8"], true),
        (["LC_CTYPE": "POSIX", "LANG": "en_US.UTF-8"], false),
    ]

    @Test(arguments: environments)
    func `pictures are ASCII on dumb terminals and without UTF-8`(environment: [String: String], isUnicode: Bool) {
        #expect(Glyphs(environment: environment, ascii: false).isUnicode == isUnicode)
        #expect(!Glyphs(environment: environment, ascii: true).isUnicode)
    }

    @Test(arguments: [(1.0, "████"), (0.5, "██"), (0.53, "██▏"), (0.001, "▏"), (0, "")])
    func `a bar's length follows its value, and a small one is still visible`(part: Double, bar: String) {
        #expect(Glyphs(isUnicode: true).bar(part, 4) == bar)
    }

    @Test func `the heights of a sparkline follow its numbers`() {
        #expect(Glyphs(isUnicode: true).sparkline([0, 1, 4, 8]) == "·▁▄█")
        #expect(Glyphs(isUnicode: false).sparkline([0, 1, 9, 100]) == ".119")
        #expect(Glyphs(isUnicode: true).sparkline([0, 0]) == "··")
    }
}
