import Foundation
import Journal
import SurfLanguage

/// The question for one field. It offers the current value; an empty line keeps it, `-` clears it, `<` goes back, `.`
/// saves.
struct FieldQuestion {
    /// What a line means.
    enum Answer: Equatable {
        case keep, clear, back, save, help, stop
        case value(FieldValue)
        /// The line does not parse.
        case refused(FieldError, typed: String)
    }

    let field: EntryField
    private let reader: FieldReader
    /// The current value as it would be typed.
    private let offered: String
    /// Whether a value other than the current one is offered.
    let isOffered: Bool
    private let typed: String?
    private let places: [String]

    /// - Parameters:
    ///   - reader: Parses the answer. Dates are offered in its zone, numbers in its unit.
    ///   - typed: A refused earlier answer, which is put on the line again.
    ///   - offer: A value to offer instead of the current one.
    ///   - places: The candidates for Tab.
    init(
        _ field: EntryField, value: FieldValue?, _ reader: FieldReader, typed: String? = nil, offer: String? = nil,
        places: [String] = []
    ) {
        (self.field, self.reader, self.typed, self.places) = (field, reader, typed, places)
        offered = offer ?? FieldQuestion.line(value, of: field, reader)
        isOffered = offer != nil
    }

    var prompt: LinePrompt {
        let words = field == .rating ? ["1", "2", "3", "4", "5"] : places
        return LinePrompt(
            text: "\(field.words): ", offered: offered, typed: typed,
            completion: words.isEmpty ? .nothing : .words(words))
    }

    /// The meaning of a line. The offered current value keeps the value, even if it looks like a command.
    func answer(to line: String) -> Answer {
        if line == offered, !isOffered { return .keep }
        let text = line.trimmingCharacters(in: .whitespaces)
        switch text {
        case "": return .keep
        case "-": return .clear
        case "<": return .back
        case ".": return .save
        case "?": return .help
        case "help" where !isFreeText: return .help
        case "quit" where !isFreeText, "exit" where !isFreeText, "q" where !isFreeText: return .stop
        default: break
        }
        do throws(FieldError) {
            return .value(try reader.value(of: field, text))
        } catch {
            return .refused(error, typed: line)
        }
    }

    /// Whether any text is a value.
    private var isFreeText: Bool { [.notes, .board, .crowd, .tide].contains(field) }

    /// Why a line was refused.
    func reason(_ error: FieldError) -> String { Messages.sentence(error, field.words) }

    /// A value as it would be typed. A text that is not a plain line starts empty; an empty line keeps it.
    private static func line(_ value: FieldValue?, of field: EntryField, _ reader: FieldReader) -> String {
        switch value {
        case nil: return ""
        case .date(let date)?:
            var dates = DateWriter(zone: reader.dates.zone)
            return dates.minute(date)
        case .integer(let number)?: return String(number)
        case .number(let number)?: return field.unit.map { NumberWords(units: reader.units).typed(number, $0) } ?? ""
        case .text(let text)?: return TerminalSafe.text(text) == text ? text : ""
        }
    }
}
