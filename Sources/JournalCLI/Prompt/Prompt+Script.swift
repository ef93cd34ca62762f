import Foundation

/// The run of a script in a file or on standard input.
struct ScriptRun {
    let prompt: Prompt
    let script: ScriptLineSource

    /// Runs it, waits for its jobs, and keeps its unsaved scratchpads as drafts.
    func run() -> ExitCode {
        prompt.setting.interruption.beginPrompt()
        return prompt.finish(prompt.run(script))
    }

    /// Whether it contained any command.
    var hadCommands: Bool { prompt.commandCount > 0 }
}

extension Prompt {
    /// A session for a script, which asks no questions.
    static func script(_ script: ScriptLineSource, _ defaults: [String], _ context: CommandContext) -> ScriptRun {
        let setting = Setting(
            environment: context.environment, interruption: context.interruption, localZone: context.localZone,
            defaults: defaults, isInteractive: false)
        return ScriptRun(prompt: Prompt(setting, lines: script), script: script)
    }
}
