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
        if HelpTopic(rawValue: name) != nil {
            return Refusal.usage("There is no command '\(name)'. 'surfjournal help \(name)' explains the topic.")
        }
        if let mention = mention(name) { return mention }
        if let meant = meanings[name] {
            return Refusal.usage("There is no command '\(name)'. \(meant)")
        }
        let nearest = DidYouMean.nearest(to: name, among: known)
        let next =
            nearest.map { "Did you mean '\($0)'?" }
            ?? EntryField(name: name).map { "To set the \($0.words): surfjournal edit last \($0.flag) VALUE." }
            ?? "See 'surfjournal help'."
        return Refusal.usage("There is no command '\(name)'. \(next)")
    }

    /// What does what other programs have a command for.
    private static let meanings = Dictionary(
        uniqueKeysWithValues: commands.flatMap { words, meaning in
            words.split(separator: " ").map { (String($0), meaning) }
        })

    /// The commands of other programs, and what does the same here.
    private static let commands = [
        ("undelete", "'surfjournal undo' brings deleted sessions back."),
        ("revert rollback", "'surfjournal undo' undoes the last command."),
        ("history", "'surfjournal undo --list' shows the commands that changed sessions."),
        ("replace", "'surfjournal edit' changes sessions, and 'surfjournal boards rename OLD NEW' a name everywhere."),
        ("rename", "'surfjournal spots rename OLD NEW' renames a place. 'boards', 'tags' and 'people' have it too."),
        ("remove del", "'surfjournal delete' deletes sessions."),
        ("new log write", "'surfjournal add' adds a session."),
        ("create", "'surfjournal add' adds a session, 'surfjournal init' creates a journal."),
        ("change set update", "'surfjournal edit' changes sessions."),
        ("view open", "'surfjournal show' shows a session."),
        ("calendar", "'surfjournal plot calendar' draws one."),
        ("chart graph", "'surfjournal plot' draws pictures."),
        ("year", "'surfjournal stats 2025' sums up a year."),
        ("places place", "'surfjournal spots' lists places."),
        ("goal", "'surfjournal config goal 100' sets a goal."),
        ("settings", "'surfjournal config' lists and changes settings."),
        ("push pull", "'surfjournal sync' syncs."),
        ("last", "'surfjournal show' shows the session that you added or changed last."),
        ("newest", "'surfjournal show newest' shows the newest session."),
        ("best", "'surfjournal list --sort rating --reverse' lists the best sessions first."),
        ("summary", "'surfjournal stats' sums up your sessions."),
        ("streak", "'surfjournal stats' has your streaks."),
        ("goals", "'surfjournal today' shows your goals, and 'surfjournal config goal 100' sets one."),
        ("person", "'surfjournal people' lists people."),
        ("forecast", "'surfjournal like --forecast FILE' ranks a forecast."),
        ("sun moon", "'surfjournal tide' shows tide, sun and moon."),
        ("buoy", "'surfjournal fill' fills in swell, wind and water from buoys."),
        ("share", "'surfjournal report --html FILE' writes a page to send."),
        ("web", "'surfjournal report --html FILE' writes a page for a browser."),
        ("load", "'surfjournal import FILE' imports sessions."),
        ("dump", "'surfjournal export FILE' exports sessions."),
        ("strava", "'surfjournal import FILE' reads Strava's files."),
        ("garmin", "'surfjournal import FILE' reads Garmin's files."),
        ("upgrade", "'surfjournal migrate' upgrades a journal."),
        ("repair", "'surfjournal check' finds damage, and 'surfjournal restore FILE' brings back a backup."),
        ("man", "'man surfjournal' is the manual, and 'surfjournal help' lists the commands."),
        ("version", "'surfjournal --version' prints the version."),
    ]

    /// The refusal of a tag or a person where a command is expected; nil for other words.
    private static func mention(_ name: String) -> Refusal? {
        guard let kind = MentionKind.allCases.first(where: { name.utf8.first == $0.sign }),
            let mention = kind.name(name)
        else { return nil }
        let option = kind == .tag ? "--tag" : "--with"
        return .usage("There is no command '\(name)'. To find it in your notes: surfjournal list \(option) \(mention).")
    }

    /// The argument parser's message about an option or operand.
    static func parser(_ message: String, command: String?) -> Refusal {
        let lines = message.split(whereSeparator: \.isNewline).map { String($0).trimmingCharacters(in: .whitespaces) }
        let choices = choices(lines)
        let survived = survived(command)
        if let found = lines.first?.firstMatch(of: /^Unknown option '(--?([\w-]+))'/),
            let instead = instead(of: String(found.2), command)
        {
            return Refusal(.usage, "Unknown option '\(found.1)'. \(instead)", survived)
        }
        if let line = lines.first, let chosen = badChoice(line, choices) { return Refusal(.usage, chosen, survived) }
        let words = lines.filter { !$0.hasPrefix("- ") } + (choices.isEmpty ? [] : [choices.joined(separator: ", ")])
        let first = words.first ?? ""
        if let command, first.hasPrefix("Missing expected argument") || first.contains("is invalid for '<"),
            let wanted = operands[command]
        {
            return Refusal(.usage, wanted, survived)
        }
        if let command, first.lowercased().contains("unexpected argument"), let wanted = surplus[command] {
            return Refusal(.usage, wanted, survived)
        }
        if let found = first.firstMatch(of: /^The value '(.*)' is invalid for '(?:-\w, )?(--[\w-]+)/), choices.isEmpty {
            return Refusal(.usage, "\(found.2) '\(found.1)' is not valid: use a whole number.", survived)
        }
        let text = Messages.trimmed(plausible(words.joined(separator: " ")))
        let end = text.hasSuffix("?") ? "" : "."
        return Refusal(
            .usage,
            "\(text)\(end)\(dash(text)) See 'surfjournal help\(command.map { " " + $0 } ?? "")'.", survived)
    }

    /// What to type instead of an option that other programs have; nil if nothing is known.
    /// - Parameters:
    ///   - option: The option without its dashes.
    ///   - command: The command before it, if there is one.
    private static func instead(of option: String, _ command: String?) -> String? {
        if let meant = synonyms[option], let command, options(of: command).contains(meant) {
            return "Did you mean '\(meant)'?"
        }
        return switch command {
        case nil where Commands.named(option) != nil: "Commands have no dashes: surfjournal \(option)."
        case nil where FindOptions.names.contains("--" + option) || option == "n":
            "It belongs to a command, such as: surfjournal list."
        case nil where Int(option) != nil, "list" where Int(option) != nil: "Try: surfjournal list -n \(option)."
        case nil where option == "contains", "list" where option == "contains": "Try: surfjournal list WORD."
        case "export" where ["columns", "sort", "reverse", "limit", "n"].contains(option):
            "'surfjournal list --csv' takes it."
        case "show" where Int(option) != nil, "edit" where Int(option) != nil, "delete" where Int(option) != nil:
            "'last' is the session that you added or changed last, and 'newest' the newest by date."
        default: nil
        }
    }

    /// The options that do what those of other programs do.
    private static let synonyms = [
        "since": "--from", "after": "--from", "before": "--to", "until": "--to", "year": "--on", "month": "--on",
        "day": "--on", "person": "--with", "people": "--with", "tags": "--tag", "stars": "--rating",
        "size": "--height", "desc": "--reverse", "count": "--limit",
    ]

    /// The spelled names of a command's options.
    private static func options(of command: String) -> [String] {
        guard let type = Commands.command(command) else { return [] }
        return HelpDump(of: type)?.command.arguments?.flatMap(\.spelledNames) ?? []
    }

    /// The message without a suggestion that is not similar to the option that was typed.
    private static func plausible(_ message: String) -> String {
        guard let found = message.firstMatch(of: /^Unknown option '(--?[\w-]+)'(\. Did you mean '(--?[\w-]+)'\?)/),
            DidYouMean.nearest(to: String(found.1), among: [String(found.3)]) == nil
        else { return message }
        return String(message[..<found.2.startIndex]) + message[found.2.endIndex...]
    }

    /// The words that an option takes, of which the argument parser lists few in a sentence and many below each other.
    private static func choices(_ lines: [String]) -> [String] {
        let listed = lines.filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) }
        guard listed.isEmpty, let sentence = lines.first?.firstMatch(of: /Please provide one of (.*)$/) else {
            return listed
        }
        return sentence.1.matches(of: /'([^']+)'/).map { String($0.1) }
    }

    /// Whether a command that was not understood could have changed anything.
    private static func survived(_ command: String?) -> Survived {
        command.flatMap { Commands.command($0) }?.onlyReads == true ? .silent : .nothingChanged
    }

    /// What to write if an option's value begins with a dash.
    private static func dash(_ text: String) -> String {
        guard let value = text.firstMatch(of: /^Missing value for '(?:-\w, )?(--?[\w-]+)/) else { return "" }
        if value.1 == "--sort" { return " To sort the other way, add --reverse." }
        let examples: [Substring: String] = ["--wind": "-4", "--height": "-4", "--at": "-38.37,144.28"]
        return examples[value.1].map { " Write a value that begins with '-' as in \(value.1)=\($0)." } ?? ""
    }

    /// The refusal of a value that is not one of an option's words.
    private static func badChoice(_ line: String, _ choices: [String]) -> String? {
        guard !choices.isEmpty,
            let found = line.firstMatch(of: /The value '(.*)' is invalid for '(?:-\w, )?(--?[\w-]+)/)
        else { return nil }
        let nearest = DidYouMean.nearest(to: String(found.1), among: choices)
        return Messages.badSetting(String(found.2), String(found.1), allowed: choices)
            + (nearest.map { " Did you mean '\($0)'?" } ?? "")
    }

    /// What a command does, where there is more than it takes.
    private static let surplus = [
        "import": "'import' reads one file at a time.",
        "today": "'today' takes no words. For a year or a month: surfjournal stats 2025.",
    ]

    /// What a command needs, where it is missing.
    private static let operands = [
        "import": "Name a file to import, such as: surfjournal import sessions.csv.",
        "run": "Name a file with commands, such as: surfjournal run morning.surf.",
        "sample": "'sample' takes remove or restore.",
        "set": "Name a field and its value, such as: set rating 5.",
        "completions": "Name your shell: bash, zsh or fish.",
    ]

    /// The argument parser's message. If a command that sets fields was given an option that only filters, the refusal
    /// explains that.
    static func unparsed(_ message: String, _ words: CommandWords) -> Refusal {
        if let command = words.command, let option = prefixed(message, command) {
            return .usage(
                "Unknown option '\(option.typed)'. Did you mean '\(option.meant)'? See 'surfjournal help \(command)'.",
                survived(command))
        }
        guard let command = words.command, let type = Commands.command(command),
            let filter = FindOptions.names.first(where: { message.hasPrefix("Unknown option '\($0)'") })
        else { return .parser(message, command: words.command) }
        if type.setsFields {
            return .misplaced(option: filter, command: command, instead: "That option only finds sessions")
        }
        return .usage("'\(command)' takes no filters, such as \(filter).", survived(command))
    }

    /// The option of a command that begins with an unknown one; the shortest of several.
    private static func prefixed(_ message: String, _ command: String) -> (typed: String, meant: String)? {
        guard let found = message.firstMatch(of: /Unknown option '(--[\w-]+)'/) else { return nil }
        let typed = String(found.1)
        let names = options(of: command).filter { $0.hasPrefix(typed) && $0 != typed }
        return names.min { ($0.count, $0) < ($1.count, $1) }.map { (typed, $0) }
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
        let several = text.wholeMatch(of: /[0-9]+([.,]+[0-9]+)+/) != nil
        let next =
            several
            ? "Separate several with spaces, such as 1 2 3."
            : "Use a number from 'surfjournal list', 'last' or 'newest'."
        return .usage("'\(text)' is not a session's ID. \(next)")
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
                number == ENOENT ? .notFound : .failure,
                "\(path) cannot be read (\(Messages.systemError(number))). Check its name and permissions.", .silent)
        case .notUTF8: .badData("This line is not UTF-8. The script stops here.", .silent)
        case .lineTooLong: .badData("This line is longer than 1 MiB. The script stops here.", .silent)
        }
    }
}
