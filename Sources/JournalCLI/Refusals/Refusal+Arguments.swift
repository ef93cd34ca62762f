import Foundation
import Journal
import SurfLanguage

/// Refusals of commands, options and operands.
extension Refusal {
    static let noCommand = note(.usage, Messages.shortHelp)

    static func unknownCommand(_ name: String, known: [String]) -> Refusal {
        if PromptCommands.named(name) != nil {
            return Refusal.usage("'\(name)' works only at the prompt. Start it with 'surfjournal'.")
        }
        let nearest = DidYouMean.nearest(to: name, among: known)
        let next = nearest.map { "Did you mean '\($0)'?" } ?? "See 'surfjournal help'."
        return Refusal.usage("There is no command '\(name)'. \(next)")
    }

    /// The argument parser's message about an option or operand.
    static func parser(_ message: String, command: String?) -> Refusal {
        let lines = message.split(whereSeparator: \.isNewline).map { String($0).trimmingCharacters(in: .whitespaces) }
        let choices = lines.filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) }
        let words = lines.filter { !$0.hasPrefix("- ") } + (choices.isEmpty ? [] : [choices.joined(separator: ", ")])
        let text = Messages.trimmed(words.joined(separator: " "))
        let end = text.hasSuffix("?") ? "" : "."
        let dash = text.hasPrefix("Missing value") ? " Write a value that begins with '-' as in --wind=-4." : ""
        return Refusal(.usage, "\(text)\(end)\(dash) See 'surfjournal help\(command.map { " " + $0 } ?? "")'.")
    }

    /// The argument parser's message. If a command that sets fields was given an option that only filters, the refusal
    /// explains that.
    static func unparsed(_ message: String, _ words: CommandWords) -> Refusal {
        guard let command = words.command, Commands.command(command)?.setsFields == true,
            let filter = FilterOptions.filteringOnly.first(where: { message.hasPrefix("Unknown option '\($0)'") })
        else { return .parser(message, command: words.command) }
        return .misplaced(option: filter, command: command, instead: "That option only finds sessions")
    }

    /// An option that the command does not take.
    /// - Parameter instead: What to do.
    static func misplaced(option: String, command: String, instead: String) -> Refusal {
        .usage("'\(command)' does not take \(option). \(instead).")
    }

    static func givenTwice(option: String) -> Refusal { Refusal.usage("\(option) is given twice. Give it once.") }

    static func exclusive(_ options: [String]) -> Refusal {
        Refusal(.usage, "\(options.joined(separator: " and ")) cannot be used together. Use one of them.")
    }

    static func notACount(_ text: String) -> Refusal {
        .usage("--limit needs a whole number, such as -n 10, not '\(text)'.")
    }

    static func notAnID(_ text: String) -> Refusal {
        .usage("'\(text)' is not a session's ID. Use a number from 'surfjournal list', or 'last'.")
    }

    /// A draft where only a session can be named.
    static func isDraft(_ number: Int) -> Refusal {
        .usage("'d\(number)' is a draft, not a session. See 'surfjournal drafts'.")
    }

    static func unknownField(_ name: String, known: [String]) -> Refusal {
        Refusal(.usage, Messages.unknownField(name, known: known))
    }

    /// A value that cannot be set or filtered by, and the option it was given to.
    static func field(_ error: FieldError, option: String) -> Refusal {
        Refusal(.usage, Messages.sentence(error, option))
    }

    static func sentence(_ error: SentenceError) -> Refusal { Refusal(.usage, Messages.sentence(error)) }

    static let editorNeedsTerminal = Refusal.usage("--editor needs a terminal. Leave it out to save without one.")
}

/// Refusals of scripts.
extension Refusal {
    init(_ mistake: ScriptMistake) {
        switch mistake {
        case .tooLong: self = .usage("This line is longer than 1 MiB. Use several commands, or import a file.")
        case .unclosedQuote:
            self = .usage("A quote is not closed. Close it, or put a \\ before a quote inside \"...\".")
        case .containsNUL: self = .usage("The line contains a NUL character, which no command accepts.")
        }
    }

    static func script(_ failure: ScriptLineSource.Failure, path: String) -> Refusal {
        switch failure {
        case .unreadable(let number):
            Refusal(
                number == ENOENT ? .notFound : .failure, "\(path) cannot be read: \(Messages.systemError(number)).",
                .silent)
        case .notUTF8: .badData("This line is not UTF-8. The script stops here.", .silent)
        case .lineTooLong: .badData("This line is longer than 1 MiB. The script stops here.", .silent)
        }
    }
}
