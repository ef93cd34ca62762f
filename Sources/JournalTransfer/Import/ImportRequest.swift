import Foundation
import Journal
import SurfLanguage

/// What to import, and how to interpret it.
package struct ImportRequest: Sendable {
    /// The file's format; nil infers it from the name, then from the beginning of the file.
    package var format: ExportFormat?
    /// The CSV dialect; nil infers it from the first line.
    package var dialect: CSVDialect?
    /// The meanings of the file's columns.
    package var map: [ColumnMapping]
    /// The mappings saved for files with the same headers. A mapping of the same column or field in `map` replaces one.
    package var remembered: @Sendable (String) -> [ColumnMapping] = { _ in [] }
    /// A row is imported if it fulfils all of these conditions.
    package var conditions: [ImportCondition] = []
    /// Whether the order of dates was given for this file. Otherwise the rows decide, then the order of `dates`.
    package var hasOrder = false
    /// Whether bad rows go to a file of rejects instead of ending the import.
    package var skipsBadRows: Bool
    package var dates: DateReader
    /// The required fields, except in files that `export` wrote.
    package var required: [EntryField]
    /// The place for rows without one.
    package var place: String?
    /// The unit to append to heights without one, except in files that `export` wrote.
    package var units: LengthUnit?
    /// The time zones of places, for rows without one.
    var zones = PlaceValues<String>()
    /// The places that sentences and titles may name.
    package var places = KnownPlaces()
    /// The moments of light that sentences name.
    package var light: LightOfPlaces = { _, _, _ in nil }
    /// What a row with the number of a session is.
    package var numbered = NumberedRows.likely
    /// Whether each line of a text file is a sentence as after `add`.
    package var hasSentences = false
    /// The time zone of times without one, to keep with their sessions; nil for the machine's.
    private(set) var zone: String?
    /// The coordinates of places, for the tracks of watches.
    var coordinates = PlaceValues<Coordinates>()

    package init(
        format: ExportFormat? = nil, dialect: CSVDialect? = nil, map: [ColumnMapping] = [],
        skipsBadRows: Bool = false, dates: DateReader, required: [EntryField] = [], place: String? = nil,
        units: LengthUnit? = nil
    ) {
        (self.format, self.dialect, self.map, self.skipsBadRows) = (format, dialect, map, skipsBadRows)
        (self.required, self.place, self.units) = (required, place, units)
        self.dates = dates
        // A date without a time must mean the same moment whenever its file is imported.
        self.dates.isNoonToday = true
    }

    /// Reads times without a zone in this one.
    package mutating func read(in name: String) {
        zone = name
        if let known = TimeZone(identifier: name) { dates.zone = known }
    }

    /// The format of a file that begins with these bytes.
    func format(of path: String, beginning bytes: ArraySlice<UInt8>) -> ExportFormat {
        if let format { return format }
        if dialect != nil { return .csv(dialect ?? .standard) }
        let path = path.lowercased().hasSuffix(".gz") ? String(path.dropLast(3)) : path
        let named = ExportFormat(path: path)
        // A calendar is only exported. It is refused as a table without columns.
        if named == .ics { return .csv(.standard) }
        if named != .csv(.standard) || path.lowercased().hasSuffix(".csv") { return named }
        return ImportRequest.sniffed(bytes) ?? named
    }

    /// The JSON format of a file that begins with an array of objects or an object; nil for anything else.
    private static func sniffed(_ bytes: ArraySlice<UInt8>) -> ExportFormat? {
        var rest = bytes
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

/// What a row of a file is that has the number of a session in the journal.
package enum NumberedRows: Equatable, Sendable {
    /// A new session.
    case new
    /// That session, if its date or everything else is the same: the file may be of another journal.
    case likely
    /// That session, if it is one of these. The file is a table of them, with tabs.
    case these(Set<Int64>)

    /// Whether a file that `export` wrote may have this separator.
    func accepts(separator: UInt8) -> Bool {
        if case .these = self { return separator == 0x09 }
        return separator == CSVQuoting.comma
    }
}

extension ImportRequest {
    /// The saved mappings that still hold for a file with these headers.
    func remembered(_ shape: String, _ names: [String]) -> [ColumnMapping] {
        remembered(shape).filter { saved in
            names.contains(where: saved.isOf)
                && !map.contains { new in
                    saved.isOf(new.column) || saved.meaning != nil && saved.meaning?.target == new.meaning?.target
                }
        }
    }

    /// The reader of sentences.
    var sentences: SentenceReader {
        var reader = SentenceReader(dates: dates, units: units, places: places)
        if place != nil { reader.options = [.location] }
        let zones = zones
        reader.zone = { zones[$0].flatMap(TimeZone.init(identifier:)) }
        reader.light = light
        return reader
    }

    /// Sets the default place of a row without one.
    /// - Parameter isExported: Whether `export` wrote the row. Such rows may lack required fields.
    /// - Throws: `.missing` for each required field without a value.
    func complete(_ values: inout EntryValues, isExported: Bool) throws(RowProblems) {
        if let place, values.location?.isEmpty != false { values.location = place }
        let missing = missing(values, isExported: isExported)
        if !missing.isEmpty { throw RowProblems(missing.map { CellProblem(.missing($0)) }) }
    }

    /// The required fields without a value.
    func missing(_ values: EntryValues, isExported: Bool) -> [EntryField] {
        if isExported { return [] }
        return required.filter { values[$0] == nil || values[$0] == .text("") }
    }

    /// The headers of CSV that `export` writes or wrote, for each version of the journal.
    static let exportedColumns = exported(EntryColumn.csv)

    /// The keys of JSON that `export` writes or wrote, in order, for each version of the journal.
    static let exportedKeys = exported(EntryColumn.json)

    private static func exported(_ columns: ([EntryField]) -> [EntryColumn]) -> Set<[String]> {
        // 'list' writes two columns more than 'export', and earlier versions wrote no names of the notes.
        let each = ModelVersion.allCases.map { columns($0.fields) }
        let sets = each + each.map { $0.filter { $0 != .rev && $0 != .sample } }
        return Set((sets + sets.map { $0.filter { !$0.isDerived } }).map { $0.map(\.name) })
    }
}
