import ArgumentParser
import Foundation
import Journal
import SurfLanguage

/// The shapes of the program's commands, read from their definitions.
enum CommandShapes {
    /// All commands that the argument parser knows except hidden ones.
    static let ofProgram: [CommandShape] = (HelpDump(of: Commands.self)?.command.subcommands ?? [])
        .filter { $0.shouldDisplay ?? true }
        .map { shape($0, Commands.command($0.commandName)?.operandKinds ?? [.commandOrTopic]) }

    /// The commands added at the prompt.
    static let ofSession = PromptCommands.ofJobs.compactMap(described)

    /// The commands added while a scratchpad is open.
    static let ofScratchpad = PromptCommands.ofScratchpads.compactMap(described)

    /// The shape of a command, read from its definition.
    static func shape(of command: any JournalCommand.Type) -> CommandShape {
        guard var shape = described(command) else { return CommandShape(names: []) }
        // Only the definition of the whole program has `--version`.
        let version = CommandShape.Option(names: ["--version"], note: "Show the version.")
        shape.options.insert(version, at: max(0, shape.options.count - 1))
        return shape
    }

    private static func described(_ command: any JournalCommand.Type) -> CommandShape? {
        HelpDump(of: command).map { shape($0.command, command.operandKinds) }
    }

    private static func shape(_ command: HelpDump.Command, _ kinds: [CompletionKind]) -> CommandShape {
        let arguments = (command.arguments ?? []).filter(\.shouldDisplay)
        let operands = arguments.filter { $0.kind == "positional" }
        let options =
            operands.contains(where: \.takesOptionsAsValues) ? [] : arguments.filter { $0.kind != "positional" }
        return CommandShape(
            names: [command.commandName] + (command.aliases ?? []), note: command.abstract,
            operands: kinds.isEmpty ? operands.map { $0.valueKind ?? .nothing } : kinds,
            repeatsLast: operands.last?.isRepeating ?? false, options: options.map(option))
    }

    private static func option(_ argument: HelpDump.Argument) -> CommandShape.Option {
        let names = (argument.names ?? []).map { $0.kind == "long" ? "--" + $0.name : "-" + $0.name }
        return CommandShape.Option(
            names: names.filter { $0.hasPrefix("--") } + names.filter { !$0.hasPrefix("--") },
            value: argument.kind == "flag" ? nil : argument.valueKind ?? .nothing, note: argument.abstract,
            isRepeatable: argument.isRepeating)
    }
}

extension CommandShapes {
    /// The shapes needed to complete one command line: the names of all commands, and the options of those in `words`.
    ///
    /// Reading the options of every command takes longer than a key press should.
    static func needed(for words: [String]) -> [CommandShape] {
        let commands = Commands.commands.enumerated().map { index, command in
            let names = [command.name] + command.configuration.aliases
            let isNeeded = index == 0 || names.contains(where: words.contains)
            return isNeeded ? shape(of: command) : CommandShape(names: names, note: command.configuration.abstract)
        }
        return commands + [CommandShape(names: ["help"], note: "Explain a command.", operands: [.commandOrTopic])]
    }
}
