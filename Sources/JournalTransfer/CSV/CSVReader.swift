/// Reads CSV piece by piece.
///
/// It reads RFC 4180 with commas or another separator, with LF, CRLF or CR; the last
/// line may lack its end. Call `append` with the next bytes, then `next` until it returns nil, and repeat. After
/// `finish`, nil means the end of the file. Empty lines are skipped. A quote opens a quoted cell only at the start of
/// the cell, and is text elsewhere. Memory: one row and the bytes last appended. After a row that exceeds
/// `ImportLimit`, nothing more can be read.
package struct CSVReader: Sendable {
    private var bytes: [UInt8] = []
    private var start = 0
    private var scan: CSVRowScan
    private var line = 1
    private var isFinished = false
    /// The number of cells in the last row, reserved for the next one.
    private var cellCount = 8

    /// The byte between two cells.
    let separator: UInt8
    /// The number of empty lines skipped.
    private(set) var emptyLines = 0

    package init(separator: UInt8 = CSVQuoting.comma) {
        self.separator = separator
        scan = CSVRowScan(separator)
    }

    /// Adds the next bytes of the file.
    package mutating func append(_ more: some Sequence<UInt8>) {
        bytes.removeFirst(start)
        scan.move(by: -start)
        start = 0
        bytes.append(contentsOf: more)
    }

    /// Marks the end of the file.
    package mutating func finish() { isFinished = true }

    /// The next row, or nil if more bytes are needed to complete it.
    /// - Throws: `CSVError`. Except after `.tooLarge`, the next call reads the row after it.
    package mutating func next() throws(CSVError) -> CSVRow? {
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
}

/// Searches for the end of a row, and resumes when more bytes have been appended.
private struct CSVRowScan: Sendable {
    /// The next byte to read.
    var position = 0
    /// The end of the row, without its line end.
    var end = 0
    /// The number of line ends so far, including those in quotes.
    var lines = 0
    var isInQuotes = false
    private var isAtCellStart = true
    private var isAfterQuote = false
    /// The start of the current cell, and the number of cells before it.
    private var cellStart: Int
    private var cellCount = 0
    /// The first cell that was too large, counted from 1.
    private var largeCell: Int?

    private let separator: UInt8

    init(_ separator: UInt8, position: Int = 0) {
        self.separator = separator
        self.position = position
        cellStart = position
    }

    /// Shifts the positions after bytes were removed.
    mutating func move(by distance: Int) {
        position += distance
        cellStart += distance
    }

    /// The limit that the row exceeds so far, if any.
    func exceeded(from start: Int, to end: Int) -> ImportLimit? {
        if let number = largeCell { return .cell(name: nil, number: number) }
        if end - cellStart > ImportLimit.cellBytes { return .cell(name: nil, number: cellCount + 1) }
        if cellCount >= ImportLimit.maxColumns { return .columns }
        return end - start > ImportLimit.rowBytes ? .row : nil
    }

    private mutating func endCell() {
        cellCount += 1
        if largeCell == nil, position - cellStart > ImportLimit.cellBytes { largeCell = cellCount }
        cellStart = position + 1
    }

    /// Whether the end of the row was found. `position` is then after the line end.
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
            isAfterQuote = false
        }
        return false
    }

    /// Skips bytes that are not a quote, separator or line end.
    private mutating func skipText(_ bytes: UnsafeBufferPointer<UInt8>) {
        let start = position
        var next = start
        let separator = self.separator
        while next < bytes.count, bytes[next] != separator,
            bytes[next] >= CSVQuoting.comma || !CSVQuoting.isSpecial(bytes[next])
        {
            next &+= 1
        }
        if next > start { (position, isAtCellStart, isAfterQuote) = (next, false, false) }
    }

    private mutating func look(at byte: UInt8) {
        switch byte {
        case CSVQuoting.quote where isAtCellStart: isInQuotes = true
        case CSVQuoting.quote where isAfterQuote: (isInQuotes, isAfterQuote) = (true, false)
        case CSVQuoting.quote where isInQuotes: (isInQuotes, isAfterQuote) = (false, true)
        default: isAfterQuote = false
        }
        isAtCellStart = byte == separator && !isInQuotes
        if isAtCellStart { endCell() }
    }
}
