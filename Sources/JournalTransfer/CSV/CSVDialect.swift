import Journal
import SurfLanguage

/// How a CSV file is written.
package enum CSVDialect: String, CaseIterable, Sendable {
    /// RFC 4180 with a header and LF.
    case standard
    /// For Excel: a byte-order mark, a header, CRLF, and an apostrophe before text that Excel would read as a formula.
    case excel
    /// The tutorial's columns in their original order, without a header.
    case original

    /// Whether the first line names the columns.
    package var hasHeader: Bool { self != .original }

    /// Whether text that a spreadsheet would read as a formula gets an apostrophe.
    package var guardsFormulas: Bool { self == .excel }

    /// The end of each line.
    package var lineEnd: [UInt8] { self == .excel ? [0x0D, 0x0A] : [0x0A] }

    /// The bytes at the beginning of the file.
    package var mark: [UInt8] { self == .excel ? CSVDialect.byteOrderMark : [] }

    /// The columns for a store with `fields`.
    package func columns(fields: [EntryField]) -> [EntryColumn] {
        self == .original ? EntryColumn.original : EntryColumn.csv(fields: fields)
    }

    /// The byte-order mark of UTF-8.
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

extension ArraySlice<UInt8> {
    /// The bytes without a byte-order mark at their beginning.
    var withoutMark: ArraySlice<UInt8> { starts(with: CSVDialect.byteOrderMark) ? dropFirst(3) : self }
}
