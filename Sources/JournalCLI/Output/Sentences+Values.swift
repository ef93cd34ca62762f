import Foundation
import Journal
import SurfLanguage

extension Sentences {
    /// Why a value cannot be set or filtered by, with the option that it was given to.
    static func sentence(_ error: FieldError, _ option: String) -> String {
        switch error {
        case .empty: "\(option) is given nothing; '--clear' empties a field of an entry."
        case .containsNUL: "\(option) is given a text with a NUL character, which cannot be kept."
        case .notARating(let text): "'\(text)' in \(option) is no rating; it is a whole number from 1 to 5."
        case .notAValue(let field, let text):
            "'\(text)' is not a \(noun(field)); try \(option) \(value(field))."
        case .notAZone(let text): notAZone(text, " in \(option)", try: option)
        case .notANumber(let field, let text):
            "'\(text)' in \(option) is no \(noun(field)) or range; try \(option) \(example(field))."
        case .rangeWithoutEnds(let field): "'..' in \(option) has no end; try \(option) \(example(field))."
        case .reversedRange(_, let text): "'\(text)' in \(option) ends before it begins; turn it round."
        case .notALength(let text): "'\(text)' in \(option) is no length of time; try 30d, 2w, 6m or 1y."
        case .date(let error): sentence(error, option)
        }
    }

    /// - Parameters:
    ///   - place: where it was typed.
    ///   - option: what a zone is typed behind.
    static func notAZone(_ text: String, _ place: String, try option: String) -> String {
        let meant = ZoneNames.suggestions(for: text)
        let next = meant.isEmpty ? "try \(option) America/Los_Angeles." : "did you mean \(alternatives(meant))?"
        return "'\(text)'\(place) is not a time zone; \(next)"
    }

    /// What a value of a field is called.
    private static func noun(_ field: EntryField) -> String {
        field.kind == .count ? "number of \(field.words)" : field.words
    }

    private static func example(_ field: EntryField) -> String {
        switch field {
        case .date: "2014-08"
        case .rating: "4.."
        case .period: "..12s"
        case .wind: "5..10kts"
        case .crowd: "..10"
        case .waves: "10.."
        case .duration: "1h..2h30"
        case .swellPeriod: "12s.."
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

    /// Why a date is refused.
    static func sentence(_ error: DateError, _ option: String) -> String {
        switch error {
        case .unreadable(let text): "'\(text)' in \(option) is no date; try 2026-09-12, yesterday 7am or 3 days ago."
        case .orderUnknown(let text):
            "'\(text)' in \(option) can be two days; write the month in letters, or give --date-order mdy or dmy."
        case .halfUnknown(let text): "'\(text)' in \(option) is in the morning or in the afternoon; write 3am or 3pm."
        case .severalDays(let text): "'\(text)' in \(option) says two different days; give one."
        case .noSuchDay(let text): "'\(text)' in \(option) is a day that the calendar does not have."
        case .noSuchTime(let text): "'\(text)' in \(option) is a time that the clocks skip on that day; give another."
        case .notOneDay(let text): "'\(text)' in \(option) is not one day; give the day, as in 2026-09-12."
        case .future(let typed, let understood):
            "'\(typed.text)' in \(option) lies in the future (\(time(understood, typed.zone))); "
                + "give the date of a session that was."
        }
    }

    /// Why a sentence behind `add` is refused, with a line to copy.
    static func sentence(_ error: SentenceError) -> String {
        guard let line = error.lines.first else { return reason(error) }
        let others = error.lines.dropFirst().map(copyable)
        let rest = others.isEmpty ? "" : ", or " + others.joined(separator: ", or ")
        return "\(reason(error)) Try: surfjournal add \(copyable(line))\(rest)"
    }

    /// What is asked where one of so many lines can be chosen.
    static func askLine(_ count: Int) -> String {
        count == 1
            ? "Take this line? Type y, or the line as you mean it, or q to leave: "
            : "Which one, 1 to \(count)? Or type the line, or q to leave: "
    }

    /// Why a sentence is not understood.
    static func reason(_ error: SentenceError) -> String {
        switch error.reason {
        case .unclosedQuote: "A double quote in the sentence is never closed; close it."
        case .containsNUL: "The sentence has a NUL character, which cannot be kept."
        case .noPlace: "The sentence does not say where."
        case .severalPlaces(let names): "Which place: \(alternatives(names))?"
        case .unclear(let text, let fields): "What is '\(text)': \(alternatives(fields.map(meaning)))?"
        case .twice(let field, let first, let second): "Two values for the \(field.words): '\(first)' and '\(second)'."
        case .outOfRange(let field, let text): "'\(text)' is out of range for the \(field.words)."
        case .date(let date): reason(date)
        case .strayWord(let word): "'\(word)' belongs to a date, and no date stands beside it."
        case .besideOption(let field, let text): "The \(field.words) is given twice: '\(text)' and \(field.flag)."
        case .missingField(let field, let text):
            "'\(text)' could only be \(field.words), which this journal does not have; 'surfjournal migrate' adds them."
        }
    }

    private static func reason(_ error: DateError) -> String {
        switch error {
        case .unreadable(let text): "'\(text)' is not a date."
        case .orderUnknown(let text):
            "'\(text)' can be two days; 'surfjournal config date-order mdy' or dmy settles it for good."
        case .halfUnknown(let text): "'\(text)': in the morning or in the afternoon?"
        case .severalDays(let text): "'\(text)' says two different days."
        case .noSuchDay(let text): "'\(text)' is not in the calendar."
        case .noSuchTime(let text): "The clocks skip '\(text)' on that day."
        case .notOneDay(let text): "Which day is '\(text)'?"
        case .future(let typed, let understood): "'\(typed.text)' is in the future (\(time(understood, typed.zone)))."
        }
    }

    /// A time in its own zone, with the zone's name where the machine's clock shows another time.
    private static func time(_ date: Double, _ zone: TimeZone) -> String {
        var dates = SessionDates(zone: Program.zone.zone)
        return dates.text(date, in: zone.identifier) { $0.understood($1) }
    }

    /// What a number could be.
    private static func meaning(_ field: EntryField) -> String {
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

    private static func alternatives(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    /// A line in quotes, to be copied behind `add`: in a shell, and but for one with both kinds of quotes at the prompt too.
    static func copyable(_ line: String) -> String {
        let isPlain = !line.contains { "\"\\$`!".contains($0) }
        return line.contains("'") && isPlain ? "\"\(line)\"" : "'" + line.replacing("'", with: "'\\''") + "'"
    }

    private static func flags(_ fields: [EntryField]) -> String {
        let names = fields.map(\.flag)
        guard let last = names.last, names.count > 1 else { return names.first ?? "a flag" }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }
}
