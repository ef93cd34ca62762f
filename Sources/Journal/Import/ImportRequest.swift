import SurfLanguage

/// What is to be imported, and how it is to be understood.
package struct ImportRequest: Sendable {
    /// Nil goes by the file's name, then by what it begins with.
    package var format: ExportFormat?
    /// How CSV is read; nil goes by its first line.
    package var dialect: CSVDialect?
    /// What columns of the file are.
    package var map: [ColumnMapping]
    /// What was said of the columns of a file with headers of that shape; asked where `map` is empty.
    package var remembered: @Sendable (String) -> [ColumnMapping] = { _ in [] }
    /// Which rows are wanted: those that all of these accept.
    package var conditions: [ImportCondition] = []
    /// Whether the order of dates was said for this file: else its rows decide, and then the order of `dates`.
    package var hasOrder = false
    /// Whether rows that cannot become entries go to a file of rejects, instead of ending the import.
    package var skipsBadRows: Bool
    package var dates: DateParser
    /// What a row has to say, but for those of what `export` wrote.
    package var required: [EntryField]
    /// The place of rows that say none.
    package var place: String?
    /// The unit that is written behind a height that says none, but for those of what `export` wrote.
    package var units: LengthUnit?
    /// The zones in which times at places are read where a row says none.
    var zones = PlaceZones()

    package init(
        format: ExportFormat? = nil, dialect: CSVDialect? = nil, map: [ColumnMapping] = [],
        skipsBadRows: Bool = false, dates: DateParser, required: [EntryField] = [], place: String? = nil,
        units: LengthUnit? = nil
    ) {
        (self.format, self.dialect, self.map, self.skipsBadRows) = (format, dialect, map, skipsBadRows)
        (self.required, self.place, self.units) = (required, place, units)
        self.dates = dates
        // A day alone is one moment on every day that its file is imported.
        self.dates.isNoonToday = true
    }

    /// The format of a file that begins with these bytes.
    func format(of path: String, beginning bytes: ArraySlice<UInt8>) -> ExportFormat {
        if let format { return format }
        if dialect != nil { return .csv(dialect ?? .standard) }
        let named = ExportFormat(path: path)
        if named != .csv(.standard) || path.lowercased().hasSuffix(".csv") { return named }
        return ImportRequest.sniffed(bytes) ?? named
    }

    /// The JSON that bytes begin: an array of objects, or an object; nil for anything else.
    private static func sniffed(_ bytes: ArraySlice<UInt8>) -> ExportFormat? {
        var rest = bytes
        if rest.starts(with: CSVDialect.byteOrderMark) { rest = rest.dropFirst(3) }
        func next() -> UInt8? {
            rest = rest.drop(while: \.isJSONBlank)
            return rest.popFirst()
        }
        switch next() {
        case UInt8(ascii: "["): return [UInt8(ascii: "{"), UInt8(ascii: "]")].contains(next()) ? .json : nil
        case UInt8(ascii: "{"): return [UInt8(ascii: "\""), UInt8(ascii: "}")].contains(next()) ? .jsonl : nil
        default: return nil
        }
    }
}

extension ImportRequest {
    /// Gives a row's values the place that is given for those without.
    /// - Parameter isExported: Whether `export` wrote the row, which may lack what was never said.
    /// - Throws: `.missing` for each field that a row has to have.
    func complete(_ values: inout EntryValues, isExported: Bool) throws(RowProblems) {
        if let place, values.location?.isEmpty != false { values.location = place }
        let missing = missing(values, isExported: isExported)
        if !missing.isEmpty { throw RowProblems(missing.map { CellProblem(.missing($0)) }) }
    }

    /// The fields that a row has to have and lacks.
    func missing(_ values: EntryValues, isExported: Bool) -> [EntryField] {
        if isExported { return [] }
        return required.filter { values[$0] == nil || values[$0] == .text("") }
    }

    /// Whether these are the columns of what `export` writes, of a journal of any version.
    static func isExported(_ names: [String], _ columns: ([EntryField]) -> [EntryColumn]) -> Bool {
        [ModelVersion.first, .latest].contains { version in
            let all = columns(version.fields)
            // 'list' writes two columns more than 'export'.
            let exported = all.filter { $0 != .rev && $0 != .sample }
            return all.map(\.name) == names || exported.map(\.name) == names
        }
    }
}

extension UInt8 {
    /// Whether it stands between JSON's words.
    var isJSONBlank: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
