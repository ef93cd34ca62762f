import Foundation

/// The sessions that an import stored, and how they differ from those in the file.
struct WrittenSessions {
    private let stored: [[String: Any]]

    init(_ stored: [[String: Any]]) { self.stored = stored }

    func faults(_ file: WrittenFile) -> [String] {
        guard stored.count == file.sessions.count else {
            return ["\(stored.count) sessions, not \(file.sessions.count)"]
        }
        return zip(stored, file.sessions).flatMap { session, expected in
            let place = expected.location == nil ? file.options.last : nil
            return WrittenSession(session, machine: file.zone).faults(expected, place: place).map {
                "\(expected.date): \($0)"
            }
        }
    }
}

/// A stored session.
private struct WrittenSession {
    let values: [String: Any]
    /// The machine's zone, in which sessions without one are.
    let machine: String

    init(_ values: [String: Any], machine: String) { (self.values, self.machine) = (values, machine) }

    private static let fields = ["height", "period", "wind", "tide", "crowd", "board", "notes", "location"]

    private static let numbers = [
        "rating", "waves", "duration", "swellHeight", "swellPeriod", "swellDirection", "waterTemperature",
    ]

    func faults(_ expected: WrittenFile.Session, place: String?) -> [String] {
        [dateFault(expected), placeFault(expected.location ?? place)].compactMap(\.self)
            + expected.texts.compactMap(textFault) + expected.numbers.compactMap(numberFault)
            + unexpected(expected) + lost(expected.notes ?? "")
    }

    private func text(_ field: String) -> String { values[field] as? String ?? "" }

    /// All texts, in which a value may stand that has no field of its own.
    private var texts: String { Self.fields.map(text).joined(separator: " ") }

    // MARK: Place and date

    /// The wall time at the place, with its offset.
    private var wallTime: String {
        guard let date = ISO8601DateFormatter().date(from: text("date")) else { return text("date") }
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: values["timeZone"] as? String ?? machine)
        format.dateFormat = "yyyy-MM-dd'T'HH:mm:ssxxx"
        return format.string(from: date)
    }

    private func dateFault(_ expected: WrittenFile.Session) -> String? {
        guard wallTime.prefix(expected.date.utf8.count) == expected.date else { return "date \(wallTime)" }
        guard let offset = expected.offset, !wallTime.hasSuffix(offset) else { return nil }
        return "offset \(wallTime)"
    }

    private func placeFault(_ expected: String?) -> String? {
        guard let expected else { return nil }
        let (found, wanted) = (Self.words(text("location")), Self.words(expected))
        // A longer name, as of a beach in the file's own column, is the same place.
        return !wanted.isEmpty && Set(found).isSuperset(of: wanted)
            ? nil : "place '\(text("location"))', not \(expected)"
    }

    // MARK: Values

    /// A measure that is not in its field must be in another text.
    private func textFault(_ field: String, _ expected: String) -> String? {
        let found = text(field)
        if found.isEmpty { return lostWords(expected).isEmpty ? nil : "\(field) lost: \(expected)" }
        let (numbers, wanted) = (Self.numbers(found), Self.numbers(expected))
        if numbers.isEmpty != wanted.isEmpty {
            return lostWords(expected).isEmpty ? nil : "\(field) '\(found)', not \(expected)"
        }
        if numbers.isEmpty {
            let common = Set(Self.words(found)).intersection(Self.words(expected))
            return common.isEmpty ? "\(field) '\(found)', not \(expected)" : nil
        }
        return zip(numbers, wanted).allSatisfy { abs($0 - $1) < 0.06 } ? nil : "\(field) '\(found)', not \(expected)"
    }

    private func numberFault(_ field: String, _ expected: Double) -> String? {
        guard let found = values[field] as? Double else {
            return isNoted(field, expected) ? nil : "\(field) lost: \(expected)"
        }
        let tolerance = Self.tolerances[field] ?? 0.06
        return abs(found - expected) <= tolerance ? nil : "\(field) \(found), not \(expected)"
    }

    private static let tolerances = ["rating": 0.5, "duration": 1.01, "swellHeight": 0.011, "swellDirection": 1.0]

    /// Whether a number is in a text. Of durations and directions, which have many forms, only sentences keep a text.
    private func isNoted(_ field: String, _ expected: Double) -> Bool {
        if field == "swellHeight", let height = Self.numbers(text("height")).first {
            return abs(height - expected) < 0.06
        }
        if field == "swellPeriod", let period = Self.numbers(text("period")).first { return period == expected }
        return !text("notes").isEmpty && Self.words(text("notes")).count > 3
    }

    /// Numbers that the file does not say.
    private func unexpected(_ expected: WrittenFile.Session) -> [String] {
        let named = Set(expected.numbers.map(\.field))
        return Self.numbers.compactMap { field in
            guard !named.contains(field), let number = values[field] as? Double else { return nil }
            if field == "swellPeriod", expected.period != nil { return nil }
            return "\(field) \(number), not said"
        }
    }

    /// Notes of which more than a few words are nowhere.
    private func lost(_ notes: String) -> [String] {
        let lost = lostWords(notes)
        return lost.count * 4 > Self.words(notes).count ? ["notes lost: \(lost.joined(separator: " "))"] : []
    }

    private func lostWords(_ text: String) -> [String] {
        let kept = Set(Self.words(texts))
        return Self.words(text).filter { !kept.contains($0) }
    }

    // MARK: Texts

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "’" }.map(String.init)
    }

    private static func numbers(_ text: String) -> [Double] {
        text.replacing(",", with: ".").matches(of: /\d+(?:\.\d+)?/).compactMap { Double($0.output) }
    }
}
