import Persistence
import SurfLanguage

/// A field that was changed elsewhere since the edit began.
package struct FieldConflict: Equatable, Sendable {
    package let field: EntryField
    /// The value when the edit began; nil also if that is unknown.
    package let began: FieldValue?
    /// The stored value; nil also if the entry was deleted.
    package let stored: FieldValue?
    /// The value on the scratchpad.
    package let yours: FieldValue?
    /// Whether the edit also changed the field, to a different value.
    package let overlaps: Bool
}

extension FieldConflict {
    /// A field that both sides changed.
    package init(_ field: EntryField, began: FieldValue?, stored: FieldValue?, yours: FieldValue?) {
        self.init(field: field, began: began, stored: stored, yours: yours, overlaps: true)
    }
}

/// An entry that changed since its edit began.
package struct ConflictReport: Equatable, Sendable {
    package let id: Int64
    /// The stored version; 0 if the entry was deleted.
    package let storedRev: Int64
    /// Whether the entry was deleted.
    package let isDeleted: Bool
    /// Whether the change that was not saved deletes the entry.
    package var deletesYours = false
    /// The fields that changed elsewhere, in the order of columns.
    package let fields: [FieldConflict]

    /// Fields that both sides changed.
    package var overlapping: [FieldConflict] { fields.filter(\.overlaps) }
}

extension ConflictReport {
    /// The conflict of an edit with the stored row.
    /// - Parameters:
    ///   - began: The values when the edit began. If they are unknown (nil), both sides are taken to have changed every
    ///     field that differs.
    ///   - stored: The stored row; nil if the entry was deleted.
    init(
        _ id: Int64, began: EntryValues?, stored: EntryRow?, yours: EntryValues, _ fields: some Sequence<EntryField>
    ) {
        self.id = id
        storedRev = stored?.version ?? 0
        isDeleted = stored == nil
        self.fields = fields.compactMap { FieldConflict($0, began, stored, yours) }
    }

    init(_ conflict: MergeConflict) {
        let object = conflict.sourceObject
        let columns = EntryColumns(object.entity)
        let stored = EntryRow(
            version: Int64(conflict.newVersionNumber), values: columns.values { conflict.theirValue($0) })
        self.init(
            object.objectID.key ?? 0, began: columns.values(object.committedValue),
            stored: conflict.isRowDeleted ? nil : stored, yours: columns.values(object.currentValue), columns.fields)
    }
}

extension FieldConflict {
    /// Nil if the field did not change elsewhere.
    fileprivate init?(_ field: EntryField, _ began: EntryValues?, _ stored: EntryRow?, _ yours: EntryValues) {
        self.field = field
        self.began = began?[field]
        self.stored = stored?.values[field]
        self.yours = yours[field]
        let theirs = stored?.values ?? EntryValues()
        if let began {
            guard stored == nil || theirs.differs(from: began, in: field) else { return nil }
            overlaps = yours.differs(from: began, in: field) && yours.differs(from: theirs, in: field)
        } else {
            guard yours.differs(from: theirs, in: field) else { return nil }
            overlaps = true
        }
    }
}
