import Foundation
import SurfLanguage

/// An entry for output: its values and the properties of its row.
package struct EntryRecord: Equatable, Sendable {
    /// The primary key, never reused.
    package var id: Int64
    /// The optimistic-locking version.
    package var rev: Int64
    /// Whether it is an unedited sample.
    package var sample: Bool
    package var values: EntryValues

    package init(id: Int64, rev: Int64 = 1, sample: Bool = false, values: EntryValues) {
        self.id = id
        self.rev = rev
        self.sample = sample
        self.values = values
    }
}

/// A stored entry: its values at a version.
struct EntryRow: Equatable {
    let version: Int64
    let values: EntryValues
    /// The UUID; nil if the row has none, or it does not matter.
    var uuid: UUID?
    /// The text that stores what was filled in; nil if nothing was, or it does not matter.
    var filled: String?
}
