import Journal

extension EntryText {
    /// Three values of each field that changed elsewhere: when the edit began, as stored now, and yours.
    func table(_ report: ConflictReport, began: String = "when you began", yours: String = "yours") -> Table {
        let titles = ["field", began, report.isDeleted ? "stored now (deleted)" : "stored now", yours]
        let rows = report.fields.map {
            [
                $0.field.name, short($0.began, of: $0.field), short($0.stored, of: $0.field),
                short($0.yours, of: $0.field),
            ]
        }
        return Table(columns: titles.map { Table.Column(title: $0, least: 6) }, rows: rows)
    }
}
