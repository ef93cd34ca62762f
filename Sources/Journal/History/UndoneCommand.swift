/// A command that was taken back, and what that did to each entry.
package struct UndoneCommand: Equatable, Sendable {
    /// An entry that was brought back, changed or taken away.
    package struct Entry: Equatable, Sendable {
        package let id: Int64
        /// The entry before it was taken back; nil when it was not there.
        package let before: EntryRecord?
        /// The entry now; nil when it is gone.
        package let after: EntryRecord?
    }

    package let command: ChangeCommand
    /// In the order of their IDs; those that were as they had been are left out.
    package let entries: [Entry]
}
