import ArgumentParser
import SurfLanguage

/// The lists of commands that `help` shows, in a shell and at the prompt.
extension Messages {
    /// The program's commands, wrapped to `width` columns.
    static func programHelp(to width: Int) -> [String] {
        let start = "\(Commands.configuration.abstract) Without a command, it opens the prompt."
        let end =
            "'surfjournal help COMMAND' explains a command, 'surfjournal help TOPIC' one of: \(HelpTopic.list). "
            + "'man surfjournal' is the manual."
        return WordWrap.lines(start, to: width) + ["USAGE: surfjournal COMMAND [OPTIONS]"] + groups(width) + [""]
            + WordWrap.lines(end, to: width)
    }

    /// The commands of the prompt, wrapped to `width` columns.
    static func sessionHelp(to width: Int) -> [String] {
        var lines = Array(groups(width).dropFirst())
        lines += group("While editing, along with show, edit, save and cancel", PromptCommands.ofScratchpads, width)
        lines += group("Jobs, started with 'export FILE &' and stopped with 'cancel %1'", PromptCommands.ofJobs, width)
        let end =
            "'help COMMAND' explains a command, 'help TOPIC' one of: \(HelpTopic.list). Quotes keep words together. # begins a comment."
        return lines + [""] + WordWrap.lines(end, to: width)
    }

    private static func groups(_ width: Int) -> [String] {
        Commands.groups.flatMap { group($0.name, $0.commands, width) }
    }

    private static func group(_ name: String, _ commands: [any JournalCommand.Type], _ width: Int) -> [String] {
        [""] + WordWrap.lines(name, to: width) + commands.flatMap { help($0, width) }
    }

    private static func help(_ command: any ParsableCommand.Type, _ width: Int) -> [String] {
        let name = ([command.configuration.commandName ?? ""] + command.configuration.aliases.prefix(1)).joined(
            separator: ", ")
        let column = 16
        guard width > column + 20 else {
            return WordWrap.lines("  \(name): ", command.configuration.abstract, indent: 4, width: width)
        }
        let lines = WordWrap.lines(command.configuration.abstract, to: width - column)
        return lines.enumerated().map { index, line in
            DisplayWidth.padded(index == 0 ? "  \(name)" : "", to: column) + line
        }
    }

    /// The last line of a command's help, with no-break spaces inside commands.
    /// - Parameter pages: The pages to read next, as they are named after `help`.
    static func helpElsewhere(_ pages: [String]) -> String {
        let commands = pages.map { "surfjournal help \($0)" } + ["man surfjournal"]
        return "See also " + commands.map { "'\($0.replacing(" ", with: "\u{A0}"))'" }.joined(separator: ", ") + "."
    }

    /// What stands for the options of all fields in a command's help.
    static var fieldsElsewhere: String {
        let fields = EntryField.allCases.map { field in
            let others = field.definition.otherNames
            return field.optionName + (others.isEmpty ? "" : " (also \(others.joined(separator: ", ")))")
        }
        return fields.dropLast().joined(separator: ", ") + " or \(fields[fields.count - 1])."
    }
}
