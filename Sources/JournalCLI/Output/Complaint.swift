import Journal
import SurfLanguage

/// What a command refuses or cannot do; it carries the facts, `Sentences` makes them one line.
enum Complaint: Error {
    // MARK: Words that cannot be understood

    case noCommand
    case unknownCommand(String, known: [String])
    /// What the argument parser says about an option or operand.
    case parser(String, command: String?)
    case notAnID(String)
    /// An option that the command does not take; `instead` is the next thing to do.
    case misplaced(option: String, command: String, instead: String)
    case givenTwice(option: String)
    case exclusive([String])
    case notACount(String)
    /// A value that cannot be set or filtered by, with the option that it was given to.
    case field(FieldError, option: String)
    case sentence(SentenceError)
    /// A sentence that is a command by itself.
    case isCommand(String)
    case unknownField(String, known: [String])
    /// A line of the configuration file, counted from 1.
    case configuration(path: String, line: Int, ConfigurationMistake)
    /// A goal of fewer sessions than one.
    case notAGoal(Int)
    /// Neither conditions nor a session that says any.
    case nothingToCompare
    /// What `plot` is asked for and cannot draw.
    case plot(PlotMistake)
    case nothingToAdd
    /// A line that tells a session, with no `add` before it.
    case lacksAdd(String)
    /// What was asked about a sentence was not answered.
    case questionLeft
    /// The place of a session is to be emptied.
    case cannotClearPlace
    /// A session is to be written in an editor where nobody sits at a terminal.
    case editorNeedsTerminal
    case needsPlace
    case nothingToEdit
    case nothingToDelete
    /// A place cannot be renamed to what it is called, or to nothing.
    case sameSpot
    case nothingToRename
    /// `spots zone` is given no place, or too many words.
    case nothingToZone
    case notAZone(String)
    /// A setting that there is none of.
    case unknownSetting(String)
    case setting(key: String, value: String, allowed: [String])
    /// A setting cannot be written; the path of the file and the system's reason.
    case configurationUnwritable(OutputError)
    case configurationUnreadable(path: String)
    case configurationTooLarge(path: String)
    case noConfiguration
    case severalDrafts([Int], of: Int64?)
    /// More rows than are deleted without asking, where nobody can be asked.
    case cannotAsk(count: Int)
    case cannotAskToFill(count: Int)
    case cannotAskToRestore
    /// A file that cannot be imported.
    /// An ending of a file's name that `export` does not write.
    case unknownEnding(String)
    /// A `--where` that is no column and value.
    case notACondition(String)
    case importing(String, ImportError)
    /// `--map` is given something else than a column and a field.
    case notAMapping(String)
    /// `--map` gives a field to two columns.
    case mappedTwice(String)
    /// Standard input is where a session's lines come from.
    case importNeedsFile
    /// A buoy's file that says what cannot be understood.
    case buoy(String, BuoyError)
    /// A script that runs already, and would run itself for ever.
    case scriptInItself(String)
    case noScratchpad(command: String)
    case noValue(EntryField)
    /// A form that came back from the editor as wrong as it was.
    case form(FormMistake)
    /// A form that the person dropped.
    case formDropped
    case notInBackground
    /// What cannot be done while scratchpads are open.
    case scratchpadsOpen
    case backgroundNeedsFile
    case backgroundNeedsReader(String)

    // MARK: What is not there

    case noJob(String)
    case buoyUnreadable(String)

    case noEntries
    /// No session is at a place of that name; what may have been meant.
    case noSpot(String, String?)
    /// A filter that matches nothing, and the place that it may have meant.
    case nothingMatches(String?)
    case noDraft(of: Int64?)
    /// The list of commands has no such number.
    case noStep(Int)
    /// Another program made the change of that number.
    case foreignStep(Int)
    /// The command of that number, with its name, is undone.
    case undoneStep(Int, String)

    // MARK: What went wrong

    case declined
    case editor(String)
    case cannotMakeForm(Int32)
    case script(ScriptLineSource.Failure, path: String)
    case scriptLine(ScriptMistake)
    case conflict(ConflictReport, draft: Int?)
    /// What is to be taken back was changed since; and the command that was to do it, as it is typed.
    case undoConflict(ConflictReport, String)
    /// A later command changed a session of the one that alone is to be undone; its name and its number in the list.
    case obstacle(id: Int64, String, number: Int)
    /// `--if-rev` does not hold.
    case revision(id: Int64, wanted: Int64, stored: Int64)
    /// Standard output cannot be written, with the system's error number.
    case cannotWrite(Int32)
    /// The process may have fewer files open than a command may need.
    case tooFewFiles(Int, needed: Int)
    /// The system gives no thread, without which nobody's keys can be waited for.
    case noThread
    /// Nobody reads standard output any more.
    case brokenPipe
    case interrupted(signal: Int32, target: String?)
    /// Several drafts were tried and each failure was told; the first one's code.
    case told(ExitCode)
}

/// What is wrong with what `plot` is asked for.
enum PlotMistake: Equatable, Sendable {
    case unknown(String, known: [String])
    /// How many fields the picture takes, and how many were given.
    case fields(String, wanted: Int)
    /// A field whose values are no numbers.
    case notNumeric(EntryField)
}

/// What is wrong with a line of the configuration file.
enum ConfigurationMistake: Equatable, Sendable {
    case noEqualsSign
    case unknownKey(String)
    case badValue(key: String, value: String, allowed: [String])
}

/// An error and what survived it.
struct Failure: Error {
    let cause: any Error
    let survived: Survived
}

/// What an error left behind, said at its end.
enum Survived: Equatable, Sendable {
    case nothingChanged
    case nothingSaved
    case nothingDeleted
    case nothingImported
    /// The change is kept as this draft.
    case draft(Int)
    /// The change is kept as this draft; whether it was saved as well is not known.
    case onlyDraft(Int)
    /// No draft could be kept, and whether the change was saved is not known.
    case noDraft
    /// The change could not be kept either.
    case draftLost
    /// The entry was saved; what failed came after it.
    case saved
    /// The journal was made, at this path, and nothing else done.
    case made(String)
    /// Nothing that needs saying.
    case silent
}

extension Complaint {
    /// What the argument parser says of a command's words; commands that set fields explain options that only filter.
    static func unparsed(_ message: String, _ words: CommandWords) -> Complaint {
        let filter = FilterOptions.filteringOnly.first { message.hasPrefix("Unknown option '\($0)'") }
        guard let filter, let command = words.command, ["add", "edit"].contains(command) else {
            return .parser(message, command: words.command)
        }
        return .misplaced(option: filter, command: command, instead: "it filters, and sets nothing")
    }
}
