import Journal
import JournalExchange
import SurfLanguage

/// A reason why a command refuses or fails. It carries the facts; `Sentences` turns them into one line.
enum Complaint: Error {
    // MARK: Arguments and values

    case noCommand
    case unknownCommand(String, known: [String])
    /// The argument parser's message about an option or operand.
    case parser(String, command: String?)
    case notAnID(String)
    /// An option that the command does not accept. `instead` says what to do.
    case misplaced(option: String, command: String, instead: String)
    case givenTwice(option: String)
    case exclusive([String])
    case notACount(String)
    /// A value that cannot be set or filtered by, and the option it was given to.
    case field(FieldError, option: String)
    case sentence(SentenceError)
    /// A sentence that is a complete command.
    case isCommand(String)
    case unknownField(String, known: [String])
    /// A mistake in a line of the configuration file. Lines count from 1.
    case configuration(path: String, line: Int, ConfigurationMistake)
    /// A goal below one session.
    case notAGoal(Int)
    /// There are no conditions to compare with, in options or in an entry.
    case nothingToCompare
    /// A picture that `plot` cannot draw.
    case plot(PlotMistake)
    case nothingToAdd
    /// A line that describes a session but lacks `add` before it.
    case lacksAdd(String)
    /// A question about a sentence was not answered.
    case questionLeft
    /// An attempt to clear an entry's place.
    case cannotClearPlace
    /// `--editor` without a terminal.
    case editorNeedsTerminal
    case needsPlace
    case nothingToEdit
    case nothingToDelete
    /// The new name of a place is empty or the same as the old one.
    case sameSpot
    case nothingToRename
    /// `spots zone` has no place or too many words.
    case nothingToZone
    case notAZone(String)
    /// An unknown setting.
    case unknownSetting(String)
    case setting(key: String, value: String, allowed: [String])
    /// A setting cannot be written. The error has the file's path and the system's reason.
    case configurationUnwritable(OutputError)
    case configurationUnreadable(path: String)
    case configurationTooLarge(path: String)
    case noConfiguration
    case severalDrafts([Int], of: Int64?)
    /// More rows than are deleted without asking, and no one can be asked.
    case cannotAsk(count: Int)
    case cannotAskToFill(count: Int)
    case cannotAskToRestore
    /// A file name's ending that is not a format of `export`.
    case unknownEnding(String)
    /// A value of `--where` that is not a column and a value.
    case notACondition(String)
    /// A file that cannot be imported.
    case importing(String, ImportError)
    /// A value of `--map` that is not a column and a field.
    case notAMapping(String)
    /// `--map` assigns a field to two columns.
    case mappedTwice(String)
    /// An import from standard input, which already supplies the lines of the prompt or script.
    case importNeedsFile
    /// A buoy's file that cannot be parsed.
    case buoy(String, BuoyError)
    /// A script that is already running and would run itself forever.
    case scriptInItself(String)
    case noScratchpad(command: String)
    case noValue(EntryField)
    /// A form returned from the editor with the same mistake.
    case form(FormMistake)
    /// A form that the person discarded.
    case formDropped
    case notInBackground
    /// The command cannot run while scratchpads are open.
    case scratchpadsOpen
    case backgroundNeedsFile
    case backgroundNeedsReader(String)

    // MARK: Missing things

    case noJob(String)
    case buoyUnreadable(String)

    case noEntries
    /// No entry has this place. The second value is a suggestion.
    case noSpot(String, String?)
    /// A filter without matches. The value is a suggestion for its place.
    case nothingMatches(String?)
    case noDraft(of: Int64?)
    /// The list of commands does not have this number.
    case noStep(Int)
    /// The change with this number was made by another program.
    case foreignStep(Int)
    /// The command with this number and name is already undone.
    case undoneStep(Int, String)

    // MARK: Failures

    case declined
    case editor(String)
    case cannotMakeForm(Int32)
    case script(ScriptLineSource.Failure, path: String)
    case scriptLine(ScriptMistake)
    case conflict(ConflictReport, draft: Int?)
    /// The change to undo or redo was changed since. The second value is the command as it is typed.
    case undoConflict(ConflictReport, String)
    /// A later command changed an entry of the single command to undo. The values are that command's name and its
    /// number in the list.
    case obstacle(id: Int64, String, number: Int)
    /// The condition of `--if-rev` is false.
    case revision(id: Int64, wanted: Int64, stored: Int64)
    /// Standard output cannot be written. The value is the system's error number.
    case cannotWrite(Int32)
    /// The process may open fewer files than a command may need.
    case tooFewFiles(Int, needed: Int)
    /// The system cannot create the thread that waits for keys.
    case noThread
    /// The reader of standard output has closed it.
    case brokenPipe
    case interrupted(signal: Int32, target: String?)
    /// Several drafts were saved and each failure was reported. The value is the code of the first failure.
    case alreadyReported(ExitCode)
}

/// A mistake in the request to `plot`.
enum PlotMistake: Equatable, Sendable {
    case unknown(String, known: [String])
    /// The wrong number of fields for the picture.
    case fields(String, wanted: Int)
    /// A field that is not numeric.
    case notNumeric(EntryField)
}

/// A mistake in a line of the configuration file.
enum ConfigurationMistake: Equatable, Sendable {
    case noEqualsSign
    case unknownKey(String)
    case badValue(key: String, value: String, allowed: [String])
}

/// An error and the state it left.
struct Failure: Error {
    let cause: any Error
    let survived: Survived
}

/// The state that an error left, reported at the end of its message.
enum Survived: Equatable, Sendable {
    case nothingChanged
    case nothingSaved
    case nothingDeleted
    case nothingImported
    /// The change is kept as this draft.
    case draft(Int)
    /// The change is kept as this draft. It is unknown whether it was also saved.
    case onlyDraft(Int)
    /// No draft could be kept, and it is unknown whether the change was saved.
    case noDraft
    /// The change could not be kept either.
    case draftLost
    /// The entry was saved. A later step failed.
    case saved
    /// The journal was created at this path. Nothing else was done.
    case made(String)
    /// Add nothing to the message.
    case silent
}

extension Complaint {
    /// The complaint for the argument parser's message. If a command that sets fields was given an option that only
    /// filters, the complaint explains that.
    static func unparsed(_ message: String, _ words: CommandWords) -> Complaint {
        let filter = FilterOptions.filteringOnly.first { message.hasPrefix("Unknown option '\($0)'") }
        guard let filter, let command = words.command, ["add", "edit"].contains(command) else {
            return .parser(message, command: words.command)
        }
        return .misplaced(option: filter, command: command, instead: "That option only finds sessions")
    }
}
