import Testing

@testable import Journal
@testable import JournalInsight
@testable import SurfLanguage

struct NameIndexTests {
    /// The names of an index after these texts, and the numbers of the names in each text.
    private func index(_ kind: NameKind, _ texts: String...) -> (names: [String], numbers: [[Int]]) {
        var index = NameIndex(kind)
        let numbers = texts.map { text in
            var (text, numbers) = (text, [Int]())
            text.withUTF8 { index.append($0, to: &numbers) }
            return numbers
        }
        return (index.names, numbers)
    }

    @Test func `a session counts once for a tag, however often and in whatever case its notes mention it`() {
        let index = index(.mention(.tag), "#Glassy #glassy #solo #GLASSY", "#solo #glassy")
        #expect(index.numbers == [[0, 1], [1, 0]])
    }

    @Test func `of spellings that are equally frequent the first one is the name`() {
        #expect(index(.mention(.tag), "#Glassy #solo #Solo", "#glassy #Solo").names == ["Glassy", "Solo"])
    }

    @Test func `places that differ in case are different names`() {
        let index = index(.place, "Malibu", "malibu", "Malibu")
        #expect(index.numbers == [[0], [1], [0]])
        #expect(index.names == ["Malibu", "malibu"])
    }
}
