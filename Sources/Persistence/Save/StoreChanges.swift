/// All changes that one save writes to one store.
package struct StoreChanges {
    /// A row to update, if it still has the expected version.
    package struct Update {
        /// The row as it will be: its key, its new version, and at least the values of the slots to write.
        package let block: RowBlock
        package let row: Int
        package let expectedVersion: Int64
        /// The changed slots that have a column; may be empty, when only the version changes.
        package let slots: SlotSet
        /// The changed slots that have no column, for the history.
        package var otherSlots: [Int] = []

        package var layout: EntityLayout { block.table.layout }
        package var key: Int64 { block.key(row) }
        package var newVersion: Int64 { block.version(row) }
    }
    /// A row to delete, if it still has the expected version.
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
    /// A change to one row's many-to-many or ordered relationship.
    package struct Link {
        package let layout: EntityLayout
        package let slot: Int
        package let key: Int64
        package let added: [Int64]
        package let removed: [Int64]
        /// All destinations in order, for an ordered relationship; nil for an unordered one.
        package let order: [Int64]?
    }

    /// The new rows. Their version is 1, except for a restored record: one more than that of its deleted row.
    package var insertions: [RowBlock] = []
    package var updates: [Update] = []
    package var deletions: [Deletion] = []
    package var checks: [Check] = []
    package var links: [Link] = []
    /// The author of the changes, for the history.
    package var origin = TransactionOrigin()

    package var isEmpty: Bool {
        insertions.isEmpty && updates.isEmpty && deletions.isEmpty && checks.isEmpty && links.isEmpty
    }
}
