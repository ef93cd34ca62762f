import Foundation

/// The run of a script in a file or on standard input.
struct ScriptRun {
    let session: Session
    let script: ScriptLineSource

    /// Runs it, waits for its jobs, and keeps its unsaved scratchpads as drafts.
    func run() -> ExitCode {
        session.setting.interruption.beginSession()
        return session.finish(session.run(script))
    }

    /// Whether it contained any command.
    var hadCommands: Bool { session.commandCount > 0 }
}

extension Session {
    /// A session for a script, which asks no questions.
    static func script(_ script: ScriptLineSource, _ defaults: [String], _ context: CommandContext) -> ScriptRun {
        let setting = Setting(
            environment: context.environment, interruption: context.interruption, localZone: context.localZone,
            defaults: defaults, isInteractive: false)
        return ScriptRun(session: Session(setting, lines: script), script: script)
    }
}
