import ArgumentParser
import Foundation
import Journal

/// The program from its arguments to its exit code.
package enum Program {
    /// Runs the command that the arguments name. Call on the main thread.
    /// - Returns: the number that the shell sees.
    package static func run(_ arguments: [String], environment: [String: String]) -> Int32 {
        let interruption = Interruption()
        interruption.start()
        let run = Run(environment: environment, interruption: interruption)
        return run.run(arguments).number
    }
}

/// One run of the program.
private struct Run {
    let environment: [String: String]
    let interruption: Interruption
    let zone = TimeZone.current

    /// What the arguments ask for.
    private enum Request {
        case command(any JournalCommand)
        case help(String)
    }

    func run(_ arguments: [String]) -> ExitCode {
        do {
            switch try request(arguments) {
            case .command(let command): return try run(command)
            case .help(let text): return tell(text)
            }
        } catch {
            return errors(plainConsole()).tell(error)
        }
    }

    private func run(_ command: any JournalCommand) throws -> ExitCode {
        let settings = Settings(command.globals, try Configuration.ofUser(environment: environment))
        let console = Console(settings: settings, environment: environment, canAsk: !command.globals.noInput)
        let context = CommandContext(
            options: command.globals, settings: settings, console: console, interruption: interruption,
            environment: environment, now: Date().timeIntervalSinceReferenceDate, zone: zone,
            command: type(of: command).configuration.commandName ?? "")
        do {
            try command.run(in: context)
            try console.flush()
            return .done
        } catch {
            return errors(console).tell(error)
        }
    }

    private func request(_ arguments: [String]) throws -> Request {
        let words = try CommandWords(arguments)
        do {
            let parsed = try Commands.parseAsRoot(words.arguments)
            if let command = parsed as? any JournalCommand { return .command(command) }
            var help = parsed
            try help.run()
            throw Complaint.noCommand
        } catch let complaint as Complaint {
            throw complaint
        } catch  where Commands.exitCode(for: error).isSuccess {
            return .help(Commands.fullMessage(for: error))
        } catch {
            throw Complaint.parser(Commands.message(for: error), command: words.command)
        }
    }

    private func tell(_ text: String) -> ExitCode {
        let console = plainConsole()
        do {
            try console.line(text)
            try console.flush()
            return .done
        } catch {
            return errors(console).tell(error)
        }
    }

    /// The console before a command's settings are known.
    private func plainConsole() -> Console {
        Console(settings: Settings(), environment: environment, canAsk: false)
    }

    private func errors(_ console: Console) -> ErrorOutput {
        ErrorOutput(console: console, text: EntryText(zone: zone))
    }
}
