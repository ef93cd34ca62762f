import Foundation

/// An error about drafts. It carries the facts; the command line writes the message.
package enum DraftError: Error, Equatable, Sendable {
    /// There is no draft with this number.
    case noDraft(Int)
    /// Another process has the draft open.
    case taken(Int)
    /// The draft's file is not one that this program wrote completely. It is left unchanged.
    case unreadable(Int)
    /// The draft belongs to another journal.
    case otherJournal(Int)
    /// The record of cancelled drafts is not one that this program wrote.
    case damaged(URL)
    /// The disk failed while drafts were cancelled or restored, so it is unknown whether they were.
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
