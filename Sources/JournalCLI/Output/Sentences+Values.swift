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
            "'\(text)' is nothing that \(option) can be; try \(option) \(value(field))."
        case .notAZone(let text): "'\(text)' in \(option) is no time zone; try \(option) America/Los_Angeles."
        case .notANumber(let field, let text):
            "'\(text)' in \(option) is no \(field.words) or range; try \(option) \(example(field))."
        case .rangeWithoutEnds(let field): "'..' in \(option) has no end; try \(option) \(example(field))."
        case .reversedRange(_, let text): "'\(text)' in \(option) ends before it begins; turn it round."
        case .notALength(let text): "'\(text)' in \(option) is no length of time; try 30d, 2w, 6m or 1y."
        case .date(let error): sentence(error, option)
        }
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
        case .orderUnknown(let text): "'\(text)' in \(option) can be two days; --date-order mdy or dmy says which."
        case .noSuchDay(let text): "'\(text)' in \(option) is a day that the calendar does not have."
        case .noSuchTime(let text): "'\(text)' in \(option) is a time that the clocks skip on that day; give another."
        case .notOneDay(let text): "'\(text)' in \(option) is not one day; give the day, as in 2026-09-12."
        case .future(let text, let understood):
            "'\(text)' in \(option) lies in the future (\(HumanDate(zone: Program.zone.zone).understood(understood))); "
                + "give the date of a session that was."
        }
    }

    /// Why a sentence behind `add` is refused; it quotes the part and names the flag.
    static func sentence(_ error: SentenceError) -> String {
        switch error {
        case .when(let date): sentence(date, "the words before the colon") + " --date gives it by itself."
        case .unclosedQuote: "A double quote in the sentence is never closed; close it."
        case .containsNUL: "The sentence has a NUL character, which cannot be kept."
        case .bareNumber(let part, let fields):
            "'\(part)' has a number without a unit; say which with \(flags(fields))."
        case .severalFields(let part, let fields):
            "'\(part)' says several fields; put commas between them, or use \(flags(fields))."
        case .notARating(let part): "'\(part)' is no rating from 1 to 5; use --rating."
        case .givenTwice(let part, let field, let byFlag):
            "'\(part)' gives the \(field.name) a second time\(byFlag ? ", beside \(field.flag)" : ""); "
                + "give it once, there or with \(field.flag)."
        case .noNotes(let part):
            "'\(part)' is no height, period, wind or rating, and the place is named already; "
                + "name the place with --location; this journal has no notes, 'surfjournal migrate' adds them."
        }
    }

    private static func flags(_ fields: [EntryField]) -> String {
        let names = fields.map(\.flag)
        guard let last = names.last, names.count > 1 else { return names.first ?? "a flag" }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }
}
