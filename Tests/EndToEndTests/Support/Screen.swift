/// The screen of a terminal: it interprets the bytes that a program writes as a terminal does.
///
/// A row holds grapheme clusters with their widths; a full row continues in the next one, also after the width changes.
/// Unknown sequences are collected so that a test can check that there were none.
struct Screen {
    /// A cluster; the second column of a wide one is an empty cell.
    private struct Cell: Equatable {
        var text = " "
        var isWide = false
    }

    private struct Row: Equatable {
        var cells: [Cell]
        /// Whether the text continues in the next row.
        var isContinued = false
    }

    private(set) var columns: Int
    private(set) var rows: Int
    private var grid: [Row]
    private var row = 0
    private var column = 0
    /// Whether the last column was written, so that the next character begins a new row.
    private var waitsToWrap = false
    private var pending = ""
    /// The number of times the bell rang.
    private(set) var bells = 0
    /// Sequences that this terminal does not know.
    private(set) var unknown: [String] = []
    /// The private modes that are on, such as 2004 for bracketed paste.
    private(set) var modes: Set<Int> = []

    init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        grid = Screen.emptyRows(rows, columns)
    }

    // MARK: Reading

    /// The rows without trailing blanks, up to the last that is not empty.
    var lines: [String] {
        var lines = grid.map { Screen.text($0.cells) }
        while lines.last == "" { lines.removeLast() }
        return lines
    }

    /// The row and the column of the cursor, from 0.
    var cursor: [Int] { [row, column] }

    // MARK: Writing

    /// Interprets the output of a program.
    mutating func write(_ text: String) {
        var scalars = Array((pending + text).unicodeScalars)[...]
        pending = ""
        while let scalar = scalars.first {
            if scalar == "\u{1B}" {
                guard let length = Screen.sequenceLength(scalars) else {
                    pending = Screen.string(scalars)
                    return
                }
                escape(Screen.string(scalars.prefix(length).dropFirst()))
                scalars = scalars.dropFirst(length)
            } else {
                take(scalar)
                scalars = scalars.dropFirst()
            }
        }
    }

    private mutating func take(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\r": (column, waitsToWrap) = (0, false)
        case "\n": lineFeed()
        case "\u{8}": (column, waitsToWrap) = (max(0, column - 1), false)
        case "\u{7}": bells += 1
        case "\t": column = min(columns - 1, (column / 8 + 1) * 8)
        default: if scalar.value >= 0x20 { put(scalar) }
        }
    }

    private mutating func lineFeed() {
        waitsToWrap = false
        if row + 1 < rows {
            row += 1
        } else {
            grid.removeFirst()
            grid.append(Screen.emptyRows(1, columns)[0])
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        if join(scalar) { return }
        let isWide = Screen.isWide(scalar)
        if waitsToWrap || isWide && column + 2 > columns {
            grid[row].isContinued = true
            column = 0
            lineFeed()
        }
        cover(column)
        grid[row].cells[column] = Cell(text: String(Character(scalar)), isWide: isWide)
        if isWide {
            cover(column + 1)
            grid[row].cells[column + 1] = Cell(text: "")
        }
        advance(isWide ? 2 : 1)
    }

    /// Adds a combining scalar to the cluster before the cursor.
    private mutating func join(_ scalar: Unicode.Scalar) -> Bool {
        var at = waitsToWrap ? column : column - 1
        if at > 0, grid[row].cells[at].text.isEmpty { at -= 1 }
        guard at >= 0, scalar.value >= 0x300 else { return false }
        let joined = grid[row].cells[at].text + String(Character(scalar))
        guard joined.count == 1, grid[row].cells[at].text != " " else { return false }
        grid[row].cells[at].text = joined
        if !grid[row].cells[at].isWide, joined.unicodeScalars.contains("\u{FE0F}") || Screen.isFlag(joined),
            at + 1 < columns
        {
            grid[row].cells[at].isWide = true
            grid[row].cells[at + 1] = Cell(text: "")
            advance(1)
        }
        return true
    }

    private mutating func advance(_ count: Int) {
        column += count
        if column >= columns { (column, waitsToWrap) = (columns - 1, true) }
    }

    /// Overwriting half of a wide cluster replaces the other half with a blank.
    private mutating func cover(_ at: Int) {
        if grid[row].cells[at].text.isEmpty, at > 0 { grid[row].cells[at - 1] = Cell() }
        if grid[row].cells[at].isWide, at + 1 < columns { grid[row].cells[at + 1] = Cell() }
    }

    // MARK: Sequences

    private mutating func escape(_ sequence: String) {
        guard sequence.hasPrefix("["), let final = sequence.last else { return unknown.append(sequence) }
        let parameters = sequence.dropFirst().dropLast()
        if parameters.hasPrefix("?") {
            let mode = Int(parameters.dropFirst()) ?? 0
            if final == "h" { modes.insert(mode) } else { modes.remove(mode) }
            return
        }
        let numbers = parameters.split(separator: ";").map { Int($0) ?? 0 }
        let count = max(1, numbers.first ?? 1)
        if final != "m" { waitsToWrap = false }
        switch final {
        case "A": row = max(0, row - count)
        case "B": row = min(rows - 1, row + count)
        case "C": column = min(columns - 1, column + count)
        case "D": column = max(0, column - count)
        case "G": column = min(columns, count) - 1
        case "H": (row, column) = (min(rows, count) - 1, min(columns, max(1, numbers.last ?? 1)) - 1)
        case "J": erase(numbers.first ?? 0, wholeScreen: true)
        case "K": erase(numbers.first ?? 0, wholeScreen: false)
        case "m": break
        default: unknown.append(sequence)
        }
    }

    private mutating func erase(_ what: Int, wholeScreen: Bool) {
        if what == 2, wholeScreen { grid = Screen.emptyRows(rows, columns) }
        guard what == 0 else { return }
        for at in column..<columns { grid[row].cells[at] = Cell() }
        grid[row].isContinued = false
        if wholeScreen { for at in (row + 1)..<max(rows, row + 1) { grid[at] = Screen.emptyRows(1, columns)[0] } }
    }

    /// The length of the escape sequence at the start; nil if it is incomplete.
    private static func sequenceLength(_ scalars: ArraySlice<Unicode.Scalar>) -> Int? {
        guard let kind = scalars.dropFirst().first else { return nil }
        guard kind == "[" else { return 2 }
        let end = scalars.dropFirst(2).firstIndex { (0x40...0x7E).contains($0.value) }
        return end.map { $0 - scalars.startIndex + 1 }
    }

    // MARK: Size

    /// Changes the size and wraps continued rows again, as current terminals do.
    mutating func resize(columns: Int, rows: Int) {
        var (texts, place): ([[Cell]], (line: Int, offset: Int)) = ([[]], (0, 0))
        for (index, line) in grid.enumerated() {
            if index == row { place = (texts.count - 1, texts[texts.count - 1].count + column + (waitsToWrap ? 1 : 0)) }
            texts[texts.count - 1] += line.cells
            if !line.isContinued { texts.append([]) }
        }
        (self.columns, self.rows) = (columns, rows)
        (grid, row, column, waitsToWrap) = ([], 0, 0, false)
        for (index, cells) in texts.dropLast().enumerated() {
            let used = (cells.lastIndex { $0 != Cell() } ?? -1) + 1
            fill(
                Array(cells[..<max(used, index == place.line ? min(place.offset, cells.count) : 0)]),
                cursor: index == place.line ? place.offset : nil)
        }
        while grid.count > rows, grid.last.map({ Screen.text($0.cells) }) == "", grid.count - 1 > row {
            grid.removeLast()
        }
        while grid.count > rows {
            grid.removeFirst()
            row -= 1
        }
        grid += Screen.emptyRows(rows - grid.count, columns)
        row = max(0, row)
    }

    private mutating func fill(_ cells: [Cell], cursor: Int?) {
        var current = Row(cells: [])
        for (index, cell) in cells.enumerated() where !(cell.text.isEmpty) {
            if current.cells.count + (cell.isWide ? 2 : 1) > columns {
                current.isContinued = true
                grid.append(padded(current))
                current = Row(cells: [])
            }
            if index == cursor { (row, column) = (grid.count, current.cells.count) }
            current.cells.append(cell)
            if cell.isWide { current.cells.append(Cell(text: "")) }
        }
        if let cursor, cursor >= cells.count {
            let isFull = current.cells.count >= columns
            (row, column, waitsToWrap) = (grid.count, isFull ? columns - 1 : current.cells.count, isFull)
        }
        grid.append(padded(current))
    }

    private func padded(_ row: Row) -> Row {
        var row = row
        while row.cells.count < columns { row.cells.append(Cell()) }
        return row
    }

    // MARK: Helpers

    private static func emptyRows(_ count: Int, _ columns: Int) -> [Row] {
        Array(repeating: Row(cells: Array(repeating: Cell(), count: columns)), count: max(0, count))
    }

    private static func text(_ cells: [Cell]) -> String {
        var text = cells.map(\.text).joined()
        while text.last == " " { text.removeLast() }
        return text
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }

    private static func isFlag(_ text: String) -> Bool {
        text.unicodeScalars.count == 2 && text.unicodeScalars.allSatisfy { (0x1F1E6...0x1F1FF).contains($0.value) }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isEmojiPresentation && !(0x1F1E6...0x1F1FF).contains(scalar.value)
            || [0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF01...0xFF60]
                .contains { $0.contains(scalar.value) }
    }
}
