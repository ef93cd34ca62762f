/// Where a session's lines come from: a terminal with line editing, or a script.
///
/// Use on the main thread. A source never prints but on the terminal that it edits on.
protocol LineSource: AnyObject {
    /// Reads one line. While it waits, the main queue runs, so that main-queue contexts stay alive at a prompt.
    func readLine(_ prompt: LinePrompt) -> LineEvent
}

/// What is asked for, and what helps to answer.
struct LinePrompt: Equatable {
    /// What stands before the line, as `surf 5001*> `.
    var text: String
    /// What an empty line stands for. Where lines are edited it is on the line, and typing replaces it.
    var offered = ""
    /// What was typed before and was refused: where lines are edited it is on the line, instead of what is offered.
    var typed: String?
    /// Whether what was typed before is gone on with; otherwise typing replaces it too.
    var goesOn = false
    /// What Tab completes.
    var completion = LineCompletion.nothing
    /// Whether the line goes into the history.
    var isKept = false
}

/// What Tab completes at a prompt.
enum LineCompletion: Equatable {
    case nothing
    /// A command line of the session: commands, flags, fields, places, IDs and file names.
    case commandLine(inScratchpad: Bool)
    /// One of these words.
    case words([String])
}

/// What came of a prompt.
enum LineEvent: Equatable {
    /// A line without its newline.
    case line(String)
    /// Ctrl-C: the line was thrown away.
    case interrupted
    /// Ctrl-D on an empty line, or the end of a script.
    case endOfInput
    /// The terminal is gone, or SIGTERM came.
    case hungUp
}
