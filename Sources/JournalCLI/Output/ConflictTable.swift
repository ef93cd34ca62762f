import Journal
import SurfLanguage

/// The values of a conflict, and the titles of their columns.
struct ConflictValues: Equatable, Sendable {
    let report: ConflictReport
    var began = "when you began"
    var yours = "yours"
}

extension EntryText {
    /// Three values of each field that changed elsewhere: when the edit began, as stored now, and yours.
    func table(_ conflict: ConflictValues) -> Table {
        let deleted = " (deleted)"
        let report = conflict.report
        return table(
            report.fields,
            [
                (conflict.began, \.began), ("stored now" + (report.isDeleted ? deleted : ""), \.stored),
                (conflict.yours + (report.deletesYours ? deleted : ""), \.yours),
            ])
    }

    /// A row for each field, with these of its values.
    func table(
        _ fields: [FieldConflict], _ columns: [(title: String, value: KeyPath<FieldConflict, FieldValue?>)]
    ) -> Table {
        let rows = fields.map { field in
            [field.field.name] + columns.map { short(field[keyPath: $0.value], of: field.field) }
        }
        return Table(
            columns: (["field"] + columns.map(\.title)).map { Table.Column(title: $0, minWidth: 6) }, rows: rows)
    }
}
