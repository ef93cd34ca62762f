import Foundation
import Journal
import SurfLanguage

/// Asking for one field: the current value is offered, `-` empties it, `<` goes back, `.` saves, an empty line keeps it.
struct FieldQuestion {
    /// What a line means.
    enum Answer: Equatable {
        case keep, clear, back, save
        case value(FieldValue)
        /// The line does not parse.
        case refused(FieldError, typed: String)
    }

    let field: EntryField
    private let reader: FieldReader
    /// The current value as it is typed.
    private let offered: String
    /// Whether another value than the current one is offered.
    let isOffered: Bool
    private let typed: String?
    private let places: [String]

    /// - Parameters:
    ///   - reader: reads the answer; dates are offered in its zone, numbers in its unit.
    ///   - typed: what was typed before and refused; it is there again to be mended.
    ///   - offer: what is offered in place of the current value.
    ///   - places: what Tab completes.
    init(
        _ field: EntryField, value: FieldValue?, _ reader: FieldReader, typed: String? = nil, offer: String? = nil,
        places: [String] = []
    ) {
        (self.field, self.reader, self.typed, self.places) = (field, reader, typed, places)
        offered = offer ?? FieldQuestion.line(value, of: field, reader)
        isOffered = offer != nil
    }

    var prompt: LinePrompt {
        let words = field.kind == .rating ? ["1", "2", "3", "4", "5"] : places
        return LinePrompt(
            text: Sentences.ask(field), offered: offered, typed: typed,
            completion: words.isEmpty ? .nothing : .words(words))
    }

    /// What a typed line means; the offered one keeps the value, whatever it says.
    func answer(to line: String) -> Answer {
        if line == offered, !isOffered { return .keep }
        let text = line.trimmingCharacters(in: .whitespaces)
        switch text {
        case "": return .keep
        case "-": return .clear
        case "<": return .back
        case ".": return .save
        default: break
        }
        do throws(FieldError) {
            return .value(try reader.value(of: field, text))
        } catch {
            return .refused(error, typed: line)
        }
    }

    /// Why a line was refused.
    func reason(_ error: FieldError) -> String { Sentences.sentence(error, field.words) }

    /// A value as it is typed; a text that is no plain line starts empty, and an empty line keeps it.
    private static func line(_ value: FieldValue?, of field: EntryField, _ reader: FieldReader) -> String {
        switch value {
        case nil: return ""
        case .date(let date)?:
            var dates = HumanDate(zone: reader.dates.zone)
            return dates.minute(date)
        case .rating(let number)?, .count(let number)?: return String(number)
        case .number(let number)?: return field.unit.map { NumberWords(units: reader.length).typed(number, $0) } ?? ""
        case .text(let text)?: return Harmless.text(text) == text ? text : ""
        }
    }
}
