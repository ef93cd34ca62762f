import Foundation

@testable import SurfLanguage

/// A line of the corpus: what somebody typed, and what a friend would write into a logbook.
struct CorpusLine {
    /// What became of a line. The cases are in order, the best first.
    enum Outcome: Int, Comparable, CaseIterable {
        case right
        /// Nothing is wrong, and a value that a friend would have noted stands in the notes.
        case acceptable
        /// It was asked about or refused.
        case refused
        /// Something was stored that the line does not say.
        case wrong

        static func < (left: Outcome, right: Outcome) -> Bool { left.rawValue < right.rawValue }
    }

    let line: String
    /// The sessions that are right, the first of them the best; empty if the line should be asked about.
    let expected: [ExpectedSession]
    let reader: SentenceReader

    static let zone = TimeZone(identifier: "America/Los_Angeles") ?? .gmt

    /// Whether nobody looks at the line: one of five, by its text.
    var isUnseen: Bool {
        let hash = line.utf8.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        return hash % 5 == 0
    }

    /// All lines of a file.
    static func read(_ file: URL) throws -> [CorpusLine] {
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] ?? [:]
        let now = try DateReader(now: .infinity, zone: zone).date(json["now"] as? String ?? "")
        let known = json["known"] as? [String] ?? []
        let units = (json["units"] as? String).flatMap(LengthUnit.init)
        return (json["lines"] as? [[String: Any]] ?? []).map { line in
            let places = KnownPlaces(line["known"] as? [String] ?? known)
            return CorpusLine(
                line, SentenceReader(dates: DateReader(now: now, zone: zone), units: units, places: places))
        }
    }

    private init(_ json: [String: Any], _ reader: SentenceReader) {
        line = json["line"] as? String ?? ""
        self.reader = reader
        let first = (json["expect"] as? [String: Any]).map { [$0] } ?? []
        expected = (first + (json["also"] as? [[String: Any]] ?? [])).map { ExpectedSession($0, reader) }
    }

    /// What the reader makes of the line, and what is wrong with it.
    func read() -> (outcome: Outcome, why: String) {
        let sentence: Sentence
        do throws(SentenceError) {
            sentence = try reader.read([line])
        } catch {
            return expected.isEmpty ? (.right, "") : (.refused, "\(error.reason)")
        }
        let verdicts = expected.map { $0.verdict(sentence.values) }
        return verdicts.min { $0.outcome < $1.outcome } ?? (.wrong, "taken: \(sentence.values.told)")
    }
}

extension EntryValues {
    /// All values, for a report.
    var told: String {
        EntryField.allCases.compactMap { field in self[field].map { "\(field.name) \($0)" } }.joined(separator: ", ")
    }
}
