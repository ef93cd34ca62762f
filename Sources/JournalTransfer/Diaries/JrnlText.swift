import SurfLanguage

/// The entries of jrnl's text: `[2025-06-01 07:30:00 AM] Title.` and the lines below it.
struct JrnlText: ImportRecordReader {
    private var lines = TextLines()
    private var record: ImportRecord?
    private var text: [String] = []
    private var size = 0

    let program = "jrnl's diary"
    let names = ["date", "tags", SentenceLines.column]

    private static let longest = 1 << 20

    /// Whether the first line with text begins with a date in brackets.
    static func recognizes(_ text: String, _ dates: DateReader) -> Bool {
        let lines = text.split(separator: "\n").lazy.map { String($0).trimmingBlanks() }
        return lines.first { !$0.isEmpty }.flatMap { date($0, dates) } != nil
    }

    private let dates: DateReader

    init(_ dates: DateReader) { self.dates = dates }

    mutating func append(_ bytes: ArraySlice<UInt8>) { lines.append(bytes) }

    mutating func finish() { lines.finish() }

    mutating func next() throws(ImportError) -> ImportRecord? {
        while let line = try lines.next() {
            size += line.utf8.count
            if size > JrnlText.longest { throw .tooLarge(line: lines.line, .row) }
            guard let (date, title) = JrnlText.date(line, dates) else {
                text.append(line)
                continue
            }
            let done = ended()
            record = ImportRecord(line: lines.line, members: [("date", date)])
            (text, size) = ([title], 0)
            if let done { return done }
        }
        guard lines.isAtEnd, let done = ended() else { return nil }
        record = nil
        return done
    }

    private func ended() -> ImportRecord? {
        guard var record else { return nil }
        let text = text.joined(separator: "\n").trimmingBlanks()
        record.add("tags", DiaryTags.named(in: text))
        record.add(SentenceLines.column, text)
        return record
    }

    /// The date in brackets at the start of a line, and the text after it.
    private static func date(_ line: String, _ dates: DateReader) -> (date: String, title: String)? {
        guard line.first == "[", let end = line.firstIndex(of: "]"), line.distance(from: line.startIndex, to: end) < 50
        else {
            return nil
        }
        let date = line[line.index(after: line.startIndex)..<end].description
        guard dates.shape(of: date)?.hasDay == true else { return nil }
        return (date, String(line[line.index(after: end)...]).trimmingBlanks())
    }
}

/// The tags among the words of a diary: `@surf`, `#surf`.
enum DiaryTags {
    /// The tags, separated by commas. Empty if there are none.
    static func named(in text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).filter { ($0.first == "@" || $0.first == "#") && $0.count > 1 }
            .map { $0.filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" } }.joined(separator: ", ")
    }
}
