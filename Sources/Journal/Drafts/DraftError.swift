import Foundation

/// Why something about drafts failed; it carries the facts, the sentence is the command line's.
package enum DraftError: Error, Equatable, Sendable {
    /// There is no draft with this number.
    case noDraft(Int)
    /// Another process works on the draft.
    case taken(Int)
    /// The draft's file is none that this program wrote whole; it is left as it is.
    case unreadable(Int)
    /// The draft is of an entry of another journal.
    case otherJournal(Int)
    /// The record of cancelled drafts is none that this program wrote.
    case damaged(URL)
    /// The disk failed while drafts were cancelled or brought back, so that nobody knows whether they were.
    case uncertain(URL)
    case diskFull(URL)
    case notPermitted(URL)
    case failed(URL, detail: String)

    init(_ error: SystemError, at url: URL) {
        if error.isDiskFull {
            self = .diskFull(url)
        } else if error.isNotPermitted {
            self = .notPermitted(url)
        } else {
            self = .failed(url, detail: error.detail)
        }
    }
}
