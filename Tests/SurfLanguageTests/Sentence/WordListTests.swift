import Testing

@testable import SurfLanguage

struct WordListTests {
    static let all = [WordList.spots, .english] + WordList.others

    @Test(arguments: all.indices) func `a list is sorted, without repetitions, and has one word or name on a line`(
        index: Int
    ) {
        let lines = Self.all[index].lines
        #expect(lines.count > 3_000)
        let areSorted = zip(lines, lines.dropFirst()).allSatisfy { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        #expect(areSorted)
    }

    @Test(arguments: all.indices) func `words are as they are compared: in lower case and without accents`(index: Int) {
        let other = Self.all[index].lines.first { line in
            line.isEmpty
                || line.utf8.contains {
                    !($0.isLetter || $0.isDigit || $0 == 0x20 || $0 == 0x27) || $0 != $0.lowercased
                }
        }
        #expect(other == nil)
    }

    @Test(arguments: all.indices) func `each line of a list is found, and nothing between two lines`(index: Int) {
        let list = Self.all[index]
        let lines = list.lines
        for number in stride(from: 0, to: lines.count, by: 97) + [lines.count - 1] {
            #expect(list.contains(lines[number]))
            #expect(list.match(String(lines[number].dropLast())) != nil)
            #expect(!list.contains(lines[number] + "~"))
        }
        #expect(!list.contains(""))
        #expect(!list.contains("zzzz"))
    }

    @Test func `a spot is found in any spelling of its letters, and as a whole`() {
        func end(_ line: String) -> Int? { SurfSpots.end(of: TokenLine(plain: line).tokens, at: 0) }
        #expect(end("Teahupo'o 6ft") == 1)
        #expect(end("KLITMØLLER") == 1)
        #expect(end("Praia-do-Norte") == 5)
        #expect(end("54th Street 3ft") == 3)
        #expect(end("teahupoox") == nil)
        #expect(end("hmm malibu") == nil)
    }
}
