import Testing

@testable import JournalCLI

struct TableTests {
    private let table = Table(
        columns: [
            Table.Column(title: "id", alignment: .right), Table.Column(title: "date", shortWidth: 4),
            Table.Column(title: "place", minWidth: 5), Table.Column(title: "wind", minWidth: 4, hidePriority: 1),
        ],
        rows: [["1", "2014 07:00", "Malibu", "offshore"], ["20", "2015 08:00", "北京市场很大", "NW"]])

    @Test func `without a width nothing is cut`() {
        #expect(
            table.fitted(to: nil).lines == [
                "id  date        place         wind", " 1  2014 07:00  Malibu        offshore",
                "20  2015 08:00  北京市场很大  NW",
            ])
    }

    @Test func `a narrow table drops times first, then cuts the widest texts, then hides columns`() {
        #expect(table.fitted(to: 34).lines[2] == "20  2015  北京市场很大  NW")
        #expect(table.fitted(to: 24).lines[2] == "20  2015  北京…   NW")
        #expect(table.fitted(to: 19).hidden == ["wind"])
        #expect(table.fitted(to: 19).lines[1] == " 1  2014  Malibu")
    }

    @Test(arguments: 1...40) func `no line is wider than the limit`(width: Int) {
        let lines = table.fitted(to: width).lines
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= width })
    }

    @Test func `a very long cell is cut even without a width`() {
        let endless = String(repeating: "波 ", count: 100_000)
        let lines = Table(columns: [Table.Column(title: "notes")], rows: [[endless]]).fitted(to: nil).lines
        #expect(DisplayWidth.of(lines[1]) <= Table.widest)
        #expect(lines[1].hasSuffix("…"))
    }

    @Test func `a column of bars without a title is hidden without a message`() {
        let columns = [Table.Column(title: "year"), Table.Column(title: "", hidePriority: 1)]
        let fitted = Table(columns: columns, rows: [["2014", "█████"]]).fitted(to: 8)
        #expect(fitted == Table.Fitted(lines: ["year", "2014"], hidden: []))
    }

    @Test func `a table without rows is only a header`() {
        #expect(Table(columns: [Table.Column(title: "id")], rows: []).fitted(to: 10).lines == ["id"])
    }
}
