import Journal
import SurfLanguage

/// The format of an exported or imported file.
package enum ExportFormat: Equatable, Sendable {
    case csv(CSVDialect)
    /// One array, one entry per line.
    case json
    /// One object per line.
    case jsonl
    /// A calendar, which is only exported.
    case ics

    /// The format with this name, or nil. The dialect applies to `csv`.
    package init?(name: String, dialect: CSVDialect = .standard) {
        switch name {
        case "csv": self = .csv(dialect)
        case "json": self = .json
        case "jsonl": self = .jsonl
        case "ics": self = .ics
        default: return nil
        }
    }

    /// The format for a file name's extension, in either case; CSV for any other extension.
    package init(path: String, dialect: CSVDialect = .standard) {
        self = ExportFormat(name: ExportFormat.ending(of: path), dialect: dialect) ?? .csv(dialect)
    }

    /// A file name's extension, in lower case and without its dot; empty if there is none.
    package static func ending(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        return name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last?.lowercased() ?? ""
    }

    /// The columns for a store with `fields`, without `rev` and `sample`: imported entries are new and are the user's
    /// own, so that exporting them again gives the same bytes.
    package func columns(fields: [EntryField]) -> [EntryColumn] {
        switch self {
        case .csv(let dialect): dialect.columns(fields: fields)
        case .ics: []
        case .json, .jsonl: EntryColumn.json(fields: fields).filter { $0 != .rev && $0 != .sample }
        }
    }

    /// The query in the order of the format: by ID, except that `original` keeps the query's order. A calendar has only
    /// dates with years of four digits.
    package func ordered(_ query: EntryQuery) -> EntryQuery {
        if self == .csv(.original) { return query }
        var query = query
        if self == .ics { query.filter.append(ExportFormat.fourDigitYears) }
        (query.sort, query.reversed) = (.id, false)
        return query
    }

    /// The query in the order of the format, reading only what the format writes of a journal with `fields`. A calendar
    /// writes whole entries.
    func query(_ query: EntryQuery, fields: [EntryField]) -> EntryQuery {
        self == .ics ? ordered(query) : ordered(query).reading(columns(fields: fields).compactMap(\.readField))
    }

    private static let fourDigitYears: FilterTerm = {
        let ends = [1, 10_000].map { year in
            CivilDay(year: year, month: 1, day: 1).map { StoreTime.date(unixSecond: $0.number * 86_400) }
        }
        return .date(from: ends[0], before: ends[1])
    }()
}
