import Foundation
import SurfLanguage

/// An edit as a value.
extension EntryEdit {
    /// The values when the edit began, with the changes.
    package var values: EntryValues {
        var values = base
        for (field, value) in changes { values[field] = value }
        return values
    }

    /// Changes fields; nil clears one. A field that gets the value from which the edit began is not changed any more.
    package mutating func change(_ values: [EntryField: FieldValue?]) {
        for (field, value) in values {
            if value?.propertyValue == base[field]?.propertyValue {
                changes.removeValue(forKey: field)
            } else {
                changes.updateValue(value, forKey: field)
            }
        }
    }

    /// The edit based on the stored entry of a conflict, with the changes chosen. Every other field keeps its stored
    /// value.
    ///
    /// Saving it fails with another conflict if the entry has changed again.
    package func rebased(_ report: ConflictReport, changes chosen: [EntryField: FieldValue?]) -> EntryEdit {
        var edit = self
        edit.baseRev = report.storedRev
        for field in report.fields { edit.base[field.field] = field.stored }
        edit.changes = [:]
        edit.change(chosen)
        return edit
    }
}
