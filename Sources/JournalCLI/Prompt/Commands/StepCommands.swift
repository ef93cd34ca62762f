import ArgumentParser
import Journal

/// A command that undoes or redoes one step on the open scratchpad.
protocol StepCommand: PromptCommand {
    /// The message for the fields' new values.
    static var sentence: (String) -> String { get }
    /// Performs the step. Returns false if there is none.
    static func step(_ pad: Scratchpad) -> Bool
}

extension StepCommand {
    static var formats: CommandFormats { .unchecked }

    func run(in prompt: Prompt, _ context: CommandContext) throws {
        let open = try prompt.requirePad(Self.name)
        try open.step(context, Self.name, Self.sentence, Self.step)
    }
}

/// `undo` without an operand while a scratchpad is open.
struct UndoStepCommand: StepCommand {
    static let configuration = CommandConfiguration.command(
        "undo", abstract: "Undo the last step of your edit.",
        discussion: """
            'undo --list' lists the commands that changed sessions, as in the shell.

              undo
            """)

    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static var sentence: (String) -> String { Messages.undone }
    static func step(_ pad: Scratchpad) -> Bool { pad.undo() }
}

struct RedoStepCommand: StepCommand {
    static let configuration = CommandConfiguration.command(
        "redo", abstract: "Redo the step that was undone.",
        discussion: """
            Works until you set something else.

              redo
            """)

    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static var sentence: (String) -> String { Messages.redone }
    static func step(_ pad: Scratchpad) -> Bool { pad.redo() }
}
