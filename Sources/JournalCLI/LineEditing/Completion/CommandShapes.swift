import ArgumentParser
import Foundation
import Journal
import SurfLanguage

/// The shapes of the program's commands, read from their definitions.
enum CommandShapes {
    /// All commands that the argument parser knows except hidden ones.
    static let ofProgram: [CommandShape] = read(HelpDump(of: Commands.self))

    /// The commands added at the prompt.
    static let ofSession = [
        CommandShape(names: ["jobs"], note: "Show the exports in the background."),
        CommandShape(names: ["wait"], note: "Wait for a job.", operands: [.job]),
        CommandShape(names: ["quit", "exit"], note: "Quit."),
    ]

    /// The commands added while a scratchpad is open.
    static let ofScratchpad = [
        CommandShape(names: ["set"], note: "Set a field.", operands: [.field, .valueOfField]),
        CommandShape(names: ["diff"], note: "Show what you changed."),
        CommandShape(names: ["undo"], note: "Undo the last change."),
        CommandShape(names: ["redo"], note: "Redo it."),
    ]

    /// The kind of a value, found by its name in the help. Nil for names not in this table.
    static func kind(ofValue name: String) -> CompletionKind? {
        switch name {
        case "place", "old", "new": .place
        case "path", "file": .file
        case "field": .list(EntryField.allCases.map(\.name))
        case "columns": .list(["id", "rev", "sample"] + EntryField.allCases.map(\.name))
        case "zone": .zone
        case "id": .entry
        case "id|dN": .entryOrDraft
        case "rating": .words(["1", "2", "3", "4", "5"])
        case "date", "height", "period", "wind", "tide", "crowd", "time", "direction", "temperature": .nothing
        case "text", "length", "predicate", "count", "number", "revision", "sessions", "column=field", "column=value":
            .nothing
        default: nil
        }
    }

    /// The kinds of operands whose names in the help are not enough.
    private static let operands: [String: [CompletionKind]] = [
        "add sentence": [.sentence], "list text": [.place], "save id|dN": [.draft], "cancel id|dN": [.draftOrJob],
        "help subcommands": [.commandOrTopic],
        "plot what": [
            .words(["calendar", "months", "rating", "hist", "scatter"]),
            .behind(["hist": .words(numericFields), "scatter": .words(numericFields)]),
            .behind(["scatter": .words(numericFields)]), .behind([:]),
        ],
        "spots words": [
            .words(["rename", "zone"]), .place, .behind(["rename": .place, "zone": .zone]), .behind([:]),
        ],
        "config setting": [.words(Configuration.keys)],
        "config value": [.behind(Configuration.words.mapValues { .words($0) })],
    ]

    private static let numericFields = EntryField.allCases.filter(\.isNumeric).map(\.name)

    private static func read(_ help: HelpDump?) -> [CommandShape] {
        (help?.command.subcommands ?? []).filter { $0.shouldDisplay ?? true }.map(shape)
    }

    /// The shape of a command, read from its definition.
    static func shape(of command: any ParsableCommand.Type) -> CommandShape {
        guard var shape = HelpDump(of: command).map({ shape($0.command) }) else { return CommandShape(names: []) }
        // Only the definition of the whole program has `--version`.
        let version = CommandShape.Option(names: ["--version"], note: "Show the version.")
        shape.options.insert(version, at: max(0, shape.options.count - 1))
        return shape
    }

    private static func shape(_ command: HelpDump.Command) -> CommandShape {
        let arguments = command.arguments ?? []
        let positional = arguments.filter { $0.kind == "positional" && $0.shouldDisplay }
        return CommandShape(
            names: [command.commandName] + (command.aliases ?? []), note: command.abstract,
            operands: positional.flatMap { operands($0, of: command.commandName) },
            repeatsLast: positional.last?.isRepeating ?? false,
            options: arguments.filter { $0.kind != "positional" && $0.shouldDisplay }.map(option))
    }

    private static func operands(_ argument: HelpDump.Argument, of command: String) -> [CompletionKind] {
        let name = argument.valueName ?? ""
        return operands["\(command) \(name)"] ?? [kind(of: argument)]
    }

    private static func option(_ argument: HelpDump.Argument) -> CommandShape.Option {
        let names = (argument.names ?? []).map { $0.kind == "long" ? "--" + $0.name : "-" + $0.name }
        return CommandShape.Option(
            names: names.filter { $0.hasPrefix("--") } + names.filter { !$0.hasPrefix("--") },
            value: argument.kind == "flag" ? nil : kind(of: argument), note: argument.abstract,
            isRepeatable: argument.isRepeating)
    }

    private static func kind(of argument: HelpDump.Argument) -> CompletionKind {
        if let values = argument.allValues, !values.isEmpty { return .words(values) }
        return kind(ofValue: argument.valueName ?? "") ?? .nothing
    }
}
