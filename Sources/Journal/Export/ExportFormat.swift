import SurfLanguage

/// What an exported or imported file is made of.
package enum ExportFormat: Equatable, Sendable {
    case csv(CSVDialect)
    /// One array, an entry to a line.
    case json
    /// An object to a line.
    case jsonl

    /// What `--format` takes.
    package static let names = ["csv", "json", "jsonl"]

    /// The format with a name, or nil; the dialect is that of `csv`.
    package init?(name: String, dialect: CSVDialect = .standard) {
        switch name {
        case "csv": self = .csv(dialect)
        case "json": self = .json
        case "jsonl": self = .jsonl
        default: return nil
        }
    }

    /// The format that the ending of a file's name says, in either case; CSV for any other ending.
    package init(path: String, dialect: CSVDialect = .standard) {
        self = ExportFormat(name: ExportFormat.ending(of: path), dialect: dialect) ?? .csv(dialect)
    }

    /// The ending of a file's name, in small letters and without its dot; empty where it has none.
    package static func ending(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        return name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last?.lowercased() ?? ""
    }

    /// The columns of a store with `fields`. Neither `rev` nor `sample` is among them: what is imported is one's own and
    /// new, and is exported again byte for byte.
    package func columns(fields: [EntryField]) -> [EntryColumn] {
        switch self {
        case .csv(let dialect): dialect.columns(fields: fields)
        case .json, .jsonl: EntryColumn.json(fields: fields).filter { $0 != .rev && $0 != .sample }
        }
    }

    /// The query in the order of the format: by ID, but for `original` in the query's own.
    package func ordered(_ query: EntryQuery) -> EntryQuery {
        if self == .csv(.original) { return query }
        var query = query
        (query.sort, query.reversed) = (.id, false)
        return query
    }
}
