import Foundation

@testable import SurfLanguage

/// A session that a line of the corpus may mean.
struct ExpectedSession {
    private let values: [EntryField: Any]
    /// Whether the line does not say the hour.
    private let isHourAssumed: Bool
    private let dates: DateReader

    /// The unit of a length without one.
    private let units: LengthUnit?

    init(_ json: [String: Any], _ reader: SentenceReader) {
        (dates, units) = (reader.dates, reader.units)
        isHourAssumed = json["assumed"] as? Bool ?? false
        values = Dictionary(
            uniqueKeysWithValues: json.compactMap { key, value in
                let field = key == "water" ? .waterTemperature : EntryField(key: key)
                return field.map { ($0, value) }
            })
    }

    /// The fields of a height and a period beside a direction: a friend may call them the waves' or the swell's.
    private static let twins: [EntryField: EntryField] = [
        .height: .swellHeight, .period: .swellPeriod, .swellHeight: .height, .swellPeriod: .period,
    ]

    /// Whether a value stands in the field that a friend may as well have chosen.
    private func isTwin(_ field: EntryField, _ wanted: Any?, _ read: EntryValues) -> Bool {
        guard let twin = ExpectedSession.twins[field], values[.swellDirection] != nil || values[.swellPeriod] != nil,
            let wanted = wanted ?? values[twin], let own = read.measure(field) ?? read.measure(twin)
        else { return false }
        let kind: MeasureKind = field == .height || field == .swellHeight ? .height : .period
        guard let first = MeasureText.range(kind, in: "\(wanted)"), let second = MeasureText.range(kind, in: own) else {
            return false
        }
        return abs(first.lowerBound - second.lowerBound) < 0.3 && abs(first.upperBound - second.upperBound) < 0.3
    }

    typealias Verdict = (outcome: CorpusLine.Outcome, why: String)

    /// How a reading compares with this session.
    func verdict(_ read: EntryValues) -> Verdict {
        let verdicts = EntryField.allCases.filter { $0 != .timeZone }.map { field in
            self.verdict(field, values[field], read)
        }
        let worst = verdicts.max { $0.outcome < $1.outcome } ?? (.right, "")
        let reasons = verdicts.filter { $0.outcome == .wrong }.map(\.why)
        return (worst.outcome, worst.outcome == .wrong ? reasons.joined(separator: "; ") : worst.why)
    }

    private func verdict(_ field: EntryField, _ wanted: Any?, _ read: EntryValues) -> Verdict {
        let own = read[field]
        if (wanted == nil) != (own == nil), isTwin(field, wanted, read) { return (.acceptable, "\(field.name)") }
        switch (wanted, own) {
        case (nil, nil): return (.right, "")
        // A session without a date is now.
        case (nil, .date(let date)?) where abs(date - dates.now) < 61: return (.right, "")
        case (nil, let own?): return unwanted(field, own)
        case (let wanted?, nil): return missing(field, wanted, read)
        case (let wanted?, let own?): return compare(field, wanted, own)
        }
    }

    /// Words that a friend left in the notes may as well be a field's; a number may not.
    private func unwanted(_ field: EntryField, _ own: FieldValue) -> Verdict {
        let notes = plain(values[.notes] as? String ?? "")
        if field == .notes { return (.acceptable, "notes") }
        if case .text(let text) = own, [.wind, .crowd, .tide, .board].contains(field), notes.contains(plain(text)) {
            return (.acceptable, field.name)
        }
        return (.wrong, "\(field.name) \(own) is not there")
    }

    private func missing(_ field: EntryField, _ wanted: Any, _ read: EntryValues) -> Verdict {
        // A session of now needs no date.
        if field == .date, compare(dates.now, "\(wanted)") == .right { return (.right, "") }
        if field == .date || field == .location { return (.wrong, "\(field.name) \(wanted) is missing") }
        let kept = plain(read.notes ?? "")
        let words = words("\(wanted)")
        if field == .notes {
            let stored = kept + plain(EntryField.allCases.compactMap { read.text($0) }.joined(separator: " "))
            let isKept = words.count { stored.contains($0) } * 10 >= words.count * 6
            return (isKept ? .acceptable : .wrong, "notes are lost")
        }
        return (kept.isEmpty ? .wrong : .acceptable, "\(field.name) \(wanted) is missing")
    }

    private func compare(_ field: EntryField, _ wanted: Any, _ own: FieldValue) -> Verdict {
        let isSame: CorpusLine.Outcome
        switch own {
        case .date(let date): isSame = compare(date, wanted as? String ?? "")
        case .integer(let number): isSame = (wanted as? NSNumber)?.int16Value == number ? .right : .wrong
        case .number(let number): isSame = compare(number, wanted, field)
        case .text(let text) where field == .notes: isSame = compareNotes(text, wanted as? String ?? "")
        case .text(let text): isSame = compare(text, "\(wanted)", field)
        }
        return (isSame, "\(field.name) is \(own), not \(wanted)")
    }

    private func compare(_ date: Double, _ wanted: String) -> CorpusLine.Outcome {
        guard let own = try? DateReader(now: .infinity, zone: CorpusLine.zone).date(wanted) else { return .wrong }
        if abs(own - date) < 61 { return .right }
        guard isHourAssumed else { return .wrong }
        let days = [own, date].map {
            LocalTime.local(StoreTime.unixSecond($0), in: CorpusLine.zone).flooredQuotient(86_400)
        }
        if days[0] != days[1] { return .wrong }
        return abs(own - date) < 4 * 3600 ? .right : .acceptable
    }

    private func compare(_ number: Double, _ wanted: Any, _ field: EntryField) -> CorpusLine.Outcome {
        var expected = (wanted as? NSNumber)?.doubleValue
        if let text = wanted as? String,
            case .number(let number)? = try? FieldReader(dates: dates).value(of: field, text)
        {
            expected = number
        }
        guard var expected else { return .acceptable }
        // No sea has 38 °C.
        if field == .waterTemperature, expected > 36 { expected = TemperatureUnit.fahrenheit.celsius(expected) }
        if field == .swellDirection {
            return abs((number - expected).remainder(dividingBy: 360)) <= 12 ? .right : .wrong
        }
        return abs(number - expected) < (field == .duration ? 1.01 : 0.26) ? .right : .wrong
    }

    private func compare(_ text: String, _ wanted: String, _ field: EntryField) -> CorpusLine.Outcome {
        let (own, other) = (plain(text), plain(wanted))
        if own == other { return .right }
        let contains = own.contains(other) || other.contains(own)
        if field == .location { return contains && abs(own.count - other.count) <= 4 ? .acceptable : .wrong }
        guard case .measure(let kind) = field.kind else { return contains ? .acceptable : .wrong }
        let ranges = [text, wanted].map { MeasureText.range(kind, in: $0, units: units ?? .feet) }
        if let first = ranges[0], let second = ranges[1] { return first == second ? .right : .wrong }
        return contains || field == .wind || field == .crowd ? .acceptable : .wrong
    }

    /// Most of the words that a friend kept are kept.
    private func compareNotes(_ text: String, _ wanted: String) -> CorpusLine.Outcome {
        let own = plain(text)
        let wanted = words(wanted)
        let kept = wanted.count { own.contains($0) }
        if kept * 10 < wanted.count * 6 { return .wrong }
        return kept == wanted.count && words(text).count <= wanted.count + 3 ? .right : .acceptable
    }

    private func words(_ text: String) -> [String] {
        text.folded.split { !$0.isLetter && !$0.isNumber }.map(String.init).filter { $0.count > 3 }
    }

    private func plain(_ text: String) -> String { text.folded.filter { $0.isLetter || $0.isNumber } }
}

extension EntryValues {
    /// The text of a height or a period, of a swell's with its unit.
    fileprivate func measure(_ field: EntryField) -> String? {
        text(field) ?? number(field).map { "\($0)" + (field == .swellHeight ? "m" : "s") }
    }
}
