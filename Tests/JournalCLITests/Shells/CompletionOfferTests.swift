import Foundation
import Journal
import Testing

@testable import JournalCLI

struct CompletionOfferTests {
    private struct Known: CompletionSource {
        func names(_ kind: NameKind) -> [String] {
            switch kind {
            case .place: ["Malibu", "Playa Grande", "Playa Hermosa", "Trestles, Lowers"]
            case .mention(.tag): ["dawnie", "dry"]
            case .board, .mention(.person): []
            }
        }
        func entries(startingWith digits: String, limit: Int) -> [CompletionCandidate] { [CompletionCandidate("61")] }
        func drafts() -> [CompletionCandidate] { [CompletionCandidate("d1")] }
        func jobs() -> [CompletionCandidate] { [] }
    }

    private func offer(_ words: String...) -> CompletionOffer {
        let before = Array(words.dropLast())
        let engine = CompletionEngine(source: Known(), commands: CommandShapes.needed(for: before))
        return engine.offer(after: before, current: words.last ?? "")
    }

    static let sentences: [([String], [String])] = [
        (["add", "ma"], ["Malibu"]), (["add", "today 7am: ma"], ["today 7am: Malibu"]),
        (["add", "today:", "playa", "g"], ["Grande"]),
        (["add", "4ft, pl"], ["4ft, Playa Grande", "4ft, Playa Hermosa"]),
        (["add", "4ft,pl", "--rating", "5", "ma"], ["Malibu"]), (["add", "tres"], []),
        (["add", "today:", "4ft", "@", "12s"], []), (["add", "malibu", "#d"], ["#dawnie", "#dry"]),
        (["add", "malibu, 3ft #daw"], ["malibu, 3ft #dawnie"]),
    ]

    @Test(arguments: sentences)
    func `a part of a sentence is completed as a place, with or without quotes`(words: [String], expected: [String]) {
        let engine = CompletionEngine(source: Known())
        let offer = engine.offer(after: Array(words.dropLast()), current: words.last ?? "")
        #expect(offer.words.map(\.value) == expected)
        #expect(offer.isOpen)
    }

    @Test func `a value after an equals sign is offered together with its option`() {
        #expect(offer("list", "--spot=ma").words.map(\.value) == ["--spot=Malibu"])
        #expect(offer("list", "--samples=o").words.map(\.value) == ["--samples=only"])
    }

    @Test func `lists with commas stay open, and files are left to the shell`() {
        #expect(
            offer("list", "--columns", "date,loc") == CompletionOffer(words: [.init("date,location")], isOpen: true))
        #expect(offer("export", "x").wantsFile)
        #expect(offer("list", "--store", "x").wantsFile)
    }

    @Test(arguments: CommandShapes.ofProgram.filter { $0.names[0] != "help" })
    func `a command has the same shape alone as among all commands`(shape: CommandShape) {
        for name in shape.names {
            let needed = CommandShapes.needed(for: [name])
            #expect(needed.first { $0.names == shape.names } == shape)
            #expect(Set(needed.flatMap(\.names)) == Set(Commands.names))
        }
    }

    @Test func `help and options before a command are completed without reading every command`() {
        #expect(offer("help", "exp").words.map(\.value) == ["export"])
        #expect(offer("--js").words.map(\.value) == ["--json"])
        #expect(offer("--json", "expo").words.map(\.value) == ["export"])
    }
}
