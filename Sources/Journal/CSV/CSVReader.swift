/// Reads CSV piece by piece: RFC 4180, with commas or another separator, with or without a byte-order mark, LF, CRLF or CR, the last line's end optional.
///
/// Append what arrives, call `next` until it is nil, and append again; after `finish`, nil is the end of the file. Empty
/// lines are skipped. A quote opens a quoted cell only at the cell's beginning and is text elsewhere. Memory: one row and
/// what was appended last; behind a row that is larger than `ImportLimit` allows, nothing more can be read.
package struct CSVReader: Sendable {
    private var bytes: [UInt8] = []
    private var start = 0
    private var scan: CSVRowScan
    private var line = 1
    private var isAtBeginning = true
    private var isFinished = false
    /// How many cells the last row had, as the next one will have.
    private var cellCount = 8

    /// What stands between two cells.
    let separator: UInt8
    /// How many empty lines were skipped.
    private(set) var emptyLines = 0

    package init(separator: UInt8 = CSVCell.comma) {
        self.separator = separator
        scan = CSVRowScan(separator)
    }

    /// Takes more of the file.
    package mutating func append(_ more: some Sequence<UInt8>) {
        bytes.removeFirst(start)
        scan.move(by: -start)
        start = 0
        bytes.append(contentsOf: more)
    }

    /// Says that nothing more comes.
    package mutating func finish() { isFinished = true }

    /// The next row; nil where the rest of it has not come yet.
    package mutating func next() throws(CSVError) -> CSVRow? {
        guard skipMark() else { return nil }
        while true {
            let isWhole = bytes.withUnsafeBufferPointer { scan.run(over: $0, isFinished: isFinished) }
            if let limit = scan.exceeded(from: start, to: isWhole ? scan.end : bytes.count) {
                throw CSVError(reason: .tooLarge(limit), line: line, raw: [])
            }
            guard isWhole || (isFinished && start < bytes.count) else { return nil }
            let range = start..<(isWhole ? scan.end : bytes.count)
            let (row, first, isCut) = (Array(bytes[range]), line, !isWhole && scan.isInQuotes)
            step()
            if isCut { throw CSVError(reason: .unclosedQuote, line: first, raw: row) }
            if row.isEmpty {
                emptyLines += 1
                continue
            }
            let read = try CSVRow(line: first, row, separator: separator, cellCount: cellCount)
            cellCount = read.count
            return read
        }
    }

    private mutating func step() {
        line += scan.lines
        start = scan.position
        scan = CSVRowScan(separator, position: start)
    }

    /// Steps over the byte-order mark; false while it cannot be known whether there is one.
    private mutating func skipMark() -> Bool {
        guard isAtBeginning else { return true }
        guard bytes.count >= 3 || isFinished else { return false }
        isAtBeginning = false
        if bytes.starts(with: CSVDialect.byteOrderMark) {
            start = 3
            scan = CSVRowScan(separator, position: start)
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
    /// Where the cell begins that is being read, and how many come before it.
    private var cellStart: Int
    private var cellCount = 0
    /// The first cell that was too large, by its number from 1.
    private var largeCell: Int?

    private let separator: UInt8

    init(_ separator: UInt8, position: Int = 0) {
        self.separator = separator
        self.position = position
        cellStart = position
    }

    /// Takes the bytes for moved.
    mutating func move(by distance: Int) {
        position += distance
        cellStart += distance
    }

    /// What the row has too much of, so far.
    func exceeded(from start: Int, to end: Int) -> ImportLimit? {
        if let number = largeCell { return .cell(name: nil, number: number) }
        if end - cellStart > ImportLimit.cellBytes { return .cell(name: nil, number: cellCount + 1) }
        if cellCount >= ImportLimit.mostColumns { return .columns }
        return end - start > ImportLimit.rowBytes ? .row : nil
    }

    private mutating func endCell() {
        cellCount += 1
        if largeCell == nil, position - cellStart > ImportLimit.cellBytes { largeCell = cellCount }
        cellStart = position + 1
    }

    /// Whether the row's end was found; `position` is then behind the line's end.
    mutating func run(over bytes: UnsafeBufferPointer<UInt8>, isFinished: Bool) -> Bool {
        while position < bytes.count {
            skipText(bytes)
            guard position < bytes.count else { return false }
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

    /// Steps over bytes that mean nothing: neither quotes, separators nor line ends.
    private mutating func skipText(_ bytes: UnsafeBufferPointer<UInt8>) {
        let start = position
        var next = start
        let separator = self.separator
        while next < bytes.count, bytes[next] != separator,
            bytes[next] >= CSVCell.comma || !CSVCell.isSpecial(bytes[next])
        {
            next &+= 1
        }
        if next > start { (position, isAtCellStart, isBehindQuote) = (next, false, false) }
    }

    private mutating func look(at byte: UInt8) {
        switch byte {
        case CSVCell.quote where isAtCellStart: isInQuotes = true
        case CSVCell.quote where isBehindQuote: (isInQuotes, isBehindQuote) = (true, false)
        case CSVCell.quote where isInQuotes: (isInQuotes, isBehindQuote) = (false, true)
        default: isBehindQuote = false
        }
        isAtCellStart = byte == separator && !isInQuotes
        if isAtCellStart { endCell() }
    }
}
