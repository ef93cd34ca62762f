import SurfLanguage

/// An entry as it is written out: its values and what the store knows about it.
package struct EntryRecord: Equatable, Sendable {
    /// The primary key, never reused.
    package var id: Int64
    /// The optimistic-locking version.
    package var rev: Int64
    /// Whether it is a seeded entry that was never edited.
    package var sample: Bool
    package var values: EntryValues

    package init(id: Int64, rev: Int64 = 1, sample: Bool = false, values: EntryValues) {
        self.id = id
        self.rev = rev
        self.sample = sample
        self.values = values
    }
}
