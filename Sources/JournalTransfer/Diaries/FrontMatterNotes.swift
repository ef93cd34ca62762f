import SurfLanguage

/// Notes with front matter, as Obsidian and other programs keep them: `key: value` between two lines `---`, then text.
/// Several notes may follow each other in one file.
struct FrontMatterNotes: ImportRecordReader {
    private enum Place { case before, inMatter, inText }

    private var lines = TextLines()
    private var place = Place.before
    private var record = ImportRecord(line: 1)
    private var text: [String] = []
    private var isEnded = false

    let program = "notes with front matter"

    /// The longest text of a note, in bytes. The rest of a longer one is an error.
    private static let longest = 1 << 20
    private var size = 0

    /// Whether a text begins with front matter: a line of three dashes, keys with colons, and another such line.
    static func recognizes(_ text: String) -> Bool {
        let lines = text.drop(while: \.isWhitespace).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.first.map(isMark) == true, let end = lines.dropFirst().firstIndex(where: isMark) else {
            return false
        }
        return lines[1..<end].contains { $0.contains(":") }
            && lines[1..<end].allSatisfy { line in
                line.isEmpty || line.contains(":") || " -#".contains(line.first ?? "x") || line == "\r"
            }
    }

    mutating func append(_ bytes: ArraySlice<UInt8>) { lines.append(bytes) }

    mutating func finish() { lines.finish() }

    mutating func next() throws(ImportError) -> ImportRecord? {
        while let line = try lines.next() {
            size += line.utf8.count
            if size > FrontMatterNotes.longest { throw .tooLarge(line: record.line, .row) }
            if FrontMatterNotes.isMark(line[...]) {
                if let done = mark() { return done }
            } else if place == .inMatter {
                add(line)
            } else if place == .inText {
                text.append(line)
            }
        }
        guard lines.isAtEnd, !isEnded, place != .before else { return nil }
        isEnded = true
        return ended()
    }

    private static func isMark(_ line: some StringProtocol) -> Bool {
        line.hasPrefix("---") && line.allSatisfy { "- \r".contains($0) } && line.count { $0 == "-" } == 3
    }

    /// A mark ends the front matter, or the text before the next note.
    private mutating func mark() -> ImportRecord? {
        switch place {
        case .before: place = .inMatter
        case .inMatter: place = .inText
        case .inText:
            let done = ended()
            place = .inMatter
            return done
        }
        record.line = lines.line
        return nil
    }

    private mutating func ended() -> ImportRecord {
        record.add("notes", text.map(MarkdownText.plain).joined(separator: "\n").trimmingBlanks())
        defer { (record, text, size) = (ImportRecord(line: lines.line), [], 0) }
        return record
    }

    /// `key: value`, or an element of the list after the last key.
    private mutating func add(_ line: String) {
        let trimmed = line.trimmingBlanks()
        if trimmed.hasPrefix("- "), let last = record.members.indices.last {
            let item = FrontMatterNotes.value(String(trimmed.dropFirst(2)))
            record.members[last].value += record.members[last].value.isEmpty ? item : ", " + item
        } else if !trimmed.hasPrefix("#"), let colon = trimmed.firstIndex(of: ":") {
            let name = String(trimmed[..<colon]).trimmingBlanks()
            record.members.append((name, FrontMatterNotes.value(String(trimmed[trimmed.index(after: colon)...]))))
        }
    }

    /// A value without quotes, or a list in brackets without them.
    private static func value(_ text: String) -> String {
        var text = text.trimmingBlanks()
        if let first = text.first, first == "\"" || first == "'", text.last == first, text.count > 1 {
            text = String(text.dropFirst().dropLast())
        } else if text.hasPrefix("["), text.hasSuffix("]"), !text.hasPrefix("[[") {
            text = String(text.dropFirst().dropLast())
        }
        return MarkdownText.plain(text)
    }
}
