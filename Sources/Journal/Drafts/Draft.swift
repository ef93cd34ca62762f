/// An unsaved change, which is stored outside the journal.
package struct Draft: Equatable, Sendable {
    /// The number after `d`. It is never reused.
    package let number: Int
    package var content: EntryEdit

    package init(number: Int, content: EntryEdit) {
        self.number = number
        self.content = content
    }
}

/// The drafts of a journal, in ascending order of number.
package struct DraftList: Equatable, Sendable {
    package var drafts: [Draft] = []
    /// The numbers of drafts that cannot be read, for example because a later version of the program wrote them. They
    /// are left unchanged.
    package var unreadable: [Int] = []
    /// The numbers of drafts that belong to another journal.
    package var ofOtherJournals: [Int] = []

    /// The numbers of all drafts in ascending order, including unreadable ones.
    package var numbers: [Int] { (drafts.map(\.number) + unreadable + ofOtherJournals).sorted() }
}
