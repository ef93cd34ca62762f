import Persistence
import SurfLanguage

/// Reads the rows of a file piece by piece. Call `append` with the next bytes, then `next` until it returns nil, and
/// repeat. After `finish`, nil means the end.
protocol ImportRows {
    mutating func append(_ bytes: ArraySlice<UInt8>)
    mutating func finish()
    /// The next row, or nil if more bytes are needed to complete it. Empty rows are skipped.
    /// - Throws: An `ImportError` that ends the import.
    mutating func next() throws -> ImportedRow?
    /// The columns seen so far that are not imported.
    var ignored: [String] { get }
    /// The fields seen so far.
    var fields: Set<EntryField> { get }
    /// A column of `--map` that is not in the file. Read at the end.
    var unmetName: String? { get }
    /// The header of the file of rejects; nil if rows have no cells.
    var header: RejectsHeader? { get }
    /// The rows that were not sessions.
    var passed: PassedRows { get }
    /// What was detected about a table from another program; nil for any other file.
    var findings: SheetFindings? { get }
    /// Evidence from the rows for the order of numbers in dates.
    var orders: OrderEvidence { get }
    /// Whether a row is not valid UTF-8.
    var hasForeignBytes: Bool { get }
    /// Where sessions were, by places without coordinates.
    var positions: [String: Coordinates] { get }
}

/// What a file that is not a table has.
extension ImportRows {
    var header: RejectsHeader? { nil }
    var findings: SheetFindings? { nil }
    var orders: OrderEvidence { OrderEvidence() }
    var hasForeignBytes: Bool { false }
    var positions: [String: Coordinates] { [:] }
}

/// A row as read.
enum ImportedRow {
    case entry(id: Int64?, EntryValues)
    case bad(BadRow)
}

extension ImportRequest {
    /// A reader for files of a format, for a journal with `fields`.
    /// - Parameters:
    ///   - text: The beginning of the file, from which the layout of a table is detected.
    ///   - isWhole: Whether `text` is the whole file.
    func rows(
        _ format: ExportFormat, beginning text: ArraySlice<UInt8>, isWhole: Bool, fields: [EntryField]
    ) throws(ImportError) -> any ImportRows {
        if self.format == nil, dialect == nil {
            if let reader = records(format, beginning: text, isWhole: isWhole) {
                let beginning = RecordBeginning(reader, text, isWhole: isWhole)
                return try CSVImportRows(self, CSVLayout(beginning, self), fields: fields, reader)
            }
            if TrackImportRows.isTrack(text) { return TrackImportRows(self, fields: fields) }
        }
        switch format {
        case .csv, .ics:
            let layout = try CSVLayout.of(text, isWhole: isWhole, self)
            return try CSVImportRows(self, layout, fields: fields)
        case .json: return JSONImportRows(self, fields: fields, JSONMember.isObject(text) ? .member : .array)
        case .jsonl: return JSONImportRows(self, fields: fields, .lines)
        }
    }

    /// A reader for a file that is neither a table nor JSON rows nor tracks; nil for these.
    private func records(
        _ format: ExportFormat, beginning text: ArraySlice<UInt8>, isWhole: Bool
    ) -> (any ImportRecordReader)? {
        if hasSentences { return SentenceLines() }
        switch format {
        case .json, .jsonl: return JSONMember.isObject(text) ? DiaryEntries(beginning: text) : nil
        case .csv, .ics: break
        }
        let start = String(decoding: text.prefix(ImportRequest.detected), as: UTF8.self)
        if HealthWorkouts.recognizes(start) { return HealthWorkouts() }
        if FrontMatterNotes.recognizes(start) { return FrontMatterNotes() }
        if JrnlText.recognizes(start, dates) { return JrnlText(dates) }
        if MarkdownTables.recognizes(start) { return MarkdownTables() }
        let isTable = CSVLayout.hasHeader(text, isWhole: isWhole, self)
        return !isTable && SentenceLines.recognizes(text, isWhole: isWhole, sentences) ? SentenceLines() : nil
    }

    /// The number of bytes in which a diary's form is looked for.
    private static let detected = 1 << 15
}

/// Parses IDs in files.
enum ImportedID {
    /// The highest ID. Above it, other programs lose digits, and few IDs would be left.
    static let highest = StoreNumbers.highestKey

    /// The ID in a text.
    /// - Throws: `.notAnID` if it is not a whole number from 1 to `highest`.
    static func read(_ text: String) throws(RowProblem) -> Int64 {
        guard text.utf8.allSatisfy(\.isDigit), let id = Int64(text), id > 0, id <= highest else { throw .notAnID }
        return id
    }
}
