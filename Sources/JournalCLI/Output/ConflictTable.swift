import Journal

/// The values of a conflict, and the titles of their columns.
struct ConflictValues: Equatable, Sendable {
    let report: ConflictReport
    var began = "when you began"
    var yours = "yours"
}

extension EntryText {
    /// Three values of each field that changed elsewhere: when the edit began, as stored now, and yours.
    func table(_ conflict: ConflictValues) -> Table {
        let stored = conflict.report.isDeleted ? "stored now (deleted)" : "stored now"
        let rows = conflict.report.fields.map {
            [
                $0.field.name, short($0.began, of: $0.field), short($0.stored, of: $0.field),
                short($0.yours, of: $0.field),
            ]
        }
        let titles = ["field", conflict.began, stored, conflict.yours]
        return Table(columns: titles.map { Table.Column(title: $0, least: 6) }, rows: rows)
    }
}
