import Foundation

/// The reason why a file could not be written. The target is unchanged. The error carries facts, and the command line
/// turns them into a message.
package enum OutputError: Error, Equatable, Sendable {
    /// The target exists and may not be replaced.
    case exists(String)
    case isFolder(String)
    /// The target is a file of the journal in use.
    case isOfJournal(String)
    /// The target is a database of some program.
    case isDatabase(String)
    /// The target's folder does not exist.
    case missingFolder(String)
    case notPermitted(String)
    case diskFull(String)
    /// The reader of the pipe has closed it.
    case closedPipe(String)
    case failed(String, detail: String)

    package init(_ error: SystemError, at path: String) {
        switch error.code {
        case EEXIST: self = .exists(path)
        case EISDIR: self = .isFolder(path)
        case ENOENT, ENOTDIR: self = .missingFolder(path)
        case EPIPE: self = .closedPipe(path)
        default:
            if error.isDiskFull || error.code == EFBIG {
                self = .diskFull(path)
            } else if error.isNotPermitted {
                self = .notPermitted(path)
            } else {
                self = .failed(path, detail: error.detail)
            }
        }
    }
}
