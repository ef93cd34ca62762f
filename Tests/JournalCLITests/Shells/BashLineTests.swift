import Testing

@testable import JournalCLI

struct BashLineTests {
    private static let breaks = " \t\n\"'><=;|&(:"

    private func line(_ text: String) -> BashLine { BashLine(text, breaks: Self.breaks) }

    static let words: [(String, [String], String)] = [
        ("surfjournal li", ["surfjournal"], "li"), ("surfjournal list ", ["surfjournal", "list"], ""),
        (#"s list --spot Playa\ Gr"#, ["s", "list", "--spot"], "Playa Gr"),
        (#"s list --spot "Playa Gr"#, ["s", "list", "--spot"], "Playa Gr"),
        (#"s add 'a "b' "c \" d" e\\"#, ["s", "add", "a \"b", "c \" d"], #"e\"#),
        (#"s "a\b" ''  x"#, ["s", #"a\b"#, ""], "x"), ("s --spot=Play", ["s"], "--spot=Play"), ("", [], ""),
    ]

    @Test(arguments: words)
    func `a line is split as bash splits it`(text: String, words: [String], current: String) {
        #expect(line(text).words == words)
        #expect(line(text).current == current)
    }

    static let spellings: [(String, String, String)] = [
        ("s list --spot pl", "Playa Grande", #"Playa\ Grande"#),
        (#"s list --spot "pl"#, "Playa Grande", "Playa Grande"),
        ("s list --spot tea", "Teahupo'o", #"Teahupo\'o"#), ("s list --spot 'tea", "Teahupo'o", #"Teahupo'\''o"#),
        (#"s list --spot "x"#, #"x$y"z"#, #"x\$y\"z"#), ("s list --spot=pl", "--spot=Playa", "Playa"),
        (#"s list --spot="pl"#, "--spot=Playa Grande", "Playa Grande"), ("s list --spot m", "Máncora", "Máncora"),
        ("s add today: ma", "Malibu", "Malibu"), (#"s add today:\ ma"#, "today: Malibu", #"\ Malibu"#),
        ("s list x; rm $", "$(rm)", #"\$\(rm\)"#),
    ]

    @Test(arguments: spellings)
    func `a word is quoted for the part of the line that bash replaces`(text: String, word: String, spelled: String) {
        #expect(line(text).spelled(word) == spelled)
    }

    static let wholes: [(String, String, String)] = [
        ("s list --spot 'bo", "Bob's 'Reef'", #"Bob'\''s '\''Reef'\''"# + "'"),
        (#"s list --spot "th"#, #"The "Box""#, #"The \"Box\""# + "\""),
        ("s list --spot 'ma", "Malibu", "Malibu"), ("s list --spot bo", "Bo'", #"Bo\'"#),
        (#"s list --spot "bo"#, "Bo'", "Bo'"),
    ]

    @Test(arguments: wholes)
    func `a complete word closes the open quote if it ends with one, because bash does not`(
        text: String, word: String, spelled: String
    ) {
        #expect(line(text).spelledWhole(word) == spelled)
    }
}
