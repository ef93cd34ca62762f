import Testing

@testable import JournalCLI

struct CharacterSubstitutesTests {
    @Test(arguments: [
        "Malibu, 4ft", "é", "e\u{301}", "e\u{301}\u{301}e", "漢字", "👨‍👩‍👧🏄🏽‍♂️🇵🇹", "a\nb\tc", "\u{12000}\u{F0000}", "\u{301}a",
        "",
    ])
    func `the editor holds one scalar for each character and returns the text unchanged`(text: String) {
        var substitutes = CharacterSubstitutes()
        let scalars = substitutes.scalars(for: text)
        #expect(scalars.count == text.count)
        #expect(Array(substitutes.text(of: scalars).unicodeScalars) == Array(text.unicodeScalars))
        #expect(substitutes.scalars(for: text) == scalars)
    }

    @Test func `composed and decomposed letters are distinguished`() {
        var substitutes = CharacterSubstitutes()
        let scalars = substitutes.scalars(for: "é e\u{301}")
        #expect(scalars[0] == "é")
        #expect(scalars[2] != "e")
        #expect(substitutes.text(of: [scalars[2]]).unicodeScalars.count == 2)
    }

    @Test func `substitutes for letters are letters, so that word movement works`() {
        var substitutes = CharacterSubstitutes()
        #expect(substitutes.scalar(for: "e\u{301}").properties.isAlphabetic)
        #expect(!substitutes.scalar(for: "🏄🏽‍♂️").properties.isAlphabetic)
    }

    @Test func `there are enough substitutes for over 10,000 different characters`() {
        var substitutes = CharacterSubstitutes()
        let marks = (0x300...0x36F).compactMap(Unicode.Scalar.init).map { String(Character($0)) }
        var seen: Set<Unicode.Scalar> = []
        var count = 0
        for first in marks {
            for second in marks where first != second {
                seen.insert(substitutes.scalar(for: Character("x" + first + second)))
                count += 1
            }
        }
        #expect(seen.count == count)
    }
}
