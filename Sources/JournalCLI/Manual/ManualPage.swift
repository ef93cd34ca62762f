import Foundation
import SurfLanguage

/// The manual page. The argument parser's commands and the texts in `Messages` are its sources.
struct ManualPage {
    private var roff = Roff()
    private let commands: [HelpDump.Command]

    /// The page in the man language.
    static var text: String {
        ManualPage(HelpDump(of: Commands.self)?.command.subcommands ?? []).roff.text
    }

    private init(_ commands: [HelpDump.Command]) {
        self.commands = commands.filter { $0.commandName != "help" }
        roff.request("TH", "SURFJOURNAL", "1", Commands.released, "surfjournal \(Commands.version)", "User Commands")
        begin()
        section("COMMANDS")
        for command in self.commands { write(command) }
        shared()
        end()
    }

    // MARK: Chapters

    private mutating func begin() {
        section("NAME")
        roff.words("surfjournal, sj - keep a journal of surf sessions")
        section("SYNOPSIS")
        roff.line("\(Roff.bold("surfjournal")) [\(Roff.italic("command"))] [\(Roff.italic("options"))]")
        section("DESCRIPTION")
        roff.paragraphs(Messages.manualDescription)
    }

    private mutating func shared() {
        section("FIELDS")
        roff.words(Messages.manualFields)
        options(named: ManualPage.fieldNames, of: "edit")
        section("FILTER")
        roff.words(Messages.manualFilter)
        options(named: FindOptions.names, of: "list")
        section("GLOBAL OPTIONS")
        roff.words(Messages.manualGlobals)
        options(named: GlobalOptions.names, of: "list")
        for (title, text) in Messages.manualChapters {
            section(title)
            roff.paragraphs(text)
        }
    }

    private mutating func end() {
        section("EXIT STATUS")
        for (code, meaning) in Messages.exitCodes { roff.term(Roff.bold(code), meaning) }
        section("ENVIRONMENT")
        for (name, meaning) in Messages.environment { roff.term(Roff.bold(name), meaning) }
        section("FILES")
        for (path, meaning) in Messages.files { roff.term(Roff.italic(path), meaning) }
        section("EXAMPLES")
        for (words, lines) in Messages.manualExamples {
            roff.paragraphs(words)
            roff.example(lines)
        }
    }

    private mutating func section(_ title: String) { roff.request("SH", title) }

    // MARK: Commands

    private mutating func write(_ command: HelpDump.Command) {
        let arguments = (command.arguments ?? []).filter(\.shouldDisplay)
        let names = Set(arguments.flatMap(\.spelledNames))
        var usage = [Roff.bold(command.commandName)]
        usage += arguments.filter { $0.kind == "positional" }.map(ManualPage.operand)
        if names.isSuperset(of: FindOptions.names) {
            usage.append("[" + Roff.italic("FILTER") + "]")
        } else if names.isSuperset(of: ManualPage.fieldNames) {
            usage.append("[" + Roff.italic("FIELDS") + "]")
        }
        roff.request("SS", usage.joined(separator: " "))
        let aliases = command.aliases ?? []
        roff.words((command.abstract ?? "") + (aliases.isEmpty ? "" : " Also " + aliases.joined(separator: ", ") + "."))
        roff.paragraphs(command.discussion ?? "")
        let filters = names.isSuperset(of: FindOptions.names) ? FindOptions.names : []
        let elsewhere = GlobalOptions.names.union(ManualPage.fieldNames).union(filters)
        for argument in arguments where elsewhere.isDisjoint(with: argument.spelledNames) {
            guard argument.kind != "positional" || argument.abstract != nil else { continue }
            write(argument)
        }
        for action in Commands.command(command.commandName)?.actions ?? [] { write(action) }
    }

    private mutating func write(_ action: CommandAction) {
        roff.paragraphs("'\(action.name)': \(action.abstract)\n\n\(action.discussion)")
    }

    private mutating func options(named names: Set<String>, of command: String) {
        let arguments = commands.first { $0.commandName == command }?.arguments ?? []
        for argument in arguments where argument.shouldDisplay && !names.isDisjoint(with: argument.spelledNames) {
            write(argument)
        }
    }

    private mutating func write(_ argument: HelpDump.Argument) {
        let value = argument.kind == "option" ? " " + Roff.italic(argument.valueName ?? "value") : ""
        let names = argument.spelledNames.map { Roff.bold($0) + value }.joined(separator: ", ")
        let values = argument.allValues.map { $0.isEmpty ? "" : " One of: " + $0.joined(separator: ", ") + "." } ?? ""
        roff.term(
            argument.kind == "positional" ? ManualPage.operand(argument) : names, (argument.abstract ?? "") + values)
    }

    private static func operand(_ argument: HelpDump.Argument) -> String {
        let name = Roff.italic(argument.valueName ?? "") + (argument.isRepeating ? " ..." : "")
        return argument.isOptional ? "[\(name)]" : name
    }

    private static let fieldNames = Set(EntryField.allCases.map(\.flag))
}
