import Foundation
import Journal
import SurfLanguage

/// The questions about fields that were changed on two sides, for edits and for exchanges with other machines.
struct ConflictDialog {
    /// A way to resolve a field. Its word or its letter is typed.
    enum Choice: String {
        case mine, theirs, here, elsewhere, edit, draft, cancel

        fileprivate var words: String {
            switch self {
            case .mine: "[m]ine"
            case .theirs: "[t]heirs"
            case .here: "[h]ere"
            case .elsewhere: "[e]lsewhere"
            case .edit: "[e]dit"
            case .draft: "keep a [d]raft"
            case .cancel: "[c]ancel mine"
            }
        }

        fileprivate func isMeant(by answer: String) -> Bool {
            answer == rawValue || answer == String(rawValue.prefix(1))
        }
    }

    let context: CommandContext

    /// Shows the values of a conflict.
    func show(_ table: Table) { context.console.show(table.fitted(to: context.console.remarkWidth).lines) }

    /// Asks about a field until one of the choices is typed.
    /// - Throws: `.interrupted` on Ctrl-C, Ctrl-D, or if the terminal is closed.
    func choose(_ field: EntryField, _ choices: [Choice]) throws -> Choice {
        let question = "\(field.name): \(choices.map(\.words).joined(separator: ", "))? "
        while true {
            let answer = try answer(question)
            if let choice = choices.first(where: { $0.isMeant(by: answer) }) { return choice }
            context.console.remark(Messages.oneOfTheLetters)
        }
    }

    /// Asks a question that is answered with yes or, by default, no.
    func confirm(_ question: String) throws -> Bool { try answer(question + " [y/N] ").first == "y" }

    private func answer(_ question: String) throws -> String {
        // The end of input counts as Ctrl-C.
        guard let answer = try context.console.ask(question) else { throw Refusal.interrupted(signal: SIGINT) }
        return answer
    }
}
