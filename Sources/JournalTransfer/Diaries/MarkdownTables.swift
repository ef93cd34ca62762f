import SurfLanguage

/// The rows of the tables in a Markdown text, as Obsidian and other programs keep them. Each table may have other columns.
struct MarkdownTables: ImportRecordReader {
    private var lines = TextLines()
    /// The line before, which may be the header of a table.
    private var before: [String]?
    /// The header of the table that the line is in.
    private var header: [String]?

    let program = "Markdown tables"

    /// Whether a text has a table: a header, and a line of dashes and bars below it.
    static func recognizes(_ text: String) -> Bool {
        var before: [String]?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let cells = cells(String(line))
            if let before, let cells, isRule(cells), before.count == cells.count { return true }
            before = cells
        }
        return false
    }

    mutating func append(_ bytes: ArraySlice<UInt8>) { lines.append(bytes) }

    mutating func finish() { lines.finish() }

    mutating func next() throws(ImportError) -> ImportRecord? {
        while let line = try lines.next() {
            guard let cells = MarkdownTables.cells(line) else {
                (before, header) = (nil, nil)
                continue
            }
            if MarkdownTables.isRule(cells) {
                if header == nil { header = before }
            } else if let header {
                return record(cells, header)
            } else {
                before = cells
            }
        }
        return nil
    }

    private func record(_ cells: [String], _ header: [String]) -> ImportRecord {
        var record = ImportRecord(line: lines.line)
        for (name, cell) in zip(header, cells) { record.add(name, MarkdownText.plain(cell)) }
        for cell in cells.dropFirst(header.count) { record.add("", MarkdownText.plain(cell)) }
        return record
    }

    // MARK: Lines

    /// The most cells of a line.
    private static let most = 200

    /// The cells of a table's line, without the bars at its ends. Nil for any other line.
    private static func cells(_ line: String) -> [String]? {
        let line = line.trimmingBlanks()
        guard line.contains("|") else { return nil }
        var (cells, cell, isEscaped) = ([String](), "", false)
        for character in line {
            if character == "|", !isEscaped {
                cells.append(cell)
                cell = ""
            } else {
                if character == "|" { cell.removeLast() }
                cell.append(character)
            }
            isEscaped = character == "\\" && !isEscaped
        }
        cells.append(cell)
        if line.first == "|" { cells.removeFirst() }
        if line.last == "|", !isEscaped, cells.count > 1 { cells.removeLast() }
        return cells.count > most ? nil : cells.map { $0.trimmingBlanks() }
    }

    /// Whether it is the line between the header and the rows: `|---|:--:|`.
    private static func isRule(_ cells: [String]) -> Bool {
        !cells.isEmpty && cells.allSatisfy { $0.contains("-") && $0.allSatisfy { "-: ".contains($0) } }
    }
}

/// What Markdown adds to a text.
enum MarkdownText {
    /// The text without the brackets of links and marks of emphasis: `[[Linda Mar|Pacifica]]` and `[Pacifica](url)` are
    /// `Pacifica`.
    static func plain(_ text: String) -> String {
        guard text.contains(where: { "[*_`\\".contains($0) }) else { return text }
        var text = text.replacing(/!?\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]/) { String($0.1) }
        text = text.replacing(/\[([^\[\]]*)\]\([^()]*\)/) { String($0.1) }
        text = text.replacing(/(\*\*|__)([^*_]+)\1/) { String($0.2) }
        return text.replacing(/\\([.\-!#()\[\]_*+>|])/) { String($0.1) }
    }
}
