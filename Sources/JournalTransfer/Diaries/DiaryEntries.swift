import Journal
import SurfLanguage

/// The entries of a diary's JSON: an object with an array `entries`, as jrnl and Day One export it.
struct DiaryEntries: ImportRecordReader {
    private enum Kind { case jrnl, dayOne }

    private var pieces = JSONPieces(.member)
    private let kind: Kind

    let names = ["date", "time zone", "tags", "place", "wind", SentenceLines.column]

    var program: String { kind == .jrnl ? "jrnl's diary" : "Day One's diary" }

    /// Nil if the first entry is not one of such a diary.
    init?(beginning text: ArraySlice<UInt8>) {
        var copy = JSONPieces(.member)
        copy.append(text)
        guard let piece = (try? copy.next()) ?? nil, case .object(let entry)? = try? JSONReader.value(piece.raw) else {
            return nil
        }
        let keys = Set(entry.members.map(\.key))
        if keys.isSuperset(of: ["creationDate", "text"]) {
            kind = .dayOne
        } else if keys.isSuperset(of: ["title", "body", "date"]) {
            kind = .jrnl
        } else {
            return nil
        }
    }

    mutating func append(_ bytes: ArraySlice<UInt8>) { pieces.append(bytes) }

    mutating func finish() { pieces.finish() }

    mutating func next() throws(ImportError) -> ImportRecord? {
        guard let piece = try pieces.next() else { return nil }
        guard case .object(let entry)? = try? JSONReader.value(piece.raw) else {
            throw .broken(line: piece.line, .notAnObject)
        }
        return kind == .jrnl ? jrnl(entry, piece.line) : dayOne(entry, piece.line)
    }

    private func jrnl(_ entry: JSONObject, _ line: Int) -> ImportRecord {
        var record = ImportRecord(line: line)
        let (title, body) = (entry["title"]?.text ?? "", entry["body"]?.text ?? "")
        record.add("date", [entry["date"]?.text, entry["time"]?.text].compactMap(\.self).joined(separator: " "))
        record.add("tags", tags(entry) ?? DiaryTags.named(in: title + " " + body))
        let isSentence = title.last.map { ".!?".contains($0) } ?? true
        record.add(
            SentenceLines.column, (title + (isSentence || body.isEmpty ? "" : ".") + "\n" + body).trimmingBlanks())
        return record
    }

    private func dayOne(_ entry: JSONObject, _ line: Int) -> ImportRecord {
        var record = ImportRecord(line: line)
        record.add("date", entry["creationDate"]?.text)
        record.add("time zone", entry["timeZone"]?.text)
        record.add("tags", tags(entry))
        if case .object(let location)? = entry["location"] {
            record.add("place", location["placeName"]?.text ?? location["localityName"]?.text)
        }
        if case .object(let weather)? = entry["weather"] {
            record.add("wind", wind(weather))
            for name in ["temperatureCelsius", "conditionsDescription", "relativeHumidity"] {
                record.add(name, weather[name]?.written)
            }
        }
        record.add(SentenceLines.column, DiaryText.plain(entry["text"]?.text ?? ""))
        return record
    }

    /// Day One's wind in the words of this journal: `8 km/h 290°`.
    private func wind(_ weather: JSONObject) -> String? {
        guard let speed = weather["windSpeedKPH"]?.written else { return nil }
        return "\(speed) km/h" + (weather["windBearing"]?.written.map { " \($0)°" } ?? "")
    }

    private func tags(_ entry: JSONObject) -> String? {
        guard case .array(let tags)? = entry["tags"] else { return nil }
        return tags.compactMap(\.text).map { $0.filter { $0 != "@" && $0 != "#" } }.joined(separator: ", ")
    }
}

/// What Day One adds to a text.
enum DiaryText {
    /// The text without headings' signs and backslashes, and with a full stop after a title.
    static func plain(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
            let title = line.drop { $0 == "#" }
            let isTitle = title.count < line.count && title.first == " "
            let plain = MarkdownText.plain(String(isTitle ? title.dropFirst() : line)).trimmingBlanks()
            return isTitle && plain.last.map { ".!?".contains($0) } == false ? plain + "." : plain
        }
        return lines.joined(separator: "\n").trimmingBlanks()
    }
}

extension JSONValue {
    /// A string's text, or a number as written; nil for any other value.
    fileprivate var written: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .null, .bool, .array, .object: nil
        }
    }
}
