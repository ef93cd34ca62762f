import Foundation

/// A script that is run by itself: a file's, or what standard input is connected to.
struct ScriptRun {
    let session: Session
    let script: ScriptLineSource

    /// Carries it out, waits for its jobs, and keeps its dirty scratchpads as drafts.
    func run() -> ExitCode {
        session.setting.interruption.beginSession()
        return session.finish(session.run(script))
    }

    /// Whether it had any command in it.
    var hadCommands: Bool { session.commandCount > 0 }
}

extension Session {
    /// A session that a script is run in: it asks nothing.
    static func script(_ script: ScriptLineSource, _ defaults: [String], _ context: CommandContext) -> ScriptRun {
        let setting = Setting(
            environment: context.environment, interruption: context.interruption, localZone: context.localZone,
            defaults: defaults, isInteractive: false)
        return ScriptRun(session: Session(setting, lines: script), script: script)
    }
}
