/// How the program ends, as the number that the shell sees.
package enum ExitCode: Equatable, Sendable {
    /// Success, also for an empty list or export.
    case done
    /// A failure outside the journal's content: a full disk, a folder in the way, an existing target.
    case failure
    /// A command, option or value was not understood, or a question could not be asked.
    case usage
    /// An ID, a draft or a `--store` that is not there.
    case notFound
    /// The entry changed meanwhile; nothing was saved.
    case conflict
    /// A file's fault: no database, no journal, corrupt.
    case badData
    /// The journal or a draft is in use by another process.
    case busy
    /// Ended by a signal of that number.
    case signal(Int32)

    /// The number that the shell sees.
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
