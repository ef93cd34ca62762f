/// A record, identified by the number that the model gave it on insertion.
typealias Record = Int

/// The value of one column.
enum Cell: Hashable {
    case absent
    case text(String)
    case record(Record)

    /// The text by which values are sorted. Nil comes first.
    var order: String {
        if case .text(let text) = self { text } else { "" }
    }
}

enum RecordKind: Int, CaseIterable {
    case department, employee

    var entityName: String { self == .department ? "Department" : "Employee" }
    var textKeys: [String] { self == .department ? ["name"] : ["firstName", "lastName"] }
    /// The index of `department` in the cells of an employee.
    static let link = 2
}

/// The columns of a record.
struct Row: Hashable {
    let kind: RecordKind
    var cells: [Cell]

    init(_ kind: RecordKind) {
        self.kind = kind
        cells = Array(repeating: .absent, count: kind == .department ? 1 : 3)
    }

    /// The department to which the row refers.
    var department: Record? {
        guard kind == .employee, case .record(let record) = cells[RecordKind.link] else { return nil }
        return record
    }

    func with(_ changes: [Int: Cell]) -> Row {
        var row = self
        for (field, cell) in changes { row.cells[field] = cell }
        return row
    }
}

/// The model of a store: every row that was ever stored. A record's last entry is the row stored now.
struct Ledger {
    struct Entry {
        /// Nil for a deleted record.
        let row: Row?
        let version: Int64
    }

    private(set) var history: [Record: [Entry]] = [:]

    func last(_ record: Record) -> Int? { history[record].map { $0.count - 1 } }
    func current(_ record: Record) -> Entry? { history[record]?.last }
    func entry(_ record: Record, _ index: Int) -> Entry? { history[record]?[index] }

    /// The rows that are stored now.
    var rows: [Record: Row] { history.compactMapValues { $0.last?.row } }

    mutating func write(_ record: Record, _ row: Row?, version: Int64) {
        history[record, default: []].append(Entry(row: row, version: version))
    }
}
