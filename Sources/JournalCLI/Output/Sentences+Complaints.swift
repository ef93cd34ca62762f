import Foundation
import Journal
import JournalExchange
import SurfLanguage

extension Sentences {
    /// A complaint's message, without the state it left.
    static func sentence(_ complaint: Complaint) -> String {
        switch complaint {
        case .noCommand: shortHelp
        case .unknownCommand(let name, let known): unknownCommand(name, known)
        case .parser(let message, let command): parser(message, command)
        case .notAnID(let text) where (try? EntryOperand(text)) != nil:
            "'\(text)' is a draft, not a session. See 'surfjournal drafts'."
        case .notAnID(let text):
            "'\(text)' is not a session's ID. Use a number from 'surfjournal list', or 'last'."
        case .misplaced(let option, let command, let instead): "'\(command)' does not take \(option). \(instead)."
        case .givenTwice(let option): "\(option) is given twice. Give it once."
        case .exclusive(let options): "\(options.joined(separator: " and ")) cannot be used together. Use one of them."
        case .notACount(let text): "--limit needs a whole number, such as -n 10, not '\(text)'."
        case .field(let error, let option): sentence(error, option)
        case .sentence(let error): sentence(error)
        case .isCommand(let line):
            "'\(line)' is a command: surfjournal \(line). To log it as a place, add quotes: add '\"\(line)\"'."
        case .unknownField(let name, let known): unknownField(name, known)
        case .configuration(let path, let line, let mistake): "\(path):\(line): \(sentence(mistake))"
        case .notAGoal(let goal): "--goal needs a number of sessions, such as --goal 100, not '\(goal)'."
        case .plot(let mistake): sentence(mistake)
        case .nothingToCompare:
            "Say what to compare, such as: surfjournal like --height 5ft --period 14s, or name a session that has numbers."
        case .nothingToAdd, .needsPlace, .nothingToEdit, .nothingToDelete, .lacksAdd, .cannotClearPlace,
            .editorNeedsTerminal:
            sentence(lacking: complaint)
        case .questionLeft: "Cancelled."
        case .severalDrafts, .noDraft: sentence(draft: complaint)
        case .cannotAsk(let count):
            "Deleting \(sessions(count)) needs confirmation. Add --yes to delete without asking."
        case .cannotAskToFill(let count):
            "Filling \(sessions(count)) needs confirmation. Add --yes to fill without asking, or --dry-run to see what would change."
        case .cannotAskToRestore:
            "Replacing the journal needs confirmation. Add --yes to restore without asking."
        case .scratchpadsOpen: "You are editing a session. Use 'save' or 'cancel' first."
        case .importing(let path, let error): sentence(error, path)
        case .notAMapping(let text):
            "--map needs COLUMN=FIELD, such as --map Break=location, not '\(text)'."
        case .unknownEnding(let ending):
            "export cannot write .\(ending) files. Use a name that ends in .csv, .json or .jsonl, or add --format."
        case .notACondition(let text):
            "--where needs COLUMN = VALUE, such as --where 'Activity Type = Surfing', not '\(text)'."
        case .mappedTwice(let field): "--map gives \(field) to two columns. Give it to one."
        case .importNeedsFile: "At the prompt, standard input has your commands. Name a file to import."
        case .buoy(let path, let error): sentence(error, path)
        case .buoyUnreadable(let path): "\(path) does not exist or cannot be read. Name a buoy's file."
        case .noEntries: "The journal has no sessions, so there is no 'last'. Add one with 'surfjournal add'."
        case .nothingMatches(let suggestion): noMatch(suggestion)
        case .noSpot, .sameSpot, .nothingToRename, .nothingToZone, .notAZone, .unknownSetting, .setting,
            .configurationUnwritable,
            .configurationUnreadable, .noConfiguration:
            sentence(changing: complaint)
        case .declined: "Not confirmed."
        case .conflict(let report, let draft): sentence(report, draft)
        case .undoConflict(let report, let command): sentence(undoing: report, by: command)
        case .obstacle, .noStep, .foreignStep, .undoneStep: sentence(undoingOnly: complaint)
        case .revision(let id, let wanted, let stored):
            "Session \(id) is at revision \(stored), not \(wanted). See 'surfjournal show \(id)'."
        case .cannotWrite(let number): "Standard output cannot be written: \(systemError(number))."
        case .configurationTooLarge(let path):
            "\(path) is larger than 1 MiB. Settings are a few lines of 'key = value'."
        case .tooFewFiles(let free, let needed):
            "The limit of open files leaves \(free), and surfjournal needs \(needed). Raise it, for example with 'ulimit -n 256'."
        case .noThread:
            "The system allows no more threads, and the prompt needs one. Stop other programs, or run a single command."
        case .brokenPipe, .alreadyReported: ""
        case .scriptInItself, .noScratchpad, .noValue, .form, .formDropped, .notInBackground,
            .backgroundNeedsFile,
            .backgroundNeedsReader, .noJob, .editor, .cannotMakeForm, .script, .scriptLine:
            sentence(session: complaint)
        case .interrupted(_, let target): target.map { "Cancelled. \($0) was not changed." } ?? "Interrupted."
        }
    }

    /// The system's message for an error number.
    static func systemError(_ number: Int32) -> String { String(cString: strerror(number)).lowercased() }

    private static func sentence(lacking complaint: Complaint) -> String {
        switch complaint {
        case .nothingToAdd:
            "Say what to add, such as: surfjournal add \"Malibu, 4ft @ 12s, offshore 5kts, ****\"."
        case .needsPlace: "A session needs a place. Name it in the sentence or with --location."
        case .lacksAdd(let line): "This is not a command. To log a session, use: surfjournal add \(copyable(line))."
        case .cannotClearPlace: "A session needs a place. Give it another one instead of clearing it."
        case .editorNeedsTerminal: "--editor needs a terminal. Leave it out to save without one."
        case .nothingToEdit: "Say what to change, such as: surfjournal edit last --rating 5."
        default: "Say which sessions to delete, by ID or by a filter such as --on yesterday."
        }
    }

    private static func sentence(draft complaint: Complaint) -> String {
        switch complaint {
        case .severalDrafts(let numbers, let id):
            "\(id.map { "Session \($0) has" } ?? "There are") \(drafts(numbers)). Name one of them."
        case .noDraft(let id):
            id.map { "Session \($0) has no draft. See 'surfjournal drafts'." }
                ?? "There are no drafts. 'surfjournal edit ID --draft' starts one."
        default: ""
        }
    }

    private static func unknownCommand(_ name: String, _ known: [String]) -> String {
        if PromptCommands.named(name) != nil {
            return "'\(name)' works only at the prompt. Start it with 'surfjournal'."
        }
        let nearest = Suggestion.nearest(to: name, among: known)
        let next = nearest.map { "Did you mean '\($0)'?" } ?? "See 'surfjournal help'."
        return "There is no command '\(name)'. \(next)"
    }

    /// - Parameter key: A word that is not the name of a setting.
    static func unknownSetting(_ key: String) -> String {
        "There is no setting '\(key)'. " + suggested(key, among: Configuration.keys, "The settings")
    }

    private static func unknownField(_ name: String, _ known: [String]) -> String {
        "There is no field '\(name)'. " + suggested(name, among: known, "The fields")
    }

    /// The nearest name as a suggestion, and all known names.
    private static func suggested(_ name: String, among known: [String], _ all: String) -> String {
        let list = "\(all) are \(known.joined(separator: ", "))."
        guard let nearest = Suggestion.nearest(to: name, among: known) else { return list }
        return "Did you mean '\(nearest)'? \(list)"
    }

    private static func parser(_ message: String, _ command: String?) -> String {
        let lines = message.split(whereSeparator: \.isNewline).map { String($0).trimmingCharacters(in: .whitespaces) }
        let choices = lines.filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) }
        let words = lines.filter { !$0.hasPrefix("- ") } + (choices.isEmpty ? [] : [choices.joined(separator: ", ")])
        let text = trimmed(words.joined(separator: " "))
        let end = text.hasSuffix("?") ? "" : "."
        let dash = text.hasPrefix("Missing value") ? " Write a value that begins with '-' as in --wind=-4." : ""
        return "\(text)\(end)\(dash) See 'surfjournal help\(command.map { " " + $0 } ?? "")'."
    }

    private static func sentence(_ mistake: PlotMistake) -> String {
        switch mistake {
        case .unknown(let name, let known):
            name.isEmpty
                ? "Say what to draw: calendar, months, rating, hist FIELD or scatter X Y."
                : "There is no picture '\(name)'. "
                    + (Suggestion.nearest(to: name, among: known).map { "Did you mean '\($0)'?" }
                        ?? "The pictures are calendar, months, rating, hist FIELD and scatter X Y.")
        case .fields(let name, let wanted):
            switch wanted {
            case 0: "'\(name)' takes no field. Try: surfjournal plot \(name)."
            case 1: "'hist' draws one field. Try: surfjournal plot hist height."
            default: "'scatter' draws two fields. Try: surfjournal plot scatter period rating."
            }
        case .notNumeric(let field):
            "'\(field.name)' has no numbers to draw. "
                + "These have: \(EntryField.allCases.filter(\.isNumeric).map(\.name).joined(separator: ", "))."
        }
    }

    private static func sentence(_ mistake: ConfigurationMistake) -> String {
        switch mistake {
        case .noEqualsSign: "this line is not 'key = value'."
        case .unknownKey(let key):
            "there is no setting '\(key)'. The settings are \(Configuration.keys.joined(separator: ", "))."
        case .badValue(let key, let value, let allowed):
            "\(key) must be \(alternatives(allowed)), not '\(value)'."
        }
    }

    private static func sentence(_ report: ConflictReport, _ draft: Int?) -> String {
        let name = draft.map { "d\($0)" } ?? String(report.id)
        if report.isDeleted {
            return
                "Session \(report.id) was deleted elsewhere. 'surfjournal save \(name) --as-new' saves yours as a new one, "
                + "'surfjournal cancel \(name)' discards it."
        }
        return "Session \(report.id) was changed elsewhere too\(inBrackets(report.fields.map(\.field))). "
            + "Decide with 'surfjournal save \(name) --on-conflict mine', or theirs, overwrite, discard."
    }

    static func trimmed(_ text: String) -> String {
        var text = text
        while text.hasSuffix(".") { text.removeLast() }
        return text
    }
}
