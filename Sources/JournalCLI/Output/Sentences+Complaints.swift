import Foundation
import Journal
import SurfLanguage

extension Sentences {
    /// What a command refuses, without what survived.
    static func sentence(_ complaint: Complaint) -> String {
        switch complaint {
        case .noCommand: shortHelp
        case .unknownCommand(let name, let known): unknownCommand(name, known)
        case .parser(let message, let command): parser(message, command)
        case .notAnID(let text) where (try? EntryOperand(text)) != nil:
            "'\(text)' names a draft, not a session; 'surfjournal drafts' lists drafts."
        case .notAnID(let text):
            "'\(text)' is no session's ID; 'surfjournal list' shows them, and 'last' is the newest."
        case .misplaced(let option, let command, let instead): "'\(command)' does not take \(option); \(instead)."
        case .givenTwice(let option): "\(option) is given twice; give it once."
        case .exclusive(let options): "\(options.joined(separator: " and ")) exclude each other; give one of them."
        case .notACount(let text): "'\(text)' in --limit is no whole number from 0; try -n 10."
        case .field(let error, let option): sentence(error, option)
        case .sentence(let error): sentence(error)
        case .isCommand(let line):
            "'\(line)' is a command by itself: surfjournal \(line). To log it as a place, put quotes inside: add '\"\(line)\"'."
        case .unknownField(let name, let known): unknownField(name, known)
        case .configuration(let path, let line, let mistake): "\(path):\(line): \(sentence(mistake))"
        case .notAGoal(let goal): "'\(goal)' in --goal is no number of sessions from 1; try --goal 100."
        case .plot(let mistake): sentence(mistake)
        case .nothingToCompare:
            "Say what to compare, as in: surfjournal like --height 5ft --period 14s; or a session that says it in numbers."
        case .nothingToAdd, .needsPlace, .nothingToEdit, .nothingToDelete, .lacksAdd, .cannotClearPlace,
            .editorNeedsTerminal:
            sentence(lacking: complaint)
        case .questionLeft: "Cancelled."
        case .severalDrafts, .noDraft: sentence(draft: complaint)
        case .cannotAsk(let count):
            "Deleting \(sessions(count)) needs --yes where nobody can be asked."
        case .cannotAskToFill(let count):
            "Filling \(sessions(count)) needs --yes where nobody can be asked; --dry-run shows it."
        case .cannotAskToRestore:
            "Replacing the journal needs confirmation. Add --yes to restore without asking."
        case .scratchpadsOpen: "A scratchpad is open; 'save' or 'cancel' it first."
        case .importing(let path, let error): sentence(error, path)
        case .notAMapping(let text):
            "'\(text)' in --map is not COLUMN=FIELD; try --map Break=location."
        case .unknownEnding(let ending):
            "export does not write .\(ending) files; name one that ends in .csv, .json or .jsonl, or add --format."
        case .notACondition(let text):
            "'\(text)' in --where is not COLUMN = VALUE; try --where 'Activity Type = Surfing'."
        case .mappedTwice(let field): "--map gives \(field) to two columns; give it to one."
        case .importNeedsFile: "A session's lines come from standard input; name a file to import."
        case .buoy(let path, let error): sentence(error, path)
        case .buoyUnreadable(let path): "\(path) is not there, or cannot be read; name a buoy's file."
        case .noEntries: "The journal has no sessions, so there is no 'last'; 'surfjournal add' adds one."
        case .nothingMatches(let suggestion): noMatch(suggestion)
        case .noSpot, .sameSpot, .nothingToRename, .nothingToZone, .notAZone, .unknownSetting, .setting,
            .configurationUnwritable,
            .configurationUnreadable, .noConfiguration:
            sentence(changing: complaint)
        case .declined: "You did not say yes."
        case .conflict(let report, let draft): sentence(report, draft)
        case .undoConflict(let report, let command): sentence(undoing: report, by: command)
        case .obstacle, .noStep, .foreignStep, .undoneStep: sentence(undoingOnly: complaint)
        case .revision(let id, let wanted, let stored):
            "Session \(id) is at revision \(stored), not \(wanted); 'surfjournal show \(id)' shows it."
        case .cannotWrite(let number): "Standard output cannot be written: \(systemError(number))."
        case .configurationTooLarge(let path):
            "\(path) is larger than 1 MiB; settings are a few lines of 'key = value'."
        case .tooFewFiles(let free, let needed):
            "The limit of open files leaves \(free), and surfjournal needs \(needed). Raise it, for example with 'ulimit -n 256'."
        case .noThread:
            "The system allows no more threads, and the prompt needs one. Stop other programs, or run a single command."
        case .brokenPipe, .told: ""
        case .scriptInItself, .noScratchpad, .noValue, .form, .formDropped, .notInBackground,
            .backgroundNeedsFile,
            .backgroundNeedsReader, .noJob, .editor, .cannotMakeForm, .script, .scriptLine:
            sentence(session: complaint)
        case .interrupted(_, let target): target.map { "Cancelled; \($0) not changed." } ?? "Interrupted."
        }
    }

    /// The system's words for an error number.
    static func systemError(_ number: Int32) -> String { String(cString: strerror(number)).lowercased() }

    private static func sentence(lacking complaint: Complaint) -> String {
        switch complaint {
        case .nothingToAdd:
            "Say what to add, as in: surfjournal add \"Malibu, 4ft @ 12s, offshore 5kts, ****\"."
        case .needsPlace: "A session needs a place; name it in the sentence or with --location."
        case .lacksAdd(let line): "This is not a command. To log a session, use: surfjournal add \(copyable(line))"
        case .cannotClearPlace: "A session needs a place. Give it another one instead of clearing it."
        case .editorNeedsTerminal: "--editor needs a terminal. Leave it out to save without one."
        case .nothingToEdit: "Say what to change, as in: surfjournal edit last --rating 5."
        default: "Say which sessions to delete, by ID or by a filter such as --on yesterday."
        }
    }

    private static func sentence(draft complaint: Complaint) -> String {
        switch complaint {
        case .severalDrafts(let numbers, let id):
            "\(id.map { "Session \($0) has" } ?? "There are") \(drafts(numbers)); name one of them."
        case .noDraft(let id):
            id.map { "Session \($0) has no draft; 'surfjournal drafts' lists those there are." }
                ?? "Nothing is on the scratchpad; 'surfjournal edit ID --draft' puts a change there."
        default: ""
        }
    }

    private static func unknownCommand(_ name: String, _ known: [String]) -> String {
        if SessionCommands.named(name) != nil {
            return "'\(name)' works in a session only; 'surfjournal' by itself opens one."
        }
        let nearest = Suggestion.nearest(to: name, among: known)
        let next = nearest.map { "did you mean '\($0)'?" } ?? "'surfjournal help' lists them."
        return "There is no command '\(name)'; \(next)"
    }

    /// - Parameter key: a word that is no setting's name.
    static func unknownSetting(_ key: String) -> String {
        "There is no setting '\(key)'; " + suggested(key, among: Configuration.keys, "the settings")
    }

    private static func unknownField(_ name: String, _ known: [String]) -> String {
        "There is no field '\(name)'; " + suggested(name, among: known, "the fields")
    }

    /// What was meant perhaps, and all that there is.
    private static func suggested(_ name: String, among known: [String], _ all: String) -> String {
        let list = "\(all) are \(known.joined(separator: ", "))."
        guard let nearest = Suggestion.nearest(to: name, among: known) else { return list }
        return "did you mean '\(nearest)'? \(list.prefix(1).uppercased())\(list.dropFirst())"
    }

    private static func parser(_ message: String, _ command: String?) -> String {
        let lines = message.split(whereSeparator: \.isNewline).map { String($0).trimmingCharacters(in: .whitespaces) }
        let choices = lines.filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) }
        let words = lines.filter { !$0.hasPrefix("- ") } + (choices.isEmpty ? [] : [choices.joined(separator: ", ")])
        let text = trimmed(words.joined(separator: " "))
        let end = text.hasSuffix("?") ? "" : "."
        let dash = text.hasPrefix("Missing value") ? " A value that begins with '-' is written as in --wind=-4." : ""
        return "\(text)\(end)\(dash) 'surfjournal help\(command.map { " " + $0 } ?? "")' explains it."
    }

    private static func sentence(_ mistake: PlotMistake) -> String {
        switch mistake {
        case .unknown(let name, let known):
            name.isEmpty
                ? "Say what to draw: calendar, months, rating, hist FIELD or scatter X Y."
                : "There is no picture '\(name)'; "
                    + (Suggestion.nearest(to: name, among: known).map { "did you mean '\($0)'?" }
                        ?? "there are calendar, months, rating, hist FIELD and scatter X Y.")
        case .fields(let name, let wanted):
            switch wanted {
            case 0: "'\(name)' takes no field; try surfjournal plot \(name)."
            case 1: "'hist' draws one field; try surfjournal plot hist height."
            default: "'scatter' draws two fields; try surfjournal plot scatter period rating."
            }
        case .notNumeric(let field):
            "'\(field.name)' is no number that could be drawn; "
                + "those that are: \(EntryField.allCases.filter(\.isNumeric).map(\.name).joined(separator: ", "))."
        }
    }

    private static func sentence(_ mistake: ConfigurationMistake) -> String {
        switch mistake {
        case .noEqualsSign: "this line is no 'key = value'."
        case .unknownKey(let key):
            "there is no setting '\(key)'; they are \(Configuration.keys.joined(separator: ", "))."
        case .badValue(let key, let value, let allowed):
            "'\(value)' is nothing that \(key) can be; it can be \(allowed.joined(separator: ", "))."
        }
    }

    private static func sentence(_ report: ConflictReport, _ draft: Int?) -> String {
        let name = draft.map { "d\($0)" } ?? String(report.id)
        if report.isDeleted {
            return
                "Session \(report.id) was deleted meanwhile; 'surfjournal save \(name) --as-new' saves yours as a new one, "
                + "'surfjournal cancel \(name)' drops it."
        }
        return "Session \(report.id) changed meanwhile\(inBrackets(report.fields.map(\.field))); "
            + "'surfjournal save \(name) --on-conflict mine' decides, or theirs, overwrite, discard."
    }

    static func trimmed(_ text: String) -> String {
        var text = text
        while text.hasSuffix(".") { text.removeLast() }
        return text
    }
}
