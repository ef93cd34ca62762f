import ArgumentParser
import Foundation
import Journal

/// Runs lines.
extension Prompt {
    /// Runs a line and reports its errors.
    /// - Parameter place: The line's position in a script, such as `stdin:3`. Nil at a terminal.
    func execute(_ text: String, at place: String?) -> ExitCode {
        var console = console()
        self.place = place
        do {
            let line = try ScriptLine(text, home: setting.environment["HOME"])
            if line.isEmpty { return .done }
            commandCount += 1
            mergeOutsideChanges(console)
            guard let command = try command(line) else { return try help(line, console) }
            var context = try context(command.globals, line: line)
            context.command = type(of: command).configuration.commandName ?? ""
            console = context.console
            defer { context.syncAfterSave() }
            try line.isInBackground ? start(command, context) : command.run(in: context)
            try console.flush()
            return .done
        } catch {
            return ErrorOutput(console: console, text: EntryText(zone: setting.zone), place: place).report(error)
        }
    }

    /// The command of a line, or nil if the line asks for help.
    private func command(_ line: ScriptLine) throws -> (any JournalCommand)? {
        if pad != nil, line.words.count == 1, let step = PromptCommands.step(line.words[0].text) {
            return try step.parseAsRoot([]) as? any JournalCommand
        }
        let words = try CommandWords(line.arguments, in: PromptCommands.self, defaults: setting.defaults)
        if words.topic != nil { return nil }
        if let command = PromptCommands.read(words) { return command }
        do {
            return try PromptCommands.parseAsRoot(words.arguments) as? any JournalCommand
        } catch let refusal as Refusal {
            throw refusal
        } catch  where PromptCommands.exitCode(for: error).isSuccess {
            return nil
        } catch {
            throw Refusal.unparsed(PromptCommands.message(for: error), words)
        }
    }

    private func help(_ line: ScriptLine, _ console: Console) throws -> ExitCode {
        let words = try CommandWords(line.arguments, in: PromptCommands.self, defaults: [])
        if words.arguments == ["--version"] {
            try console.line(Commands.version)
        } else if let topic = words.topic {
            let lines = topic.lines(width: console.width ?? 80)
            try console.line(Messages.inSession(lines.joined(separator: "\n")))
        } else if words.arguments == ["--help"] {
            for text in Messages.sessionHelp(to: console.width ?? 80) { try console.line(text) }
        } else {
            let command: any ParsableCommand.Type = PromptCommands.command(words.arguments[0]) ?? PromptCommands.self
            let help = CommandHelp.text(
                PromptCommands.helpMessage(for: command, columns: CommandHelp.unwrapped), width: console.width ?? 80)
            try console.line(Messages.inSession(help))
        }
        try console.flush()
        return .done
    }

    /// The context of a command with these global options.
    func context(_ globals: GlobalOptions, line: ScriptLine?) throws -> CommandContext {
        let settings = Settings(globals, try Configuration.ofUser(environment: setting.environment))
        return CommandContext(
            options: globals, settings: settings,
            console: console(settings, asksNothing: globals.noInput), interruption: setting.interruption,
            environment: setting.environment, now: Date().timeIntervalSinceReferenceDate, localZone: setting.localZone,
            prompt: self, line: line)
    }

    // MARK: Scripts

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
        return ErrorOutput(console: console(), text: EntryText(zone: setting.zone), place: script.place)
            .report(Refusal.script(failure, path: script.name))
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
