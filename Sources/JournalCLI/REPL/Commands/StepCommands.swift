import ArgumentParser
import Journal

/// A command that goes one step back or forth on the open scratchpad.
protocol StepCommand: SessionCommand {
    /// What it tells, from what the fields are now.
    static var sentence: (String) -> String { get }
    /// Goes the step; false where there is none.
    static func step(_ pad: Scratchpad) -> Bool
}

extension StepCommand {
    func run(in session: Session, _ context: CommandContext) throws {
        let open = try session.requirePad(Self.configuration.commandName ?? "")
        try open.step(context, Self.sentence, Self.step)
    }
}

/// `undo` without an operand inside a scratchpad.
struct UndoStepCommand: StepCommand {
    static let configuration = CommandConfiguration.command(
        "undo", abstract: "Take back the last step on the open scratchpad.",
        discussion: """
            'undo --list' is what it is outside: the commands that changed sessions.

              undo
            """)

    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static var sentence: (String) -> String { Sentences.undone }
    static func step(_ pad: Scratchpad) -> Bool { pad.undo() }
}

struct RedoStepCommand: StepCommand {
    static let configuration = CommandConfiguration.command(
        "redo", abstract: "Do again what was undone on the open scratchpad.",
        discussion: """
            Steps that undo took back, until something else is set.

              redo
            """)

    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static var sentence: (String) -> String { Sentences.redone }
    static func step(_ pad: Scratchpad) -> Bool { pad.redo() }
}
