import Journal
import Testing

@testable import JournalCLI
@testable import SurfLanguage

struct ScriptLineTests {
    private func words(_ line: String) throws -> [String] { try ScriptLine(line, home: "/home/ann").arguments }

    @Test(arguments: [
        ("list --spot malibu", ["list", "--spot", "malibu"]), ("  a \t b  ", ["a", "b"]), ("", []), (" \t", []),
        ("add Teahupo'o, 4ft", ["add", "Teahupo'o,", "4ft"]), ("say 4\"", ["say", "4\""]),
        ("show 'as it is \\ \" # &'", ["show", "as it is \\ \" # &"]), ("a '' \"\"", ["a", "", ""]),
        (#"a "with \" and \\ and \n""#, ["a", #"with " and \ and \n"#]),
        (#"set notes "Lowers, left", then"#, ["set", "notes", "Lowers, left,", "then"]),
        ("a;b $HOME *.csv `x` | y > z", ["a;b", "$HOME", "*.csv", "`x`", "|", "y", ">", "z"]),
        ("a\u{A0}b", ["a\u{A0}b"]), ("漢 字", ["漢", "字"]),
    ])
    func `words end at blanks, and a quote opens only at the start of a word`(line: String, expected: [String]) throws {
        #expect(try words(line) == expected)
    }

    @Test(arguments: ["# a comment", "  # one too", "#", "#!/usr/bin/env surfjournal"])
    func `a line that begins with # is a comment`(line: String) throws {
        #expect(try ScriptLine(line, home: nil).isEmpty)
    }

    @Test func `a # elsewhere is an ordinary character`() throws {
        #expect(try words("list # x") == ["list", "#", "x"])
    }

    @Test(arguments: [
        ("export a.csv &", ["export", "a.csv"], true), ("export & a.csv", ["export", "&", "a.csv"], false),
        ("export a&", ["export", "a&"], false), ("export '&'", ["export", "&"], false), ("&", [], true),
        ("a & &", ["a", "&"], true),
    ])
    func `& has a meaning only as the last word`(line: String, words: [String], isInBackground: Bool) throws {
        let line = try ScriptLine(line, home: nil)
        #expect(line.arguments == words)
        #expect(line.isInBackground == isInBackground)
    }

    @Test(arguments: [
        ("export ~/a.csv", ["export", "/home/ann/a.csv"]), ("a b~/c ~ ~ann/x", ["a", "b~/c", "~", "~ann/x"]),
        ("a '~/b' \"~/c\"", ["a", "~/b", "~/c"]),
    ])
    func `~/ at the start of an unquoted word means the home folder`(line: String, expected: [String])
        throws
    {
        #expect(try words(line) == expected)
    }

    @Test func `without a home folder, ~ stays unchanged`() throws {
        #expect(try ScriptLine("a ~/b", home: nil).arguments == ["a", "~/b"])
    }

    @Test(arguments: [("add 'Malibu, 4ft", "'Malibu, 4ft"), ("a \"b\\\"", "\"b\\\""), ("a \"", "\"")])
    func `an unclosed quote is refused`(line: String, rest: String) {
        #expect(throws: ScriptMistake.unclosedQuote(rest)) { try ScriptLine(line, home: nil) }
    }

    @Test(arguments: [
        ("add '7am: O'Brien, 3ft'", "'7am: O'Brien, 3ft'"), ("add 'it's good'", "'it's good'"),
    ])
    func `an apostrophe that ends a quote before its time leaves the quote unclosed`(line: String, rest: String) {
        #expect(throws: ScriptMistake.unclosedQuote(rest)) { try ScriptLine(line, home: nil) }
    }

    @Test(arguments: ["add 'a'b 'c'", "add 'Malibu': 3ft"])
    func `text after a closing quote is part of its word`(line: String) throws {
        #expect(try !ScriptLine(line, home: nil).isEmpty)
    }

    @Test func `a NUL is refused`() {
        #expect(throws: ScriptMistake.containsNUL) { try ScriptLine("a\0b", home: nil) }
    }

    @Test func `a word knows its position and its quotes`() throws {
        let words = try ScriptLine(#"é "a b"c 'd'"#, home: nil).words
        #expect(words.map(\.range) == [0..<2, 3..<9, 10..<13])
        #expect(words.map(\.quoting) == [.none, .double, .single])
        #expect(words.map(\.quotedCount) == [0, 3, 1])
    }

    // MARK: Sentences

    @Test func `a quoted word is not split at its commas, but the text after the quote is`() throws {
        let line = try ScriptLine(#"add today: "Trestles, Lowers", 4ft, 'so: nice'"#, home: nil)
        let words = line.sentenceWords(Array(line.arguments.dropFirst())) { _ in false }
        #expect(
            words == [
                .plain("today:"), .quoted("Trestles, Lowers", then: ","), .plain("4ft,"), .quoted("so: nice", then: ""),
            ])
        let dates = DateReader(now: 0, zone: .gmt, order: nil)
        let values = try SentenceReader(dates: dates).read(words).values
        #expect(values.location == "Trestles, Lowers")
        #expect(values.height == "4ft")
        #expect(values.notes == "so: nice")
    }

    @Test func `values of options do not belong to the sentence`() throws {
        let line = try ScriptLine(#"add --notes "a, b" "a, b""#, home: nil)
        #expect(line.sentenceWords(["a, b"]) { $0 == 2 } == [.quoted("a, b", then: "")])
        let plain = try ScriptLine(#"add --notes a a"#, home: nil)
        #expect(plain.sentenceWords(["a"]) { $0 == 2 } == [.plain("a")])
    }

    // MARK: Writing words

    @Test(arguments: [
        "Malibu", "Teahupo'o", "Playa Grande", "'Ohau", "\"x\"", "a\\b", "a \\\" b", "#1", "~/a", "&", "", "漢 字",
        "a\tb",
        "~", "a\"b c",
    ])
    func `a word written with the quotes it needs is read back unchanged`(text: String) throws {
        #expect(try ScriptLine("x " + ScriptWord.quoted(text), home: "/home/ann").arguments == ["x", text])
        #expect(try ScriptLine(ScriptWord.doubleQuoted(text), home: "/home/ann").arguments == [text])
    }

    @Test(arguments: ["Malibu", "Teahupo'o", "a\\b", "4\"", "a#", "a&b"])
    func `a word that needs no quotes gets none`(text: String) {
        #expect(ScriptWord.quoted(text) == text)
    }
}
