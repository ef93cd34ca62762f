import ArgumentParser
import Foundation
import Journal

/// Runs the program from its arguments to its exit code.
package enum Program {
    /// Runs the command in the arguments. Call this on the main thread.
    /// - Returns: The exit status for the shell.
    package static func run(_ arguments: [String], environment: [String: String]) -> Int32 {
        Run(environment: environment).run(arguments).number
    }
}

/// One run of the program.
private struct Run {
    let environment: [String: String]
    let interruption = Interruption()
    /// The journal of commands without `--store`.
    let place: ChosenPath

    init(environment: [String: String]) {
        self.environment = environment
        place = ChosenPath(option: nil, environment)
    }

    func run(_ arguments: [String]) -> ExitCode {
        do {
            try place.requireOtherOutput()
            try spareDatabases()
            if let options = CommandWords.globals(arguments),
                !options.contains(where: CommandWords.askingForText.contains)
            {
                return try runPrompt(options)
            }
            if arguments == ["help", "--man"] { return report([ManualPage.text]) }
            switch try Commands.request(arguments, width: plainConsole().width ?? 80) {
            case .command(let command): return try run(command)
            case .text(let lines): return report(lines)
            }
        } catch {
            do {
                if let corrected = try corrected(error) { return run(corrected) }
                return errors(plainConsole()).report(error)
            } catch {
                return errors(plainConsole()).report(error)
            }
        }
    }

    /// The arguments that a person confirms in place of those that were refused.
    private func corrected(_ error: any Error) throws -> [String]? {
        guard let corrected = (error as? Refusal)?.corrected,
            try !PromptOptions.read(corrected.dropLast(2)).noInput
        else { return nil }
        interruption.start()
        let console = console(Settings(), canAsk: true)
        guard console.canAsk, ["", "y", "yes"].contains(try console.ask(Messages.askToAdd) ?? "n") else { return nil }
        return corrected
    }

    /// Refuses output into any journal, whichever is in use.
    private func spareDatabases() throws {
        if JournalFiles.isDatabaseOpen(as: STDERR_FILENO) { throw Refusal.alreadyReported(.failure) }
        if JournalFiles.isDatabaseOpen(as: STDOUT_FILENO) { throw OutputError.isDatabase("Standard output") }
    }

    /// The journal that a command uses.
    private func place(_ globals: GlobalOptions) -> ChosenPath {
        globals.store.map { ChosenPath(option: $0, environment) } ?? place
    }

    private func run(_ command: any JournalCommand) throws -> ExitCode {
        let place = place(command.globals)
        if command.globals.store != nil { try place.requireOtherOutput() }
        try Program.requireFiles()
        interruption.start()
        let settings = Settings(command.globals, try Configuration.ofUser(environment: environment), environment)
        let console = console(settings, canAsk: !command.globals.noInput)
        var context = context(command.globals, place, settings, console)
        context.command = type(of: command).name
        do {
            defer { context.finish() }
            try console.paged(pager(for: command)) { try command.runChecked(in: context) }
            return .done
        } catch {
            return errors(console, onlyReads: type(of: command).onlyReads).report(error)
        }
    }

    /// The pager for what a command prints; nil for none.
    private func pager(for command: any JournalCommand) -> Pager.Choice? {
        type(of: command).isPaged && !command.globals.noPager ? Pager.Choice(environment) : nil
    }

    /// Runs the prompt for a person at a terminal, or a script on standard input.
    /// - Throws: `.noCommand` if standard input is neither.
    private func runPrompt(_ options: [String]) throws -> ExitCode {
        if fcntl(STDIN_FILENO, F_GETFL) & O_ACCMODE == O_WRONLY { throw Refusal.noCommand }
        try Program.requireFiles()
        interruption.start()
        let globals = try PromptOptions.read(options)
        let settings = Settings(globals, try Configuration.ofUser(environment: environment), environment)
        if isatty(STDIN_FILENO) == 0 {
            let context = context(globals, place(globals), settings, console(settings, canAsk: false))
            let (code, hadCommands) = Prompt.runScript(ScriptLineSource(), options, context)
            if !hadCommands, code == .done { throw Refusal.noCommand }
            return code
        }
        guard isatty(STDOUT_FILENO) == 1, !globals.noInput else { throw Refusal.noCommand }
        if !interruption.isListening {
            throw Refusal.failure(
                "The system allows no more threads, and the prompt needs one. Stop other programs, or run a single command."
            )
        }
        let setting = Prompt.Setting(
            environment: environment, interruption: interruption, localZone: Program.zone, defaults: options,
            isInteractive: true
        )
        let completions = LateCompletions()
        let prompt = Prompt(setting, lines: terminalLines(completions, keepsHistory: true))
        completions.journal = { [unowned prompt] in
            prompt.journal.map { JournalCompletions(journal: $0, zone: setting.zone) }
        }
        completions.runningJobs = { [unowned prompt] in prompt.jobs.running }
        return prompt.run()
    }

    /// The lines typed at the terminal. Those typed at the prompt are kept in the history.
    private func terminalLines(_ source: any CompletionSource, keepsHistory: Bool) -> any LineSource {
        let history = LineHistory(
            path: keepsHistory ? LineHistory.path(environment) : nil, limit: TerminalLineSource.historySize)
        return TerminalLineSource(
            interruption: interruption, environment: environment, history: history,
            completer: CompletionEngine(source: source))
    }

    private func report(_ lines: [String]) -> ExitCode {
        let console = plainConsole()
        do {
            try console.lines(Decoration.withBoldHeadings(lines, console.isColoured))
            try console.flush()
            return .done
        } catch {
            return errors(console).report(error)
        }
    }

    /// The console to use before a command's settings are known.
    private func plainConsole() -> Console { console(Settings(), canAsk: false) }

    private func console(_ settings: Settings, canAsk: Bool) -> Console {
        Console(
            settings: settings, environment: environment, canAsk: canAsk, interruption: interruption,
            lines: { terminalLines(LateCompletions(), keepsHistory: false) })
    }

    private func context(
        _ globals: GlobalOptions, _ place: ChosenPath, _ settings: Settings, _ console: Console
    ) -> CommandContext {
        CommandContext(
            options: globals, place: place, settings: settings, console: console, interruption: interruption,
            environment: environment, now: Date().timeIntervalSinceReferenceDate, localZone: Program.zone)
    }

    private func errors(_ console: Console, onlyReads: Bool = false) -> ErrorOutput {
        ErrorOutput(
            console: console, text: EntryText(zone: Program.zone.zone, units: console.units), onlyReads: onlyReads)
    }
}
