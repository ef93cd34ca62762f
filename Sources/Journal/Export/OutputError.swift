import Foundation

/// Why a file could not be written; the target is what it was before. It carries the facts, the sentence is the command
/// line's.
package enum OutputError: Error, Equatable, Sendable {
    /// The target exists, and nobody said to replace it.
    case exists(String)
    case isFolder(String)
    /// The target is a file of the journal in use.
    case isOfJournal(String)
    /// The folder that the target should be in is not there.
    case missingFolder(String)
    case notPermitted(String)
    case diskFull(String)
    /// Nobody reads the pipe any more.
    case closedPipe(String)
    case failed(String, detail: String)

    init(_ error: SystemError, at path: String) {
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
