import SurfLanguage

/// A text file with a sentence on each line, as after `add`.
struct SentenceLines: ImportRecordReader {
    private var lines = TextLines()

    let program = "sentences"
    let names = [SentenceLines.column]
    static let column = "sentence"

    mutating func append(_ bytes: ArraySlice<UInt8>) { lines.append(bytes) }

    mutating func finish() { lines.finish() }

    mutating func next() throws(ImportError) -> ImportRecord? {
        while let line = try lines.next() {
            let text = SentenceLines.plain(line)
            if text.contains(where: \.isLetter) {
                return ImportRecord(line: lines.line, members: [(SentenceLines.column, text)])
            }
        }
        return nil
    }

    /// A line without the mark of a list: `- `, `* `, `• `, `- [x] `.
    private static func plain(_ line: String) -> String {
        let line = line.trimmingBlanks()
        guard let first = line.first, first.isNumber || "-*•·+".contains(first) else { return line }
        return line.replacing(/^(?:[-*•·+]|\d+[.)](?=\s))\s+(?:\[[ xX]\]\s+)?/, with: "")
    }

    /// Whether at least half of the first lines are sentences with a date and a place.
    static func recognizes(_ text: ArraySlice<UInt8>, isWhole: Bool, _ sentences: SentenceReader) -> Bool {
        let beginning = RecordBeginning(SentenceLines(), text, isWhole: isWhole)
        let lines = beginning.records.prefix(20).map { $0.value(column) }
        let read = lines.count { isSession($0, sentences) }
        return read > 0 && read * 2 >= lines.count
    }

    private static func isSession(_ line: String, _ sentences: SentenceReader) -> Bool {
        guard line.utf8.count <= 1_000 else { return false }
        do throws(SentenceError) {
            let sentence = try sentences.read([line])
            return sentence.values.date != nil && sentence.values.location != nil
        } catch {
            if case .date(.orderUnknown) = error.reason { return true }
            return false
        }
    }
}
