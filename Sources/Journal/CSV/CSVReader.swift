/// A row of a CSV file.
package struct CSVRow: Equatable, Sendable {
    /// The line on which it begins, from 1.
    package var line: Int
    /// Its bytes as they stand in the file, without the line's end.
    package var raw: [UInt8]
    /// Its cells without quotes; the formula guard is still there.
    package var cells: [String]
}

/// A row that is no CSV; the reader goes on behind it.
package struct CSVError: Error, Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        /// A quoted cell that the file's end cuts off.
        case unclosedQuote
        /// Text between a cell's closing quote and the next comma.
        case textAfterQuote
        case notUTF8
    }
    package var reason: Reason
    /// The line on which the row begins, from 1.
    package var line: Int
    /// The row's bytes, for a file of rejects.
    package var raw: [UInt8]
}

/// Reads CSV piece by piece: RFC 4180, with or without a byte-order mark, LF, CRLF or CR, the last line's end optional.
///
/// Append what arrives, call `next` until it is nil, and append again; after `finish`, nil is the end of the file. Empty
/// lines are skipped. A quote opens a quoted cell only at the cell's beginning and is text elsewhere. Memory: one row and
/// what was appended last.
package struct CSVReader: Sendable {
    private var bytes: [UInt8] = []
    private var start = 0
    private var scan = CSVRowScan()
    private var line = 1
    private var isAtBeginning = true
    private var isFinished = false

    package init() {}

    /// Takes more of the file.
    package mutating func append(_ more: some Sequence<UInt8>) {
        bytes.removeFirst(start)
        scan.position -= start
        start = 0
        bytes.append(contentsOf: more)
    }

    /// Says that nothing more comes.
    package mutating func finish() { isFinished = true }

    /// The next row; nil where the rest of it has not come yet.
    package mutating func next() throws(CSVError) -> CSVRow? {
        guard skipMark() else { return nil }
        while true {
            let isWhole = scan.run(over: bytes, isFinished: isFinished)
            guard isWhole || (isFinished && start < bytes.count) else { return nil }
            let range = start..<(isWhole ? scan.end : bytes.count)
            let (row, first, isCut) = (Array(bytes[range]), line, !isWhole && scan.isInQuotes)
            step()
            if isCut { throw CSVError(reason: .unclosedQuote, line: first, raw: row) }
            if !row.isEmpty { return try CSVRow(line: first, row) }
        }
    }

    private mutating func step() {
        line += scan.lines
        start = scan.position
        scan = CSVRowScan(position: start)
    }

    /// Steps over the byte-order mark; false while it cannot be known whether there is one.
    private mutating func skipMark() -> Bool {
        guard isAtBeginning else { return true }
        guard bytes.count >= 3 || isFinished else { return false }
        isAtBeginning = false
        if bytes.starts(with: CSVDialect.byteOrderMark) {
            start = 3
            scan.position = 3
        }
        return true
    }
}

/// Looks for a row's end, and goes on where it stopped when more bytes have come.
private struct CSVRowScan: Sendable {
    /// The next byte to look at.
    var position = 0
    /// Where the row ends, before its line end.
    var end = 0
    /// The line ends met, those in quotes included.
    var lines = 0
    var isInQuotes = false
    private var isAtCellStart = true
    private var isBehindQuote = false

    init(position: Int = 0) {
        self.position = position
    }

    /// Whether the row's end was found; `position` is then behind the line's end.
    mutating func run(over bytes: [UInt8], isFinished: Bool) -> Bool {
        while position < bytes.count {
            let byte = bytes[position]
            guard byte == 0x0D || byte == 0x0A else {
                look(at: byte)
                position += 1
                continue
            }
            let isCarriageReturn = byte == 0x0D
            if isCarriageReturn, position + 1 == bytes.count, !isFinished { return false }
            let isPair = isCarriageReturn && position + 1 < bytes.count && bytes[position + 1] == 0x0A
            end = position
            position += isPair ? 2 : 1
            lines += 1
            if !isInQuotes { return true }
            isBehindQuote = false
        }
        return false
    }

    private mutating func look(at byte: UInt8) {
        switch byte {
        case CSVCell.quote where isAtCellStart: isInQuotes = true
        case CSVCell.quote where isBehindQuote: (isInQuotes, isBehindQuote) = (true, false)
        case CSVCell.quote where isInQuotes: (isInQuotes, isBehindQuote) = (false, true)
        default: isBehindQuote = false
        }
        isAtCellStart = byte == CSVCell.comma && !isInQuotes
    }
}

extension CSVRow {
    /// Cuts a row's bytes into cells.
    fileprivate init(line: Int, _ raw: [UInt8]) throws(CSVError) {
        var cells: [String] = []
        var position = 0
        while true {
            let cell =
                raw.dropFirst(position).first == CSVCell.quote
                ? CSVRow.quoted(raw, &position) : CSVRow.plain(raw, &position)
            guard let cell else { throw CSVError(reason: .textAfterQuote, line: line, raw: raw) }
            guard let text = String(validating: cell, as: UTF8.self) else {
                throw CSVError(reason: .notUTF8, line: line, raw: raw)
            }
            cells.append(text)
            if position == raw.count { break }
            position += 1
        }
        (self.line, self.raw, self.cells) = (line, raw, cells)
    }

    private static func plain(_ raw: [UInt8], _ position: inout Int) -> [UInt8]? {
        let end = raw[position...].firstIndex(of: CSVCell.comma) ?? raw.count
        defer { position = end }
        return Array(raw[position..<end])
    }

    /// The bytes of a quoted cell, nil where text follows its closing quote.
    private static func quoted(_ raw: [UInt8], _ position: inout Int) -> [UInt8]? {
        var cell: [UInt8] = []
        position += 1
        while position < raw.count {
            if raw[position] == CSVCell.quote {
                position += 1
                guard position < raw.count, raw[position] == CSVCell.quote else { break }
            }
            cell.append(raw[position])
            position += 1
        }
        return position == raw.count || raw[position] == CSVCell.comma ? cell : nil
    }
}
