import Testing

@testable import JournalCLI

struct WordWrapTests {
    @Test(arguments: [
        ("one two three", 7, ["one two", "three"]), ("one two", 7, ["one two"]), ("one two", 3, ["one", "two"]),
        ("a verylongword b", 6, ["a", "verylongword", "b"]), ("波 波 波", 5, ["波 波", "波"]), ("", 5, [""]),
    ])
    func `a sentence is wrapped at blanks`(text: String, width: Int, lines: [String]) {
        #expect(WordWrap.lines(text, to: width) == lines)
    }

    @Test func `without a width nothing is wrapped`() {
        #expect(WordWrap.lines("one two three", to: nil) == ["one two three"])
    }

    @Test(arguments: [40, 80])
    func `the help of the prompt fits the width`(width: Int) {
        #expect(Messages.sessionHelp(to: width).allSatisfy { DisplayWidth.of($0) <= width })
    }
}
