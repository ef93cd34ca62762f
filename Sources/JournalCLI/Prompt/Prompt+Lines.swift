import ArgumentParser
import Foundation

/// Runs lines.
extension Prompt {
    /// Runs a line and reports its errors.
    /// - Parameter place: The line's position in a script, such as `stdin:3`. Nil at a terminal.
    func execute(_ text: String, at place: String?) -> ExitCode {
        var console = console()
        self.place = place
        var onlyReads = false
        do {
            var line = try ScriptLine(text, home: setting.environment["HOME"])
            if line.isEmpty { return .done }
            line.dropProgramName()
            try line.requireNoRedirection()
            commandCount += 1
            mergeOutsideChanges(console)
            let command: any JournalCommand
            switch try request(line, width: console.width ?? 80) {
            case .command(let asked): command = asked
            case .text(let lines):
                let shown = Decoration.withBoldHeadings(lines, console.isColoured)
                try console.line(Messages.inSession(shown.joined(separator: "\n")))
                try console.flush()
                return .done
            }
            var context = try context(command.globals, line: line)
            context.command = type(of: command).name
            onlyReads = type(of: command).onlyReads
            console = context.console
            defer { context.finish() }
            try line.isInBackground ? start(command, context) : command.runChecked(in: context)
            try console.flush()
            return .done
        } catch {
            return report(error, console, at: place, onlyReads: onlyReads)
        }
    }

    /// What a line asks for. A single `undo` or `redo` is for the open scratchpad, if there is one.
    private func request(_ line: ScriptLine, width: Int) throws -> CommandRequest {
        if pad != nil, line.words.count == 1, let step = PromptCommands.step(line.words[0].text),
            let command = try step.parseAsRoot([]) as? any JournalCommand
        {
            return .command(command)
        }
        return try PromptCommands.request(line.arguments, defaults: setting.defaults, width: width)
    }

    /// The context of a command with these global options. Each line chooses the journal's place anew.
    func context(_ globals: GlobalOptions, line: ScriptLine?) throws -> CommandContext {
        let place = ChosenPath(option: globals.store, setting.environment)
        try place.requireOtherOutput()
        let settings = Settings(
            globals, try Configuration.ofUser(environment: setting.environment), setting.environment)
        return CommandContext(
            options: globals, place: place, settings: settings,
            console: console(settings, asksNothing: globals.noInput), interruption: setting.interruption,
            environment: setting.environment, now: Date().timeIntervalSinceReferenceDate, localZone: setting.localZone,
            prompt: self, line: line)
    }

    // MARK: Scripts

    /// Runs a script in a session of its own, which asks no questions. Waits for its jobs, and keeps its unsaved
    /// scratchpads as drafts.
    /// - Returns: The exit code, and whether the script had any command.
    static func runScript(
        _ script: ScriptLineSource, _ defaults: [String], _ context: CommandContext
    ) -> (code: ExitCode, hadCommands: Bool) {
        let setting = Setting(
            environment: context.environment, interruption: context.interruption, localZone: context.localZone,
            defaults: defaults, isInteractive: false)
        let prompt = Prompt(setting, lines: script)
        setting.interruption.beginPrompt()
        return (prompt.finish(prompt.run(script)), prompt.commandCount > 0)
    }

    /// Runs a script up to its first error.
    func run(_ script: ScriptLineSource) -> ExitCode {
        scripts.append(script.name)
        defer { scripts.removeLast() }
        while end == nil, case .line(let text) = next(of: script) {
            let code = execute(text, at: script.place)
            if let signal = setting.interruption.interrupt { return .signal(signal) }
            if code != .done { return code }
            let ended = announce()
            if ended != .done { return ended }
        }
        guard let failure = script.failure else { return .done }
        return report(Refusal.script(failure, path: script.name), console(), at: script.place)
    }
}

extension Prompt {
    /// The next line of a script. At a terminal the script is a file, which is read without waiting.
    private func next(of script: ScriptLineSource) -> LineEvent {
        let prompt = LinePrompt(text: "")
        if setting.isInteractive { return script.readLine(prompt) }
        return setting.interruption.idling { script.readLine(prompt) }
    }
}

extension ScriptLine {
    /// Removes the program's name, which a person may type out of habit.
    fileprivate mutating func dropProgramName() {
        guard words.count > 1, let first = words.first, first.quoting == .none,
            ["surfjournal", "sj"].contains(first.text), PromptCommands.named(words[1].text) != nil
        else { return }
        words.removeFirst()
    }

    /// Refuses what only a shell does. In a sentence such a sign may be text.
    fileprivate func requireNoRedirection() throws(Refusal) {
        guard let command = words.first?.text, !["add", "set", "edit"].contains(command),
            let sign = words.first(where: { $0.quoting == .none && ["|", ">", ">>", "<"].contains($0.text) })
        else { return }
        throw .usage(
            "The prompt has no '\(sign.text)'. 'export FILE' writes sessions to a file. "
                + "For anything else, run the command in a shell, with the program's name before it.", .silent)
    }
}
