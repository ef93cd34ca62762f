import Foundation
import SurfLanguage

extension Messages {
    /// Why a value cannot be set or filtered by, with the option it was given to.
    static func sentence(_ error: FieldError, _ option: String) -> String {
        switch error {
        case .empty: "\(option) has no value. To empty a field, use --clear."
        case .containsNUL: "\(option) contains a NUL character, which cannot be stored."
        case .notARating(let text): "\(option) '\(text)' is not valid: use a whole number from 1 to 5."
        case .notAValue(let field, let text):
            "'\(text)' is not a valid \(noun(field)). Try \(option) \(value(field))."
        case .notAZone(let text): notAZone(text, " in \(option)", try: option)
        case .notANumber(let field, let text):
            "\(option) '\(text)' is not a \(noun(field)) or range. Try \(option) \(example(field))."
        case .rangeWithoutEnds(let field): "\(option) '..' has neither end. Try \(option) \(example(field))."
        case .reversedRange(_, let text): "\(option) '\(text)' is reversed. Did you mean \(reversed(text))?"
        case .notALength(let text): "\(option) '\(text)' is not a length of time. Try 30d, 2w, 6m or 1y."
        case .date(let error): sentence(error, option)
        }
    }

    /// A range with its ends swapped and its unit last: `5..2ft` becomes `2..5ft`.
    private static func reversed(_ range: String) -> String {
        let ends = range.components(separatedBy: "..")
        guard ends.count == 2 else { return range }
        let isNumber = { (character: Character) in character.isNumber || ".,+-".contains(character) }
        let unit = ends[0].allSatisfy(isNumber) ? ends[1].drop(while: isNumber) : ""
        return ends[1].dropLast(unit.count) + ".." + ends[0] + unit
    }

    /// - Parameters:
    ///   - place: Where it was typed.
    ///   - option: The words before a zone in a command.
    static func notAZone(_ text: String, _ place: String, try option: String) -> String {
        let meant = ZoneNames.suggestions(for: text)
        let next = meant.isEmpty ? "Try \(option) America/Los_Angeles." : "Did you mean \(alternatives(meant))?"
        return "'\(text)'\(place) is not a time zone. \(next)"
    }

    /// What a value of the field is called.
    private static func noun(_ field: EntryField) -> String {
        field == .waves ? "number of \(field.words)" : field.words
    }

    private static func example(_ field: EntryField) -> String {
        switch field {
        case .date: "2014-08"
        case .rating: "3..5"
        case .period: "..12s"
        case .wind: "5..10kts"
        case .crowd: "..10"
        case .waves: "10..20"
        case .duration: "1h..2h30"
        case .swellPeriod: "12..16s"
        case .swellDirection: "NW, or W..NNW"
        case .waterTemperature: "15..18C"
        default: "3..6ft"
        }
    }

    private static func value(_ field: EntryField) -> String {
        switch field {
        case .waves: "14"
        case .duration: "1h30"
        case .swellPeriod: "14s"
        case .swellDirection: "WNW, or 290"
        case .waterTemperature: "17C, or 63F"
        default: "5ft, or 1.5m"
        }
    }

    /// Why a date is not valid.
    static func sentence(_ error: DateError, _ option: String) -> String {
        switch error {
        case .unreadable(let text):
            "\(option) '\(text)' is not a date. Try 2026-09-12, 'yesterday 7am' or '3 days ago'."
        case .orderUnknown(let text):
            "\(option) '\(text)' could be two days. Write the month in letters, or use 'surfjournal config date-order mdy' (or dmy)."
        case .halfUnknown(let text): "\(option) '\(text)' could be morning or afternoon. Write 3am or 3pm."
        case .severalDays(let text): "\(option) '\(text)' has two different days. Give one."
        case .noSuchDay(let text): "\(option) '\(text)' is not in the calendar."
        case .noSuchTime(let text):
            "\(option) '\(text)' does not exist: the clocks skip that time on that day. Give another."
        case .notOneDay(let text): "\(option) '\(text)' is not a single day. Give a day, such as 2026-09-12."
        case .future(let typed, let understood):
            "\(option) '\(typed.text)' is in the future (\(time(understood, typed.zone))). "
                + "Give the date of a session that has happened."
        }
    }

    /// Why the sentence of `add` is not valid, with a line to copy.
    static func sentence(_ error: SentenceError) -> String {
        if let advice = advice(error) { return "\(reason(error)) \(advice)" }
        guard let line = error.lines.first else { return reason(error) }
        let others = error.lines.dropFirst().map(copyable)
        let rest = others.isEmpty ? "" : ", or " + others.joined(separator: ", or ")
        return "\(reason(error)) Try: surfjournal add \(copyable(line))\(rest)."
    }

    /// What to do where no other line would be true.
    private static func advice(_ error: SentenceError) -> String? {
        switch error.reason {
        case .outOfRange(.rating, _): "A rating is 1 to 5 stars."
        case .date(.future): "Log a session after you have surfed it."
        default: nil
        }
    }

    /// The question for one of several lines.
    static func askLine(_ count: Int) -> String {
        count == 1
            ? "Use this line? Type y, or the line as you mean it, or q to quit: "
            : "Which one, 1 to \(count)? Or type the line, or q to quit: "
    }

    /// Why a sentence was not understood.
    static func reason(_ error: SentenceError) -> String {
        switch error.reason {
        case .unclosedQuote: "A double quote in the sentence is not closed."
        case .containsNUL: "The sentence contains a NUL character, which cannot be stored."
        case .noPlace: "The sentence has no place."
        case .severalPlaces(let names): "Which place: \(alternatives(names))?"
        case .unclear(let text, let fields) where fields.count == 1: "Is '\(text)' \(meaning(fields[0]))?"
        case .unclear(let text, let fields): "What is '\(text)': \(alternatives(fields.map(meaning)))?"
        case .twice(let field, let first, let second): "Two values for the \(field.words): '\(first)' and '\(second)'."
        case .outOfRange(let field, let text): "'\(text)' is out of range for the \(field.words)."
        case .date(let date): reason(date)
        case .strayWord(let word): "'\(word)' belongs to a date, but there is no date next to it."
        case .besideOption(let field, let text): "Two values for the \(field.words): '\(text)' and \(field.flag)."
        case .missingField(let field, let text):
            "'\(text)' can only be \(field.words), which this journal does not have. Add them with 'surfjournal migrate'."
        }
    }

    private static func reason(_ error: DateError) -> String {
        switch error {
        case .unreadable(let text): "'\(text)' is not a date."
        case .orderUnknown(let text):
            "'\(text)' could be two days. 'surfjournal config date-order mdy' (or dmy) settles it for good."
        case .halfUnknown(let text): "'\(text)': morning or afternoon?"
        case .severalDays(let text): "'\(text)' has two different days."
        case .noSuchDay(let text): "'\(text)' is not in the calendar."
        case .noSuchTime(let text): "The clocks skip '\(text)' on that day."
        case .notOneDay(let text): "Which day is '\(text)'?"
        case .future(let typed, let understood): "'\(typed.text)' is in the future (\(time(understood, typed.zone)))."
        }
    }

    /// A time in its own zone. The zone's name is added if the machine's clock shows another time.
    private static func time(_ date: Double, _ zone: TimeZone) -> String {
        var dates = EntryDates(zone: Program.zone.zone)
        return dates.text(date, in: zone.identifier) { $0.understood($1) }
    }

    /// What a number may mean.
    static func meaning(_ field: EntryField) -> String {
        switch field {
        case .height: "the height"
        case .location: "part of the place's name"
        case .date: "the date"
        case .notes: "a note"
        case .waves: "how many waves"
        case .duration: "how long it was"
        case .waterTemperature: "the water's temperature"
        default: "the " + field.words
        }
    }

    static func alternatives(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    /// A line quoted for copying after `add`. The quoting works in a shell, and at the prompt unless the line contains
    /// both kinds of quotes.
    static func copyable(_ line: String) -> String {
        let isPlain = !line.contains { "\"\\$`!".contains($0) }
        return line.contains("'") && isPlain ? "\"\(line)\"" : "'" + line.replacing("'", with: "'\\''") + "'"
    }
}
