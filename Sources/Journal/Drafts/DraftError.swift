import Foundation

/// An error about drafts. It carries the facts; the command line writes the message.
package enum DraftError: Error, Equatable, Sendable {
    /// There is no draft with this number.
    case noDraft(Int)
    /// Another process has the draft open.
    case taken(Int)
    /// The draft is not one that this version of the program wrote. It is left unchanged.
    case unreadable(Int)
    /// The draft belongs to another journal.
    case otherJournal(Int)
    /// The folder of drafts is not the user's own.
    case folder(URL, PrivateFolder.Fault)
    /// The drafts' store is damaged, or another file.
    case damaged(URL)
    /// Another process is writing drafts.
    case busy(URL)
    /// The disk failed while drafts were changed, so it is unknown whether they were.
    case uncertain(URL)
    case diskFull(URL)
    case notPermitted(URL)
    case failed(URL, detail: String)
}

extension DraftError {
    /// Converts an error of the engine or of the system to one about the drafts at `url`.
    init(_ error: any Error, at url: URL) {
        if let error = error as? DraftError {
            self = error
            return
        }
        if let fault = error as? PrivateFolder.Fault {
            self = .folder(url.deletingLastPathComponent(), fault)
            return
        }
        self =
            switch JournalError(error, at: url) {
            case .busy: .busy(url)
            case .uncertain: .uncertain(url)
            case .diskFull: .diskFull(url)
            case .readOnly, .notPermitted: .notPermitted(url)
            case .corrupt, .notADatabase, .notAJournal, .foreignLog, .foreignRollback, .damagedLog: .damaged(url)
            case .cannotOpen(_, let detail), .failed(_, let detail): .failed(url, detail: detail)
            case .strayFile(let side): .failed(side, detail: "its database is missing")
            case .severalNames: .failed(url, detail: "it has a second name, a hard link")
            case .replaced: .failed(url, detail: "it was replaced or removed while it was open")
            case .diskFailed: .failed(url, detail: "the disk failed")
            default: .failed(url, detail: "unexpected error")
            }
    }
}
