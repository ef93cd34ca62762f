import Persistence
import SurfLanguage

/// Reads the rows of a file piece by piece: append what arrives, call `next` until it is nil, and append again; after
/// `finish`, nil is the end.
protocol ImportRows {
    mutating func append(_ bytes: ArraySlice<UInt8>)
    mutating func finish()
    /// The next row; nil where the rest of it has not come yet. Rows that say nothing are left out.
    /// - Throws: an `ImportError` that ends the import.
    mutating func next() throws -> ImportedRow?
    /// The columns that were met and are not imported.
    var ignored: [String] { get }
    /// The fields that were met.
    var fields: Set<EntryField> { get }
    /// A name of `--map` that nothing in the file has; asked at the end.
    var unmetName: String? { get }
    /// How a file of rejects names the cells of a row that was refused; nil where rows have no cells.
    var header: RejectsHeader? { get }
    /// Rows that were no sessions.
    var passed: PassedRows { get }
    /// What was found out about a table that somebody else wrote; nil for any other file.
    var findings: SheetFindings? { get }
    /// What rows say of the order of numbers in dates.
    var orders: OrderEvidence { get }
    /// Whether a row has bytes that are no UTF-8.
    var hasForeignBytes: Bool { get }
}

/// A row as it was read.
enum ImportedRow {
    case entry(id: Int64?, EntryValues)
    case bad(BadRow)
}

/// IDs as files give them.
enum ImportedID {
    /// The highest that is kept: beyond it, other programs lose digits, and few would be left to give.
    static let highest = StoreNumbers.highestKey

    /// The ID that a text says.
    static func read(_ text: String) throws(RowProblem) -> Int64 {
        guard text.utf8.allSatisfy(\.isDigit), let id = Int64(text), id > 0, id <= highest else { throw .notAnID }
        return id
    }
}
