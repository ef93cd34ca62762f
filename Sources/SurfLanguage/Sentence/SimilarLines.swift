import Foundation

/// Finds lines similar to a refused one that can be parsed.
struct SimilarLines {
    private let reading: SentenceReading
    private let grammar: Grammar

    init(_ reading: SentenceReading) {
        self.reading = reading
        grammar = reading.grammar
    }

    /// Adds such lines to the error, the most likely first. If there are none, adds the whole line as notes.
    /// - Complexity: O(1) parses of the line.
    func added(to error: SentenceError) -> SentenceError {
        var error = error
        let own = error.lines.map { Candidate(line: $0) }
        switch rest(error) {
        case .understood(let rest):
            let kept = kept(rest.values, error)
            error.lines = understood(own + candidates(error, beside: rest.values), atMost: 4, keeping: kept)
            if error.lines.isEmpty, let tokens = error.tokens {
                error.lines = understood([Candidate(line: grammar.noting(tokens))], atMost: 1)
            }
        case .lacksPlace(let rest):
            let places = candidates(error, beside: rest.values).filter { $0.field == .location || $0.field == .notes }
            error.lines = understood(own + places, atMost: 4)
        case .refused: error.lines = understood(own, atMost: 4)
        }
        if error.lines.isEmpty { error.lines = understood([Candidate(line: lineOfNotes)], atMost: 1) }
        return error
    }

    /// What a suggested line must say as the typed one does: all that was understood beside the unclear words.
    private func kept(_ values: EntryValues, _ error: SentenceError) -> EntryValues {
        var kept = values
        kept.notes = nil
        switch error.reason {
        case .unclear(_, let fields): for field in fields { kept[field] = nil }
        case .twice(.swellHeight, _, _), .twice(.swellPeriod, _, _), .twice(.swellDirection, _, _):
            // What is left of the second swell could be the height.
            for field in EntryField.swell + [.height] { kept[field] = nil }
        case .twice(let field, _, _), .besideOption(let field, _), .outOfRange(let field, _): kept[field] = nil
        case .date: (kept.date, kept.duration) = (nil, nil)
        case .noPlace, .severalPlaces: kept.location = nil
        default: break
        }
        return kept
    }

    /// The result of parsing the line without the words that caused the error.
    private enum Rest {
        case understood(Sentence)
        /// The line lacks only its place. The value is the result with an example place.
        case lacksPlace(Sentence)
        /// The line is refused even without these words, so replacing them does not help.
        case refused
    }

    private func rest(_ error: SentenceError) -> Rest {
        guard let tokens = error.tokens else { return .understood(Sentence()) }
        let rest = grammar.removing(tokens)
        do throws(SentenceError) {
            return .understood(try reading.reader.readAlone(rest))
        } catch {
            guard error.reason == .noPlace else { return .refused }
            return reading.reader.understood(example + ", " + rest).map(Rest.lacksPlace) ?? .refused
        }
    }

    /// The number of bytes of suggested lines to parse. It limits the time that a long refused line takes.
    private static let maxBytes = 350

    private struct Candidate {
        var line: String
        /// The field that must have a value in the line.
        var field: EntryField?
    }

    /// Those of the lines that can be parsed, and say what is to be kept.
    private func understood(
        _ candidates: [Candidate], atMost most: Int, keeping kept: EntryValues = EntryValues()
    ) -> [String] {
        var found: [(line: String, values: EntryValues)] = []
        var bytes = 0
        for candidate in candidates where found.count < most && bytes < SimilarLines.maxBytes {
            var line = candidate.line.split(separator: " ").joined(separator: " ")
            if line.hasSuffix(",") { line.removeLast() }
            bytes += line.utf8.count
            guard !found.contains(where: { $0.line == line }), let values = reading.reader.understood(line)?.values,
                candidate.field.map({ values[$0] != nil }) ?? true,
                EntryField.allCases.allSatisfy({ kept[$0] == nil || $0 == candidate.field || kept[$0] == values[$0] }),
                !found.contains(where: { $0.values == values })
            else { continue }
            found.append((line, values))
        }
        return found.map(\.line)
    }

    private func candidates(_ error: SentenceError, beside values: EntryValues) -> [Candidate] {
        if case .unclear(let text, let fields) = error.reason, let tokens = error.tokens {
            guard error.lines.isEmpty else { return [] }
            let all = fields.filter { values[$0] == nil || $0 == .location }.map { field in
                spellings(of: text, as: field).map {
                    Candidate(line: grammar.replacing(tokens, with: $0), field: field)
                }
            }
            // Each field has a line before one has two.
            return all.compactMap(\.first) + all.flatMap { $0.dropFirst() }
        }
        return lines(error).map { Candidate(line: $0) }
    }

    private func lines(_ error: SentenceError) -> [String] {
        switch error.reason {
        case .severalPlaces(let names): return names.prefix(4).flatMap { places(names, keeping: $0, error.tokens) }
        case .date(.unreadable) where !error.lines.isEmpty: return []
        case .date(let reason): return dated(reason)
        case .outOfRange(.rating, _): return error.tokens.map { [grammar.replacing($0, with: "5 stars")] } ?? []
        case .besideOption, .missingField: return error.tokens.map { [grammar.removing($0)] } ?? []
        case .noPlace: return namedByPartOfDay + ["", ","].map { example + $0 + " " + grammar.line.text }
        default: return []
        }
    }

    /// `"Sunset" yesterday 6ft`: the line with `sunset` quoted, the only part of the day after which places are named.
    private var namedByPartOfDay: [String] {
        let index = grammar.tokens.indices.first { index in
            [.sunset, .dusk].contains(grammar.partOfDay(index, index + 1)?.value.twilight)
        }
        return index.map { [grammar.replacing($0..<$0 + 1, with: "\"\(grammar.tokens[$0].text)\"")] } ?? []
    }

    /// The last resort: the whole line as notes.
    private var lineOfNotes: String {
        let day = iso(reading.dates.flatMap(\.pieces), nil).map { $0 + " " } ?? ""
        return day + example + ", \"" + grammar.line.text.replacing("\"", with: "'") + "\""
    }

    /// The name of a place for an example.
    private var example: String {
        let name = reading.place?.name ?? reading.reader.places.first ?? "Malibu"
        return name.allSatisfy { $0.isLetter || $0 == " " } ? name : SentenceWriter.quoted(name)
    }

    // MARK: Values

    /// Forms of a text as the value of a field.
    private func spellings(of text: String, as field: EntryField) -> [String] {
        let number = trimmed(text)
        switch field {
        case .height: return [text + "ft", text + "m", number + "ft", number + "m"]
        case .period: return [text + "s", "@ \(number)s"]
        case .wind: return [text + "kts"]
        case .tide: return [text + "ft", text + "m"]
        case .waterTemperature: return ["water \(number)F", "water \(number)C"]
        case .swellHeight: return ["swell \(number)ft", "swell \(number)m"]
        case .swellPeriod: return ["swell \(number)s"]
        case .swellDirection: return ["swell \(number)°"]
        case .duration: return [number + " min"]
        case .waves: return [(number.split { "-–".contains($0) }.last.map(String.init) ?? number) + " waves"]
        case .rating: return [stars(number)]
        case .location: return ["\"\(text)\""]
        case .notes: return reading.place == nil ? [example + ", " + text + ","] : []
        case .date: return days(text)
        default: return []
        }
    }

    /// The text from its first to its last digit or sign of a number.
    private func trimmed(_ text: String) -> String {
        let isOfNumber = { (character: Character) in "0123456789.,-–".contains(character) }
        guard let first = text.firstIndex(where: isOfNumber), let last = text.lastIndex(where: isOfNumber) else {
            return ""
        }
        return String(text[first...last])
    }

    /// The rating of `4/5` and `8/10` in stars.
    private func stars(_ score: String) -> String {
        let numbers = score.split(separator: "/").compactMap { Int($0) }
        guard let first = numbers.first else { return score }
        return "\(numbers.last == 10 && numbers.count > 1 ? first / 2 : first) stars"
    }

    /// `sat` or `4/5` with a word that makes it a date.
    private func days(_ text: String) -> [String] {
        if text.hasPrefix("@") {
            return ["am", "pm"].map { text.dropFirst().trimmingCharacters(in: .whitespaces) + $0 }
        }
        return ["on " + text] + [DateOrder.mdy, .dmy].compactMap { iso(text, $0) }
    }

    // MARK: Places

    private func places(_ names: [String], keeping name: String, _ tokens: Range<Int>?) -> [String] {
        if let tokens { return [grammar.replacing(tokens, with: name)] }
        var line = grammar.line.text
        for other in names where other != name {
            guard let range = line.range(of: other, options: .caseInsensitive) else { continue }
            line.replaceSubrange(range, with: "\"\(line[range])\"")
        }
        return [line]
    }

    // MARK: Dates

    /// The parser of dates at the place.
    private var dates: DateReader {
        var parser = reading.reader.dates
        if let name = reading.place?.name, let zone = reading.reader.zone(name) { parser.zone = zone }
        return parser
    }

    /// The line with an ISO 8601 day in place of the given date.
    private func dated(_ error: DateError) -> [String] {
        let pieces = reading.dates.flatMap(\.pieces)
        var ways: [[DatePiece]] = []
        switch error {
        case .orderUnknown:
            return [DateOrder.mdy, .dmy].compactMap { iso(pieces, $0) }.map(dated)
        case .halfUnknown:
            ways = [0, 12].map { half in pieces.map { $0.inHalf(half) } }
        case .noSuchDay: ways = [pieces.map(\.clamped)]
        case .severalDays:
            let kept = pieces.filter { !$0.namesDay }
            ways = pieces.filter(\.namesDay).map { [$0] + kept }
        case .future(_, let understood): return earlier(understood, pieces).map(dated)
        case .noSuchTime: ways = [pieces.filter { !$0.namesClock }]
        case .unreadable: ways = [[.daysAgo(7)]]
        case .notOneDay: ways = days(pieces).map { [$0] + pieces.filter { !$0.namesDay } }
        }
        return ways.compactMap { iso($0, nil) }.map(dated)
    }

    /// The possible days of an ambiguous date, the latest first.
    private func days(_ pieces: [DatePiece]) -> [DatePiece] {
        let today = dates.today
        let near = (0..<62).lazy.map { CivilDay(number: today.number - $0) }
        for piece in pieces {
            switch piece {
            case .dayOfMonth(let number): return near.filter { $0.day == number }.map(\.piece)
            case .weekend(let isLast):
                let saturday = dates.saturday(isLast: isLast).number
                return [saturday + 1, saturday].filter { $0 <= today.number }.map { CivilDay(number: $0).piece }
            case .someDay: return [.daysAgo(1), .daysAgo(2), .daysAgo(3)]
            default: continue
            }
        }
        return [.daysAgo(7)]
    }

    /// The latest past instants that are similar to a future one.
    private func earlier(_ understood: Double, _ pieces: [DatePiece]) -> [String] {
        let parser = dates
        let back = ((understood - parser.now) / 86_400).rounded(.up)
        let hasYear = back > 7
        let moment = hasYear ? understood - (back / 365.25).rounded(.up) * 365.25 * 86_400 : understood - back * 86_400
        return [written(moment, isDay: !pieces.contains { !$0.namesDay })]
    }

    private func iso(_ text: String, _ order: DateOrder) -> String? {
        (try? dates.pieces(text)).flatMap { iso($0, order) }
    }

    private func iso(_ pieces: [DatePiece], _ order: DateOrder?) -> String? {
        var parser = dates
        if let order { parser.order = order }
        guard let moment = try? parser.moment(of: pieces, "") else { return nil }
        return written(moment.date, isDay: moment.isTimeAssumed)
    }

    private func written(_ date: Double, isDay: Bool) -> String {
        var writer = ISODateWriter(zone: dates.zone)
        let text = writer.string(date)
        return isDay ? String(text.prefix(10)) : text.prefix(10) + " " + text.dropFirst(11).prefix(5)
    }

    private func dated(_ day: String) -> String {
        var bytes = Array(grammar.line.text.utf8)
        for date in reading.dates.sorted(by: { $0.tokens.lowerBound > $1.tokens.lowerBound }) {
            let tokens = grammar.tokens[date.tokens]
            guard let first = tokens.first, let last = tokens.last else { continue }
            var end = last.range.upperBound
            if end < bytes.count, bytes[end] == UInt8(ascii: ":") { end += 1 }
            bytes.removeSubrange(first.range.lowerBound..<end)
        }
        let rest = String(decoding: bytes, as: UTF8.self).replacing(", ,", with: ",").replacing(" ,", with: ",")
        return day + " " + rest.trimmingCharacters(in: CharacterSet(charactersIn: " ,;:"))
    }
}

extension CivilDay {
    fileprivate var piece: DatePiece { .day(year: year, month: month, day: day) }
}

extension DatePiece {
    /// An hour without am or pm, in the given half of the day.
    fileprivate func inHalf(_ half: Int) -> DatePiece {
        guard case .hour(let hour, let minute) = self, hour < 12 else { return self }
        return .clock(ClockTime(second: (hour + half) * 3600 + minute * 60))
    }

    /// A day beyond the end of its month, replaced by the month's last day.
    fileprivate var clamped: DatePiece {
        switch self {
        case .monthDay(let month, let day, let year):
            let last = CivilDay.days(inMonth: month, of: year ?? 2001)
            return .monthDay(month: month, day: min(day, last), year: year)
        case .day(let year, let month, let day) where (1...12).contains(month):
            return .day(year: year, month: month, day: min(day, CivilDay.days(inMonth: month, of: year)))
        default: return self
        }
    }
}
