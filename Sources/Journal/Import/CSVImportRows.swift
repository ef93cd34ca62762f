import SurfLanguage

/// The rows of a CSV file: with a header that names columns, or in the tutorial's order without one.
struct CSVImportRows: ImportRows {
    private let request: ImportRequest
    private let known: [EntryField]
    private var reader = CSVReader()
    private var cells: CellReader?
    /// Whether `export` wrote the file.
    private var isExported = false
    /// Reads the elements of JSON that a file of rejects has in cells; nil for every other file.
    private var elements: JSONImportRows?

    private(set) var ignored: [String] = []
    private(set) var fields: Set<EntryField> = []
    private(set) var header: [String]?
    /// A name that the header lacks ends the import where the header is read.
    var unmetName: String? { nil }

    init(_ request: ImportRequest, fields: [EntryField]) {
        (self.request, known) = (request, fields)
    }

    mutating func append(_ bytes: ArraySlice<UInt8>) { reader.append(bytes) }

    mutating func finish() { reader.finish() }

    mutating func next() throws -> ImportedRow? {
        while true {
            let row: CSVRow
            do throws(CSVError) {
                guard let next = try reader.next() else { return nil }
                row = next
            } catch {
                if case .tooLarge(let limit) = error.reason {
                    throw ImportError.tooLarge(line: error.line, named(limit))
                }
                return .bad(BadRow(line: error.line, problem: .csv(error.reason), raw: error.raw, hasCells: false))
            }
            if cells == nil, try readsHeader(row) { continue }
            if let imported = try imported(row) { return imported }
        }
    }

    private func named(_ limit: ImportLimit) -> ImportLimit {
        guard case .cell(_, let number) = limit, let header, header.indices.contains(number - 1) else { return limit }
        return .cell(name: header[number - 1], number: number)
    }

    /// Decides by the first row what the columns are; whether that row is a header.
    private mutating func readsHeader(_ row: CSVRow) throws -> Bool {
        let (names, matching) = (row.cells, ColumnMatching(request.map))
        if RejectsFile.hasElements(names) {
            elements = JSONImportRows(request, fields: known, isArray: false)
            (header, cells) = (names, CellReader(columns: names.map { _ in nil }, dates: request.dates))
            return true
        }
        let isOriginal = request.dialect == .original || (request.dialect == nil && isOriginal(row, matching))
        let columns = isOriginal ? EntryColumn.original : try matching.columns(names)
        guard isOriginal || matching.isHeader(names) else {
            throw ImportError.noColumns(line: row.line, count: names.count)
        }
        // A first row of the tutorial's file may have fewer or more cells than columns.
        let columnOfName = names.indices.map { $0 < columns.count ? columns[$0] : nil }
        header = zip(names, columnOfName).map(RejectsFile.name)
        let isRejects = names.starts(with: RejectsFile.columns)
        let unknown = names.indices.filter { columnOfName[$0] == nil }.map { names[$0] }
        ignored = isOriginal ? [] : Array(unknown.dropFirst(isRejects ? RejectsFile.columns.count : 0))
        fields = Set(columns.compactMap { if case .field(let field)? = $0 { field } else { nil } })
        isExported = isOriginal || ImportRequest.isExported(names, EntryColumn.csv)
        cells = CellReader(
            columns: columns, dates: request.dates, height: isExported ? nil : request.units, zones: request.zones,
            place: request.place)
        return !isOriginal
    }

    /// Whether a first row has the tutorial's six columns: no name of a field, but a date where a date should be.
    private func isOriginal(_ row: CSVRow, _ matching: ColumnMatching) -> Bool {
        guard request.map.isEmpty, row.count == EntryColumn.original.count, !matching.isHeader(row.cells) else {
            return false
        }
        do throws(DateError) {
            _ = try request.dates.span(row.text(0))
            return true
        } catch .orderUnknown {
            return true
        } catch {
            return row.isEmpty(0)
        }
    }

    /// Nil for a row of empty cells.
    private mutating func imported(_ row: CSVRow) throws(ImportError) -> ImportedRow? {
        let entry: (id: Int64?, values: EntryValues)
        do throws(RowProblem) {
            var read = try values(of: row)
            if read.id == nil, read.values == EntryValues() { return nil }
            read.values = try request.completed(read.values, isExported: isExported)
            entry = read
        } catch {
            return .bad(BadRow(line: row.line, problem: error, raw: row.raw, hasCells: true))
        }
        try entry.values.require(known, line: row.line)
        return .entry(id: entry.id, entry.values)
    }

    private mutating func values(of row: CSVRow) throws(RowProblem) -> (id: Int64?, values: EntryValues) {
        guard let cells else { return (nil, EntryValues()) }
        let read = try cells.read(row)
        guard var elements else { return read }
        let element = try elements.read(row.text(row.count - 1))
        fields = elements.fields
        self.elements = elements
        return element
    }
}

extension EntryValues {
    /// - Throws: `.missingField` for a value that a journal with these fields cannot keep.
    func require(_ fields: [EntryField], line: Int) throws(ImportError) {
        if fields.count == EntryField.allCases.count { return }
        for field in EntryField.allCases where self[field] != nil && !fields.contains(field) {
            throw .missingField(line: line, field)
        }
    }
}
