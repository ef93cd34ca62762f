import SurfLanguage

/// Tells what the columns of a file are: by `--map`, and else by their names.
struct ColumnMatching {
    private let map: [(name: String, column: EntryColumn?)]

    init(_ map: [(name: String, column: EntryColumn?)]) {
        self.map = map
    }

    /// What each column of a header is; nil for one that is not imported.
    /// - Throws: an `ImportError` where a column that was named is not there, or two are one field.
    func columns(_ names: [String]) throws(ImportError) -> [EntryColumn?] {
        for (name, _) in map where !names.contains(where: { ColumnMatching.isSame($0, name) }) {
            throw .noColumn(name, known: isHeader(names) ? names : [])
        }
        let mapped = Set(map.compactMap(\.column))
        var columns: [EntryColumn?] = []
        for name in names {
            if let entry = mapping(name) {
                columns.append(entry.column)
            } else {
                columns.append(ColumnMatching.known(name).flatMap { mapped.contains($0) ? nil : $0 })
            }
        }
        for column in columns.compactMap(\.self) {
            let same = names.indices.filter { columns[$0] == column }.map { names[$0] }
            if same.count > 1 { throw .repeatedField(column, same) }
        }
        return columns.map(ColumnMatching.imported)
    }

    /// Whether a first line names at least one field.
    func isHeader(_ names: [String]) -> Bool {
        names.contains { mapping($0) != nil || ColumnMatching.known($0) != nil }
    }

    /// What a key of an object is, and whether it is not imported.
    func column(_ name: String) -> (column: EntryColumn?, isIgnored: Bool) {
        let column = mapping(name).map(\.column) ?? ColumnMatching.known(name)
        return (ColumnMatching.imported(column), column == nil || ColumnMatching.imported(column) == nil)
    }

    private func mapping(_ name: String) -> (name: String, column: EntryColumn?)? {
        map.first { ColumnMatching.isSame($0.name, name) }
    }

    /// The revision and whether it is a sample are the journal's to say.
    private static func imported(_ column: EntryColumn?) -> EntryColumn? {
        column == .rev || column == .sample ? nil : column
    }

    /// The column of that name in any case, as `swellHeight`, `Swell Height`, `swell-height`.
    private static func known(_ name: String) -> EntryColumn? {
        let plain = name.trimmingBlanks()
        if let column = EntryColumn(name: plain) { return column }
        let letters = letters(plain)
        if ["id", "rev", "sample"].contains(letters) { return EntryColumn(name: letters) }
        if letters == "spot" { return .field(.location) }
        return EntryField.allCases.first { $0.name.lowercased() == letters }.map(EntryColumn.field)
    }

    private static func letters(_ name: String) -> String {
        name.lowercased().filter { $0 != " " && $0 != "-" && $0 != "_" }
    }

    /// Whether two names are one, in any case.
    static func isSame(_ name: String, _ other: String) -> Bool {
        name == other || name.trimmingBlanks().lowercased() == other.trimmingBlanks().lowercased()
    }
}
