/// A change that waits on disk beside the journal.
package struct Draft: Equatable, Sendable {
    /// The number behind `d`; a number names one draft for ever.
    package let number: Int
    package var content: DraftContent

    package init(number: Int, content: DraftContent) {
        self.number = number
        self.content = content
    }
}

/// What is in a folder of drafts; numbers ascend.
package struct DraftList: Equatable, Sendable {
    package var drafts: [Draft] = []
    /// The numbers of files that are no drafts of this format; they are left as they are.
    package var unreadable: [Int] = []
    /// The numbers of drafts of another journal.
    package var ofOtherJournals: [Int] = []
}
