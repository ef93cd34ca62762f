import Foundation
import Journal
import Testing

@testable import JournalCLI

struct CompletionEngineTests {
    private struct Known: CompletionSource {
        func names(_ kind: NameKind) -> [String] {
            switch kind {
            case .board: return ["6'2 fish"]
            case .mention(.tag): return ["dawnie", "dry"]
            case .mention(.person): return ["ana"]
            case .place: break
            }
            return ["Malibu", "Playa Grande", "Playa Hermosa", "Teahupo'o", "Trestles, Lowers", "Ōhope", "'Ohau"]
        }
        func entries(startingWith digits: String, limit: Int) -> [CompletionCandidate] {
            ["5001", "5002", "61"].filter { $0.hasPrefix(digits) }.map { CompletionCandidate($0) }
        }
        func drafts() -> [CompletionCandidate] { [CompletionCandidate("d1"), CompletionCandidate("d2")] }
        func jobs() -> [CompletionCandidate] { [CompletionCandidate("%1")] }
    }

    private let engine = CompletionEngine(source: Known())

    private func completed(_ line: String, inScratchpad: Bool = false) -> String? {
        guard let completion = engine.completion(of: line, .commandLine(inScratchpad: inScratchpad)) else { return nil }
        guard let replacement = completion.replacement else { return line }
        return String(decoding: Array(line.utf8)[..<completion.start], as: UTF8.self) + replacement
    }

    private func choices(_ line: String, inScratchpad: Bool = false) -> [String] {
        engine.completion(of: line, .commandLine(inScratchpad: inScratchpad))?.choices.map(\.value) ?? []
    }

    @Test(arguments: [
        ("check --wi", "check --with-log "), ("restore --witho", "restore --without-log "),
        ("ad", "add "), ("--json exp", "--json export "), ("list --sa", "list --samples "),
        ("list --samples o", "list --samples only "), ("list --samples=o", "list --samples=only "),
        ("list --spot teah", "list --spot Teahupo'o "), ("list --spot \"tre", "list --spot \"Trestles, Lowers\" "),
        ("list --spot tre", "list --spot \"Trestles, Lowers\" "),
        ("list --spot 'tre", "list --spot 'Trestles, Lowers' "),
        ("list --spot oh", "list --spot Ōhope "), ("list --spot pl", "list --spot \"Playa "),
        ("list --spot \"Playa g", "list --spot \"Playa Grande\" "), ("list mal", "list Malibu "),
        ("show 6", "show 61 "), ("show l", "show last "), ("show 5", "show 500"), ("save d1", "save d1 "),
        ("cancel %", "cancel %1 "), ("help exp", "help export "), ("sample rem", "sample remove "),
        ("list --columns date,loc", "list --columns date,location "), ("edit 61 --clear no", "edit 61 --clear notes "),
        ("edit 61 --on-conflict th", "edit 61 --on-conflict theirs "),
        ("export --format jsonl", "export --format jsonl "),
        ("delete 61 5001 500", "delete 61 5001 500"), ("list --rating 5 --hei", "list --rating 5 --height "),
    ])
    func `a word is completed according to its position`(line: String, expected: String) {
        #expect(completed(line) == expected)
    }

    @Test(arguments: [
        ("config units ", ["ft", "m"]), ("config color ", ["auto", "always", "never"]),
        ("config date-order ", ["mdy", "dmy", "ymd"]), ("config goal ", []), ("config --json units ", ["ft", "m"]),
        ("plot calendar ", []), ("plot months ", []), ("plot scatter height period ", []), ("plot hist height ", []),
        ("spots rename Malibu x ", []), ("spots zone Malibu Europe/Lisbon ", []),
    ])
    func `an operand is completed according to the first one`(line: String, words: [String]) {
        #expect(choices(line) == words)
    }

    @Test(arguments: [
        ("spots zone Malibu Europe/Lis", "spots zone Malibu Europe/Lisbon "), ("spots zone mal", "spots zone Malibu "),
        ("spots rename Malibu teah", "spots rename Malibu Teahupo'o "),
        ("add --time-zone europe/lis", "add --time-zone Europe/Lisbon "),
        ("set time-zone Europe/Lis", "set time-zone Europe/Lisbon "),
    ])
    func `a time zone is completed where one belongs`(line: String, expected: String) {
        #expect(completed(line, inScratchpad: true) == expected)
    }

    @Test(arguments: [
        ("list --tag daw", "list --tag dawnie "), ("stats --with a", "stats --with ana "),
        ("list --board 6", "list --board \"6'2 fish\" "), ("tags rename daw", "tags rename dawnie "),
        ("tags rename #daw", "tags rename \"#dawnie\" "),
        ("people rename ana a", "people rename ana ana "), ("boards rename 6", "boards rename \"6'2 fish\" "),
        ("add malibu #daw", "add malibu #dawnie"), ("add 4ft, malibu @a", "add 4ft, malibu @ana"),
        ("add #DAW", "add #dawnie"), ("add malibu (#daw", "add malibu (#daw"),
    ])
    func `boards, tags and people are completed where they belong`(line: String, expected: String) {
        #expect(completed(line) ?? line == expected)
    }

    @Test(arguments: ["plot hist ", "plot scatter ", "plot scatter height "])
    func `plot completes only numeric fields`(line: String) {
        #expect(choices(line).contains("height"))
        #expect(choices(line).contains("rating"))
        #expect(!choices(line).contains("location"))
        #expect(!choices(line).contains("hist"))
    }

    @Test(arguments: [
        ("add mal", "add Malibu"), ("add today: pl", "add today: Playa "),
        ("add 4ft, playa g", "add 4ft, Playa Grande"),
        ("add 4ft,mal", "add 4ft,Malibu"), ("add today 7:30: tea", "add today 7:30: Teahupo'o"),
        ("add tres", "add \"Trestles, Lowers\""), ("add 4ft, tres", "add 4ft, \"Trestles, Lowers\""),
        ("add \"'oh", "add \"'Ohau\" "), ("add 'oh", "add 'Ōhope' "), ("add \"tres", "add \"Trestles, Lowers\" "),
        ("add --rating 5 mal", "add --rating 5 Malibu"), ("add --rating 5 --not", "add --rating 5 --notes "),
    ])
    func `the last part of a sentence is completed as a place`(line: String, expected: String) {
        #expect(completed(line) == expected)
    }

    @Test(arguments: [
        "zzz", "list --spot zz", "show x", "zzz mal", "list --where rat", "show 'last'", "add 4ft,tres", "undo-",
    ])
    func `a word without a match is not completed`(line: String) {
        #expect(completed(line) == nil)
    }

    @Test func `choices are listed`() {
        #expect(choices("show 5") == ["5001", "5002"])
        #expect(choices("save ") == ["d1", "d2"])
        #expect(choices("edit 61 --on-conflict ").contains("overwrite"))
        #expect(choices("list --").contains("--location"))
        #expect(!choices("list --rating 5 --json --").contains("--json"))
        #expect(choices("s").contains("show"))
    }

    @Test func `a scratchpad has additional commands`() {
        #expect(completed("dif", inScratchpad: true) == "diff ")
        #expect(completed("dif") == nil)
        #expect(completed("set --js", inScratchpad: true) == nil)
        #expect(completed("diff --js", inScratchpad: true) == "diff --json ")
        #expect(completed("wait ") == "wait %1 ")
        #expect(completed("set loc", inScratchpad: true) == "set location ")
        #expect(completed("set location mal", inScratchpad: true) == "set location Malibu ")
        #expect(choices("set rating ", inScratchpad: true) == ["1", "2", "3", "4", "5"])
    }

    @Test(arguments: [("ex", nil), ("exi", "exit "), ("qu", "quit "), ("rm", "rm "), ("r", nil)])
    func `another name of a command is completed if no name begins so`(line: String, expected: String?) {
        let completion = engine.completion(of: line, .commandLine(inScratchpad: false))
        #expect(completion?.replacement == expected)
        #expect(completion?.choices.contains { $0.value == "rm" } != true)
    }

    @Test func `an answer to a question is completed as a whole`() {
        let words = LineCompletion.words(["Playa Grande", "Playa Hermosa"])
        #expect(engine.completion(of: "playa g", words)?.replacement == "Playa Grande")
        #expect(engine.completion(of: "p", words)?.replacement == "Playa ")
        #expect(engine.completion(of: "playa g", .nothing) == nil)
    }

    @Test func `a shell gets words without quotes`() {
        #expect(engine.candidates(after: ["list", "--spot"], current: "tre").map(\.value) == ["Trestles, Lowers"])
        #expect(engine.candidates(after: ["--store", "x"], current: "exp").map(\.value) == ["export"])
        #expect(engine.candidates(after: ["list", "--"], current: "--").map(\.value) == [])
    }

    @Test func `files are completed with a blank after them, and folders without`() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/names-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder + "/My Trips", withIntermediateDirectories: true)
        for name in ["one.csv", ".hidden", "My Trips/two words.csv"] {
            try Data().write(to: URL(fileURLWithPath: folder + "/" + name))
        }
        #expect(completed("export \(folder)/o") == "export \(folder)/one.csv ")
        #expect(completed("export \(folder)/M") == "export \"\(folder)/My Trips/")
        #expect(completed("export \"\(folder)/My Trips/t") == "export \"\(folder)/My Trips/two words.csv\" ")
        #expect(completed("export \(folder)/.h") == "export \(folder)/.hidden ")
        #expect(choices("export \(folder)/") == [folder + "/My Trips/", folder + "/one.csv"])
        let atHome = CompletionEngine(source: Known(), folders: FileCompletions(home: folder))
        #expect(atHome.completion(of: "export ~/o", .commandLine(inScratchpad: false))?.replacement == "~/one.csv ")
    }
}
