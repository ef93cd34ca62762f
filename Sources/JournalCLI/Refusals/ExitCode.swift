/// The program's exit codes.
package enum ExitCode: Equatable, Sendable {
    /// Success, also for an empty list or export.
    case done
    /// A failure other than in the journal's content: a full disk, a directory in the way, an existing target.
    case failure
    /// A command, option or value was not understood, or a question could not be asked.
    case usage
    /// An ID, a draft or a `--store` that does not exist.
    case notFound
    /// The entry was changed elsewhere. Nothing was saved.
    case conflict
    /// A bad file: not a database, not a journal, or corrupt.
    case badData
    /// The journal or a draft is in use by another process.
    case busy
    /// Ended by the signal with this number.
    case signal(Int32)

    /// The exit status for the shell.
    package var number: Int32 {
        switch self {
        case .done: 0
        case .failure: 1
        case .usage: 2
        case .notFound: 3
        case .conflict: 4
        case .badData: 5
        case .busy: 6
        case .signal(let number): 128 + number
        }
    }
}
