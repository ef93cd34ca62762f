import Journal

/// A row of a CSV file: its bytes and the ranges of its cells. Strings are made on demand.
package struct CSVRow: Equatable, Sendable {
    /// The range of a cell, without its quotes.
    private struct Cell: Equatable, Sendable {
        var start: Int
        var end: Int
        /// Whether it contains doubled quotes.
        var hasQuotes = false
    }

    /// The line on which the row begins, from 1.
    package let line: Int
    /// The row's bytes as in the file, without the line end.
    package let raw: [UInt8]
    private let places: [Cell]
    /// The cells' texts without what spreadsheets add to them, for a row whose cells are looked at many times.
    private(set) var tidied: [String]?

    /// Splits a row into cells.
    init(line: Int, _ raw: [UInt8], separator: UInt8 = CSVQuoting.comma, cellCount: Int = 8) throws(CSVError) {
        var places: [Cell] = []
        places.reserveCapacity(cellCount)
        let reason = raw.withUnsafeBufferPointer { CSVRow.cut($0, separator, &places) }
        if let reason { throw CSVError(reason: reason, line: line, raw: raw) }
        (self.line, self.raw, self.places) = (line, raw, places)
    }

    /// A row with these cells.
    init(line: Int, cells: [String]) {
        var (raw, places): ([UInt8], [Cell]) = ([], [])
        for cell in cells {
            if !places.isEmpty { raw.append(CSVQuoting.comma) }
            let start = raw.count + 1
            CSVQuoting.append(quoted: Array(cell.utf8), to: &raw)
            places.append(Cell(start: start, end: raw.count - 1, hasQuotes: cell.utf8.contains(CSVQuoting.quote)))
        }
        (self.line, self.raw, self.places) = (line, raw, places)
    }

    /// The number of cells.
    package var count: Int { places.count }

    /// The cells without quotes. The formula guard has not been removed.
    package var cells: [String] { places.indices.map(text) }

    /// Whether a cell is empty.
    package func isEmpty(_ index: Int) -> Bool { places[index].start == places[index].end }

    /// The text of a cell.
    package func text(_ index: Int) -> String {
        if places[index].hasQuotes { return String(decoding: unescaped(places[index]), as: UTF8.self) }
        return withBytes(index) { String(decoding: $0, as: UTF8.self) }
    }

    /// Makes the cells' texts as `body` tidies them.
    mutating func tidy(_ body: (String) -> String) { tidied = places.indices.map { body(text($0)) } }

    /// Calls `body` with the bytes of a cell, in which quotes may be doubled.
    func withBytes<Result>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        raw.withUnsafeBufferPointer { bytes in
            body(UnsafeBufferPointer(rebasing: bytes[places[index].start..<places[index].end]))
        }
    }

    private func unescaped(_ cell: Cell) -> [UInt8] {
        var bytes: [UInt8] = []
        var index = cell.start
        while index < cell.end {
            bytes.append(raw[index])
            index += raw[index] == CSVQuoting.quote ? 2 : 1
        }
        return bytes
    }

    // MARK: Splitting

    /// The error in the row; nil if it was split.
    private static func cut(
        _ bytes: UnsafeBufferPointer<UInt8>, _ separator: UInt8, _ places: inout [Cell]
    ) -> CSVError.Reason? {
        var position = 0
        while true {
            let isQuoted = position < bytes.count && bytes[position] == CSVQuoting.quote
            guard let cell = isQuoted ? quoted(bytes, separator, &position) : plain(bytes, separator, &position) else {
                return .textAfterQuote
            }
            places.append(cell)
            if position == bytes.count { return bytes.isUTF8 ? nil : .notUTF8 }
            position += 1
        }
    }

    private static func plain(
        _ bytes: UnsafeBufferPointer<UInt8>, _ separator: UInt8, _ position: inout Int
    ) -> Cell? {
        let start = position
        while position < bytes.count, bytes[position] != separator { position += 1 }
        return Cell(start: start, end: position)
    }

    /// Returns nil if text follows the closing quote.
    private static func quoted(
        _ bytes: UnsafeBufferPointer<UInt8>, _ separator: UInt8, _ position: inout Int
    ) -> Cell? {
        position += 1
        var cell = Cell(start: position, end: position)
        while position < bytes.count {
            if bytes[position] == CSVQuoting.quote {
                guard position + 1 < bytes.count, bytes[position + 1] == CSVQuoting.quote else { break }
                cell.hasQuotes = true
                position += 1
            }
            position += 1
        }
        cell.end = position
        position = min(position + 1, bytes.count)
        return position == bytes.count || bytes[position] == separator ? cell : nil
    }
}

/// A malformed CSV row. Reading continues after it, unless it was too large.
package struct CSVError: Error, Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        /// A quoted cell without a closing quote before the end of the file.
        case unclosedQuote
        /// Text between a cell's closing quote and the next separator.
        case textAfterQuote
        case notUTF8
        /// The row exceeds a limit. Nothing after it can be read.
        case tooLarge(ImportLimit)
    }
    package var reason: Reason
    /// The line on which the row begins, from 1.
    package var line: Int
    /// The row's bytes, for the file of rejected rows.
    package var raw: [UInt8]
}
