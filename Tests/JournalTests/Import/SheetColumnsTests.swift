import Testing

@testable import Journal
@testable import JournalTransfer
@testable import SurfLanguage

/// What a column means if its header fits several meanings, so that its cells decide.
struct SheetColumnsTests {
    /// The names of the fields, with their parts, that the columns of a table have.
    private func meanings(_ names: [String], _ rows: [[String]]) throws -> [String] {
        try SheetColumns(names, [], samples: rows, DateReader(now: 9e8, zone: .gmt)).meanings.map { meaning in
            guard case .field(let field, let part)? = meaning?.target else { return "" }
            return part == .whole ? field.name : "\(field.name) \(part)"
        }
    }

    @Test(arguments: [
        (["7:30", "90"], "date time"), (["7:30", "8:00", "90", "1h"], "date time"), (["7:30", "90", "1h"], "duration"),
        (["7:30", "8:00", "90"], "date time"),
    ])
    func `a column called time has durations if more than half of its cells are durations`(
        cells: [String], meaning: String
    ) throws {
        let rows = cells.map { ["2025-09-12", $0, "Sylt"] }
        #expect(try meanings(["Date", "Time", "Spot"], rows) == ["date", meaning, "location"])
    }

    @Test(arguments: [
        (["12", "many"], "waves"), (["12", "many", "few"], "height"), (["12", "9", "many", "few"], "waves"),
    ])
    func `a column called waves has their number if at least half of its cells are numbers`(
        cells: [String], meaning: String
    ) throws {
        let rows = cells.map { ["2025-09-12", $0, "Sylt"] }
        #expect(try meanings(["Date", "Waves", "Spot"], rows) == ["date", meaning, "location"])
    }
}
