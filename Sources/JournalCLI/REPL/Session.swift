import Foundation
import Journal

/// A person's session, or a script: one opened journal, the scratchpads that are open, the jobs that run.
///
/// Use on the main thread.
final class Session {
    /// What the commands of a session are given.
    struct Setting {
        let environment: [String: String]
        let interruption: Interruption
        let localZone: LocalZone
        /// The global options that it was begun with, before those of each command.
        let defaults: [String]
        /// Whether somebody sits at a terminal.
        let isInteractive: Bool

        var zone: TimeZone { localZone.zone }
    }

    let setting: Setting
    let lines: any LineSource
    /// The journal of the session; nil until a command needs it.
    private(set) var journal: Journal?
    private var journalKey: JournalKey?
    /// The open scratchpads; the last one is worked on.
    var pads: [OpenPad] = []
    let jobs = JobList()
    /// How the session ends; nil while it goes on.
    var end: ExitCode?
    /// The scripts that run, the innermost last.
    var scripts: [String] = []
    /// Where the line that is carried out stands in a script.
    var place: String?
    /// A sentence that was refused; it stands on the next line, to be edited.
    private var refused: String?
    /// How many lines were commands.
    var commandCount = 0

    init(_ setting: Setting, lines: any LineSource) {
        self.setting = setting
        self.lines = lines
    }

    /// The scratchpad that is worked on.
    var pad: OpenPad? { pads.last }

    // MARK: The lines of a terminal

    /// Reads and carries out lines until the person leaves.
    func run() -> ExitCode {
        setting.interruption.beginSession()
        if let code = greet() { return code }
        if let name = (lines as? TerminalLineSource)?.unknownTerminal { console().note(Sentences.linesNotEdited(name)) }
        while end == nil { step() }
        return end ?? .done
    }

    private func step() {
        announce()
        setting.interruption.forgetInterrupt()
        let prompt = prompt
        refused = nil
        switch lines.readLine(prompt) {
        case .line(let text): carryOut(text, returned: prompt.typed)
        case .interrupted: break
        case .endOfInput: leave()
        case .hungUp: hangUp()
        }
        if let signal = setting.interruption.ending, end == nil { hangUp(signal) }
    }

    /// Carries out a typed line. A sentence that is refused comes back to be edited, unless it was entered as it came back.
    private func carryOut(_ text: String, returned: String?) {
        let code = execute(text, at: nil)
        if code == .done { return }
        dropPaste()
        let word = text.split(whereSeparator: \.isWhitespace).first
        if code == .usage, word == "add", text != returned { refused = text }
    }

    /// What was pasted behind a line that failed is not carried out.
    private func dropPaste() { (lines as? TerminalLineSource)?.dropEntered() }

    /// `surf 5001*> `: the scratchpad that is worked on, and whether it is dirty.
    var prompt: LinePrompt {
        LinePrompt(
            text: Sentences.prompt(pad.map { ($0.entryID, $0.depth, $0.isDirty) }),
            typed: refused, goesOn: refused != nil, completion: .commandLine(inScratchpad: pad != nil), isKept: true)
    }

    // MARK: The journal

    /// What an opened journal depends on.
    private struct JournalKey: Equatable {
        let place: JournalPlace.Choice
        let verbosity: Int

        init(_ place: JournalPlace.Choice, _ settings: Settings) {
            (self.place, verbosity) = (place, settings.verbosity)
        }
    }

    /// The session's journal where a command means that one; nil where it has to open another.
    func journal(at place: JournalPlace.Choice, _ settings: Settings) -> Journal? {
        journalKey == JournalKey(place, settings) ? journal : nil
    }

    /// The files of the journals that are open: the session's, those of scratchpads, and those that jobs read.
    var openJournals: Set<URL> {
        Set([journal?.url].compactMap(\.self) + pads.map(\.desk.journal.url) + jobs.all.map(\.journal))
    }

    /// Makes the first journal that a command opened the session's.
    func adopt(_ opened: Journal, at place: JournalPlace.Choice, _ settings: Settings) throws {
        guard journal == nil else { return }
        journal = opened
        journalKey = JournalKey(place, settings)
        try opened.watch()
    }

    /// Lets go of a journal whose file became another, so that the next command opens that.
    func forget(_ old: Journal) {
        if journal === old { (journal, journalKey) = (nil, nil) }
    }

    // MARK: Between prompts

    /// Tells what ended, and what others saved.
    /// - Returns: what a script fails with, as the job that it began did.
    @discardableResult
    func announce() -> ExitCode {
        let console = console()
        let code = tellEndedJobs(after: .done, console)
        takeInOutsideChanges(console)
        return code
    }

    /// Tells the ends of jobs that were not told yet. A job of a script fails the script.
    func tellEndedJobs(after code: ExitCode, _ console: Console) -> ExitCode {
        var code = code
        for job in jobs.takeEnded() {
            if let place = job.place, case .failed(let error)? = job.end {
                let failure = ErrorOutput(console: console, text: EntryText(zone: setting.zone), place: place)
                    .tell(error)
                if code == .done { code = failure }
            } else {
                console.note(Sentences.ended(job))
            }
        }
        return code
    }

    /// Merges what others saved, and tells it once.
    func takeInOutsideChanges(_ console: Console) {
        do {
            guard let changes = try journal?.takeInOutsideChanges(), !changes.isEmpty else { return }
            console.note(Sentences.changedElsewhere(changes))
            for id in pads.compactMap(\.entryID) where changes.updated.contains(id) || changes.deleted.contains(id) {
                console.note(Sentences.changedUnderScratchpad(id, isDeleted: changes.deleted.contains(id)))
            }
        } catch {
            _ = ErrorOutput(console: console, text: EntryText(zone: setting.zone)).tell(error)
        }
    }

    /// A console for words that belong to no command.
    func console() -> Console {
        let defaults = (try? SessionOptions.parse(setting.defaults))?.globals
        return console(defaults.map { Settings($0, Configuration()) } ?? Settings(), asksNothing: false)
    }

    /// A console with a command's settings.
    /// - Parameter isSession: whether its words are those of a session; false where the session is over.
    func console(_ settings: Settings, asksNothing: Bool, isSession: Bool = true) -> Console {
        Console(
            settings: settings, environment: setting.environment, canAsk: setting.isInteractive && !asksNothing,
            isSession: isSession, interruption: setting.interruption, lines: { [lines] in lines })
    }
}
