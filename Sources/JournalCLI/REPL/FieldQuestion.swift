import Journal
import SurfLanguage

/// Asking for one field: the current value stands on the line, `-` clears, `<` goes back, an empty line keeps.
struct FieldQuestion {
    /// What a line means.
    enum Answer: Equatable {
        case keep, clear, back
        case value(FieldValue)
        /// The line does not parse.
        case refused(FieldError, typed: String)
    }

    let field: EntryField
    private let context: CommandContext
    /// What stands on the line at first.
    private let initial: String
    private let places: [String]

    /// - Parameters:
    ///   - typed: what was typed before and refused; it is there again to be mended.
    ///   - places: what Tab completes.
    init(
        _ field: EntryField, value: FieldValue?, _ context: CommandContext, typed: String? = nil, places: [String] = []
    ) {
        self.field = field
        self.context = context
        self.places = places
        initial = typed ?? FieldQuestion.line(value, of: field, context)
    }

    var prompt: LinePrompt {
        let words = field.kind == .rating ? ["1", "2", "3", "4", "5"] : places
        return LinePrompt(
            text: Sentences.ask(field), initial: initial, completion: words.isEmpty ? .nothing : .words(words))
    }

    /// What a typed line means; one that was left as it stood keeps the value, whatever it says.
    func answer(to line: String) -> Answer {
        switch line {
        case "", initial: return .keep
        case "-": return .clear
        case "<": return .back
        default: break
        }
        do throws(FieldError) {
            return .value(try context.fieldReader.value(of: field, line))
        } catch {
            return .refused(error, typed: line)
        }
    }

    /// Why a line was refused.
    func reason(_ error: FieldError) -> String { Sentences.sentence(error, field.name) }

    /// A value as it is typed; a text that is no plain line starts empty, and an empty line keeps it.
    static func line(_ value: FieldValue?, of field: EntryField, _ context: CommandContext) -> String {
        switch value {
        case nil: return ""
        case .date(let date)?:
            var dates = HumanDate(zone: context.zone)
            return dates.minute(date)
        case .rating(let number)?, .count(let number)?: return String(number)
        case .number(let number)?:
            let numbers = NumberWords(units: context.settings.units)
            return field.unit.map { numbers.typed(number, $0) } ?? ""
        case .text(let text)?: return Harmless.text(text) == text ? text : ""
        }
    }
}
