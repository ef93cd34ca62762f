import Foundation
import Journal

/// The state of the prompt or of a script: the open journal, open scratchpads, and running jobs.
///
/// Use it on the main thread.
final class Prompt {
    /// The environment of the prompt's commands.
    struct Setting {
        let environment: [String: String]
        let interruption: Interruption
        let localZone: LocalZone
        /// The global options given at the start, which precede those of each command.
        let defaults: [String]
        /// Whether a person is at a terminal.
        let isInteractive: Bool

        var zone: TimeZone { localZone.zone }
    }

    let setting: Setting
    let lines: any LineSource
    /// The open journal, or nil until a command needs it.
    private(set) var journal: Journal?
    private var journalKey: JournalKey?
    /// The open scratchpads. The last one is the current one.
    var pads: [OpenScratchpad] = []
    let jobs = JobList()
    /// The exit code, or nil while the session continues.
    var end: ExitCode?
    /// The running scripts, the innermost last.
    var scripts: [String] = []
    /// The position in a script of the line being run.
    var place: String?
    /// What was refused or not run, which is put on the next line to be corrected.
    private var refused: String?
    /// The number of lines that were commands.
    var commandCount = 0

    init(_ setting: Setting, lines: any LineSource) {
        self.setting = setting
        self.lines = lines
    }

    /// The current scratchpad.
    var pad: OpenScratchpad? { pads.last }

    // MARK: The lines of a terminal

    /// Reads and runs lines until the person quits.
    func run() -> ExitCode {
        setting.interruption.beginPrompt()
        if let code = greet() { return code }
        if let name = (lines as? TerminalLineSource)?.unknownTerminal {
            console().note(
                "Line editing is off: this system does not know the terminal '\(Excerpt.start(of: name))'. "
                    + "Most terminals work with TERM=xterm-256color.")
        }
        while end == nil { step() }
        return end ?? .done
    }

    private func step() {
        announce()
        setting.interruption.forgetInterrupt()
        let prompt = prompt
        refused = nil
        switch lines.readLine(prompt) {
        case .line(let text): run(text, returned: prompt.typed)
        case .interrupted: break
        case .endOfInput: leave()
        case .hungUp: hangUp()
        }
        if let signal = setting.interruption.ending, end == nil { hangUp(signal) }
    }

    /// Runs a typed line. A refused sentence is put on the next line to be corrected, unless it was entered again
    /// unchanged. So are the lines of a paste that were not run after it.
    private func run(_ text: String, returned: String?) {
        let code = execute(text, at: nil)
        if code == .done { return }
        var lines = (self.lines as? TerminalLineSource)?.takeEntered() ?? []
        if !lines.isEmpty { console().note(Messages.notRun(lines.count)) }
        let wasReturned = returned?.split(separator: "\n").first.map(String.init) == text
        if code == .usage, !wasReturned, let line = corrected(text) { lines.insert(line, at: 0) }
        if !lines.isEmpty { refused = lines.joined(separator: "\n") }
    }

    /// A refused sentence, with `add` if it lacks that. Nil for another command.
    private func corrected(_ text: String) -> String? {
        if text.split(whereSeparator: \.isWhitespace).first.map(String.init) == AddCommand.name { return text }
        let words = try? ScriptLine(text, home: nil).arguments
        return words.flatMap(CommandWords.session).map { _ in "\(AddCommand.name) \(text)" }
    }

    /// The prompt, such as `surf 5001*> `, with the current scratchpad and whether it has unsaved changes.
    var prompt: LinePrompt {
        LinePrompt(
            text: Messages.prompt(pad.map { ($0.entryID, $0.depth, $0.isDirty) }),
            typed: refused, keepsTyped: refused != nil, completion: .commandLine(inScratchpad: pad != nil), isKept: true
        )
    }

    // MARK: The journal

    /// The settings that an open journal depends on.
    private struct JournalKey: Equatable {
        let place: JournalPath.Choice
        let verbosity: Int

        init(_ place: JournalPath.Choice, _ settings: Settings) {
            (self.place, verbosity) = (place, settings.verbosity)
        }
    }

    /// The session's journal if a command uses that one. Nil if it must open another.
    func journal(at place: JournalPath.Choice, _ settings: Settings) -> Journal? {
        journalKey == JournalKey(place, settings) ? journal : nil
    }

    /// The files of all open journals: the session's, those of scratchpads, and those that jobs read.
    var openJournals: Set<URL> {
        Set([journal?.url].compactMap(\.self) + pads.map(\.journal.url) + jobs.all.map(\.journal))
    }

    /// Makes the first journal that a command opens the session's.
    func adopt(_ opened: Journal, at place: JournalPath.Choice, _ settings: Settings) throws {
        guard journal == nil else { return }
        journal = opened
        journalKey = JournalKey(place, settings)
        try opened.watch()
    }

    /// Releases a journal whose file was replaced, so that the next command opens the new file.
    func forget(_ old: Journal) {
        if journal === old { (journal, journalKey) = (nil, nil) }
    }

    // MARK: Between prompts

    /// Reports jobs that ended and changes by other processes.
    /// - Returns: The exit code of a failed job that a script started, otherwise `.done`.
    @discardableResult
    func announce() -> ExitCode {
        let console = console()
        let code = reportEndedJobs(after: .done, console)
        mergeOutsideChanges(console)
        return code
    }

    /// Reports jobs that ended. A failed job of a script fails the script.
    func reportEndedJobs(after code: ExitCode, _ console: Console) -> ExitCode {
        var code = code
        for job in jobs.takeEnded() {
            if let place = job.place, case .failed(let error)? = job.end {
                let failure = report(error, console, at: place)
                if code == .done { code = failure }
            } else {
                console.note(Messages.ended(job))
            }
        }
        return code
    }

    /// Merges changes that other processes saved and reports them once.
    func mergeOutsideChanges(_ console: Console) {
        do {
            guard let journal else { return }
            let changes = try journal.mergeOutsideChanges()
            if changes.isEmpty { return }
            console.note(Messages.changedElsewhere(changes))
            for pad in pads.map(\.pad) where pad.journal === journal {
                guard let id = pad.entryID, changes.isUnlisted || changes.ids.contains(id) else { continue }
                let stored = try journal.storedRev(of: id)
                if stored == pad.baseRev, !changes.ids.contains(id) { continue }
                console.note(Messages.changedUnderScratchpad(id, isDeleted: stored == nil))
            }
        } catch {
            _ = report(error, console)
        }
    }

    /// Prints an error, and returns its exit code.
    /// - Parameter place: The position in a script of the line that failed.
    func report(
        _ error: any Error, _ console: Console, at place: String? = nil, onlyReads: Bool = false
    ) -> ExitCode {
        let text = EntryText(zone: setting.zone, units: console.units)
        return ErrorOutput(console: console, text: text, place: place, onlyReads: onlyReads).report(error)
    }

    /// A console for messages outside commands.
    func console() -> Console {
        let defaults = (try? PromptOptions.parse(setting.defaults))?.globals
        return console(
            defaults.map { Settings($0, Configuration(), setting.environment) } ?? Settings(), asksNothing: false)
    }

    /// A console with a command's settings.
    /// - Parameter isSession: Whether messages are for the prompt. False once the session has ended. Those of a script are
    ///   read in a shell.
    func console(_ settings: Settings, asksNothing: Bool, isSession: Bool = true) -> Console {
        Console(
            settings: settings, environment: setting.environment, canAsk: setting.isInteractive && !asksNothing,
            isSession: isSession && setting.isInteractive, interruption: setting.interruption,
            lines: { [lines] in lines })
    }
}
