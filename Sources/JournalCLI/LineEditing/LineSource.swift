/// A source of lines: a terminal with line editing, or a script.
///
/// Use it on the main thread. A source prints only to the terminal on which it edits.
protocol LineSource: AnyObject {
    /// Reads one line. The main queue runs while it waits, so main-queue contexts keep working at a prompt.
    func readLine(_ prompt: LinePrompt) -> LineEvent
}

/// The request for a line.
struct LinePrompt: Equatable {
    /// The text before the line, such as `surf 5001*> `.
    var text: String
    /// The default for an empty line. Where lines are edited, it is put on the line and typing replaces it.
    var offered = ""
    /// A refused earlier answer. Where lines are edited, it is put on the line instead of the default.
    var typed: String?
    /// Whether typing continues the earlier answer instead of replacing it.
    var keepsTyped = false
    /// What Tab completes.
    var completion = LineCompletion.nothing
    /// Whether the line is added to the history.
    var isKept = false
}

/// What Tab completes at a prompt.
enum LineCompletion: Equatable {
    case nothing
    /// A command line of the prompt: commands, options, fields, places, IDs and file names.
    case commandLine(inScratchpad: Bool)
    /// One of these words.
    case words([String])
}

/// The result of a prompt.
enum LineEvent: Equatable {
    /// A line without its newline.
    case line(String)
    /// Ctrl-C: the line was discarded.
    case interrupted
    /// Ctrl-D on an empty line, or the end of a script.
    case endOfInput
    /// The terminal was closed, or SIGTERM arrived.
    case hungUp
}
