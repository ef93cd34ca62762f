import Testing

@testable import JournalCLI

struct ChoiceListTests {
    private func rows(_ names: [String], columns: Int, maxRows: Int = 20) -> [String] {
        ChoiceList.rows(names.map { CompletionCandidate($0) }, columns: columns, maxRows: maxRows)
    }

    @Test func `choices are arranged in columns, downwards first`() {
        #expect(rows(["a", "bb", "ccc", "d", "e"], columns: 14) == ["a    ccc  e", "bb   d"])
        #expect(rows(["漢字", "b", "c"], columns: 12) == ["漢字  c", "b"])
        #expect(rows(["a"], columns: 1) == ["a"])
    }

    @Test func `choices that do not fit are counted`() {
        #expect(rows((1...9).map { "\($0)" }, columns: 5, maxRows: 2) == ["1  3", "2  4", "... and 5 more."])
    }

    @Test func `a choice with a note has its own row, cut to the screen`() {
        let choices = [CompletionCandidate("5001", note: "2014-08-01 Malibu"), CompletionCandidate("last")]
        #expect(ChoiceList.rows(choices, columns: 20, maxRows: 5) == ["5001  2014-08-01 Ma…", "last"])
        #expect(ChoiceList.rows(choices, columns: 20, maxRows: 1) == ["5001  2014-08-01 Ma…", "... and 1 more."])
    }

    @Test func `no row is wider than the screen`() {
        #expect(rows(["a long name of a place", "x"], columns: 10) == ["a long na…", "x"])
    }
}
