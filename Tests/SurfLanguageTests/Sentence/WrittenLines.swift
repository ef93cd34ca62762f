import Foundation

@testable import SurfLanguage

/// A line as a surfer typed it, and the expected session; Tests/Understanding/README.md explains how they are compared.
struct WrittenLine {
    let id: String
    let line: String
    let isRefused: Bool
    /// Whether the command line refuses the line before it is read as a sentence.
    let isCommand: Bool
    private let expected: [String: Any]
    private let reader: SentenceReader

    private static let zone = TimeZone(identifier: "America/Los_Angeles") ?? .gmt

    init(_ json: [String: Any]) throws {
        id = json["id"] as? String ?? ""
        line = json["line"] as? String ?? ""
        isRefused = json["asks"] != nil || json["refuses"] != nil
        isCommand = ["why", "refuses"].contains { (json[$0] as? String)?.contains("mistaken command") == true }
        expected = json["expect"] as? [String: Any] ?? [:]
        let settings = json["settings"] as? [String: Any] ?? [:]
        var dates = DateReader(now: try Self.date(json["now"] as? String ?? ""), zone: Self.zone)
        dates.order = (settings["dateOrder"] as? String).flatMap(DateOrder.init)
        reader = SentenceReader(
            dates: dates, units: (settings["units"] as? String).flatMap(LengthUnit.init),
            places: KnownPlaces(json["known"] as? [String] ?? []))
    }

    /// All lines in the JSON files of a folder.
    static func all(in folder: String) throws -> [WrittenLine] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Understanding/" + folder)
        let files = try FileManager.default.contentsOfDirectory(at: root, includingPropertiesForKeys: nil)
        return try files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }.flatMap { file in
            let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [[String: Any]] ?? []
            return try json.map(WrittenLine.init)
        }
    }

    enum Verdict: Equatable {
        case right
        /// Refused although it describes a session.
        case refused(String)
        /// Stored with a different meaning.
        case wrong(String)
        /// Correctly refused, but without a suggestion that works.
        case helpless
    }

    func verdict() -> Verdict {
        do throws(SentenceError) {
            let sentence = try reader.read([line])
            if isRefused { return .wrong("taken: \(sentence.values)") }
            let wrong = differences(sentence)
            return wrong.isEmpty ? .right : .wrong(wrong.joined(separator: "; "))
        } catch {
            guard isRefused else { return .refused("\(error.reason)") }
            return error.lines.isEmpty || error.lines.contains { !reader.understands($0) } ? .helpless : .right
        }
    }

    // MARK: Comparing

    private func differences(_ sentence: Sentence) -> [String] {
        var wrong: [String] = []
        for (key, value) in expected {
            switch (key, value) {
            case ("newPlace", let isNew as Bool):
                if isNew != sentence.isNewPlace { wrong.append("new place") }
            case ("assumedTime", let isAssumed as Bool):
                if isAssumed != sentence.isTimeAssumed { wrong.append("assumed time") }
            default:
                if !isSame(key, value, sentence.values) { wrong.append("\(key) is not \(value)") }
            }
        }
        let extra = EntryField.allCases.filter { sentence.values[$0] != nil && expected[Self.key($0)] == nil }
        return wrong + extra.map { "\($0) is given" }
    }

    private static func key(_ field: EntryField) -> String { field == .waterTemperature ? "water" : field.name }

    private func isSame(_ key: String, _ value: Any, _ values: EntryValues) -> Bool {
        guard let field = EntryField.allCases.first(where: { Self.key($0) == key }) else { return false }
        switch field.kind {
        case .date:
            guard let text = value as? String, let date = try? Self.date(text), let own = values.date else {
                return false
            }
            return abs(own - date) < 61
        case .integer: return (value as? NSNumber)?.int16Value == values.integer(field)
        case .number: return isSame(value, values, field)
        case .text, .measure, .zone: return Self.isSame(values.text(field) ?? "", value as? String ?? "", field)
        }
    }

    private func isSame(_ value: Any, _ values: EntryValues, _ field: EntryField) -> Bool {
        var wanted = (value as? NSNumber)?.doubleValue
        if let text = value as? String,
            case .number(let number)? = try? FieldReader(dates: reader.dates).value(of: field, text)
        {
            wanted = number
        }
        guard let wanted, let own = values.number(field) else { return false }
        return abs(own - wanted) < 0.06
    }

    /// Texts are equal despite other blanks and punctuation at the ends, tides with or without the word, notes however
    /// they are joined.
    private static func isSame(_ own: String, _ wanted: String, _ field: EntryField) -> Bool {
        let (own, wanted) = (plain(own), plain(wanted))
        if own == wanted { return true }
        switch field {
        case .tide: return own.replacing("tide", with: "") == wanted.replacing("tide", with: "")
        case .notes: return own.filter(\.isLetterOrNumber) == wanted.filter(\.isLetterOrNumber)
        default: return false
        }
    }

    private static func plain(_ text: String) -> String {
        text.lowercased().filter { $0 != " " }.trimmingCharacters(in: CharacterSet(charactersIn: ".,;:"))
    }

    private static func date(_ text: String) throws -> Double {
        try DateReader(now: .infinity, zone: zone).date(text)
    }
}

extension Character {
    fileprivate var isLetterOrNumber: Bool { isLetter || isNumber }
}
