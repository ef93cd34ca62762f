/// Everything that one save writes to one store.
package struct StoreChanges {
    /// A row that changes, if its version is still the expected one.
    package struct Update {
        package let layout: EntityLayout
        package let key: Int64
        package let expectedVersion: Int64
        package let newVersion: Int64
        /// The changed values of slots with columns; may be empty, when only the version changes.
        package let values: SparseValues
        /// The changed slots without a column, for the history.
        package var otherSlots: [Int] = []
    }
    /// A row that goes, if its version is still the expected one.
    package struct Deletion {
        package let layout: EntityLayout
        package let key: Int64
        package let expectedVersion: Int64
    }
    /// A row that must still have the expected version.
    package struct Check {
        package let layout: EntityLayout
        package let key: Int64
        package let expectedVersion: Int64
    }
    /// The change of a many-to-many or ordered relationship of one row.
    package struct Link {
        package let layout: EntityLayout
        package let slot: Int
        package let key: Int64
        package let added: [Int64]
        package let removed: [Int64]
        /// All destinations in order, for an ordered relationship; nil for an unordered one.
        package let order: [Int64]?
    }

    /// The rows that are new. Their version is 1, but for a record that comes back: that of its row before, and one.
    package var insertions: [RowBlock] = []
    package var updates: [Update] = []
    package var deletions: [Deletion] = []
    package var checks: [Check] = []
    package var links: [Link] = []
    /// Who makes the changes, for the history.
    package var origin = TransactionOrigin()

    package var isEmpty: Bool {
        insertions.isEmpty && updates.isEmpty && deletions.isEmpty && checks.isEmpty && links.isEmpty
    }
}
