/// The rows of a CSV file: with a header that names columns, or in the tutorial's order without one.
struct CSVImportRows: ImportRows {
    private let request: ImportRequest
    private let known: [EntryField]
    private var reader = CSVReader()
    private var cells: CellReader?

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
        let isOriginal = request.dialect == .original || (request.dialect == nil && isOriginal(row, matching))
        let columns = isOriginal ? EntryColumn.original : try matching.columns(names)
        guard isOriginal || matching.isHeader(names) else {
            throw ImportError.noColumns(line: row.line, count: names.count)
        }
        header = isOriginal ? columns.compactMap { $0?.name } : names
        ignored = isOriginal ? [] : names.indices.filter { columns[$0] == nil }.map { names[$0] }
        fields = Set(columns.compactMap { if case .field(let field)? = $0 { field } else { nil } })
        cells = CellReader(columns: columns, dates: request.dates)
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
            guard let read = try cells?.read(row) else { return nil }
            entry = read
        } catch {
            return .bad(BadRow(line: row.line, problem: error, raw: row.raw, hasCells: true))
        }
        if entry.id == nil, entry.values == EntryValues() { return nil }
        try entry.values.require(known, line: row.line)
        return .entry(id: entry.id, entry.values)
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
