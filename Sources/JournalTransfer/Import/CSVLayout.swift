import Journal
import SurfLanguage

/// The layout of a CSV file, detected from its beginning: separator, header and columns.
struct CSVLayout {
    enum Kind: Equatable {
        /// A file from `export`, or the tutorial's columns without a header. Cells are exact values.
        case exported
        /// JSON elements in a file of rejects.
        case elements
        /// Any other table.
        case sheet
    }

    let kind: Kind
    let separator: UInt8
    /// The line of the header; nil if there is none.
    let headerLine: Int?
    /// The number of lines above the header, except a `sep=` line.
    var titleLines = 0
    /// The names of the columns.
    let names: [String]
    let columns: SheetColumns
    /// The hash of the header by which mappings are saved; nil if none are saved for this file.
    var shape: String?
    /// The saved mappings that were used.
    var remembered: [ColumnMapping] = []
    /// What the file is, if it is not a table but has records.
    var program: String?

    /// The possible separators, most likely first.
    private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")]
    /// The number of rows examined, and how many of them may be the header.
    private static let (maxRows, maxTitles) = (60, 20)

    /// Detects the layout of a file that begins with these bytes of UTF-8.
    /// - Parameter isWhole: Whether they are the whole file.
    /// - Throws: An `ImportError` if no row near the beginning names a field, or if `--map` names a column that does
    ///   not exist.
    static func of(_ bytes: ArraySlice<UInt8>, isWhole: Bool, _ request: ImportRequest) throws(ImportError)
        -> CSVLayout
    {
        let declared = declaredSeparator(bytes)
        let candidates = declared.map { [$0] } ?? separators
        let tables = candidates.map { SheetBeginning(bytes, isWhole: isWhole, separator: $0, maxRows: maxRows) }
        if request.dialect != .original, var layout = try headed(tables, request) {
            layout.titleLines = (layout.headerLine ?? 1) - (declared == nil ? 1 : 2)
            return layout
        }
        return try original(tables, request)
    }

    /// Whether a row near the beginning names at least two fields, or the rows are those of the tutorial.
    static func hasHeader(_ bytes: ArraySlice<UInt8>, isWhole: Bool, _ request: ImportRequest) -> Bool {
        if declaredSeparator(bytes) != nil || request.dialect != nil { return true }
        let tables = separators.map { SheetBeginning(bytes, isWhole: isWhole, separator: $0, maxRows: maxRows) }
        return tables.contains { table in
            table.rows.prefix(maxTitles).contains { score($0.cells, request.map) > 1 }
                || isNamed(table, request.map)
                || table.rows.first?.cells.map { ColumnMeaning.of(header: $0).first?.target } == [.sentence]
                || table.rows.first.map { isOriginal($0, request.dates) } == true
        }
    }

    /// Whether the first row names one field, and has as many cells as the rows below it.
    private static func isNamed(_ table: SheetBeginning, _ map: [ColumnMapping]) -> Bool {
        guard let first = table.rows.first, first.count > 1, score(first.cells, map) == 1 else { return false }
        return table.rows.count > 1 && table.rows.dropFirst().prefix(5).allSatisfy { $0.count == first.count }
    }

    /// The layout of a file with records, whose names are the columns.
    init(_ beginning: RecordBeginning, _ request: ImportRequest) throws(ImportError) {
        (kind, separator, headerLine) = (.sheet, CSVQuoting.comma, nil)
        let names = beginning.names
        let samples = beginning.records.map { record in names.map { record.value($0).trimmingBlanks() } }
        let known = request.remembered(CSVLayout.shape(names), names)
        columns = try SheetColumns(names, request.map + known, samples: samples, request.dates)
        (self.names, shape, remembered, program) = (names, CSVLayout.shape(names), known, beginning.reader.program)
    }

    /// The separator in a first line `sep=;`.
    private static func declaredSeparator(_ bytes: ArraySlice<UInt8>) -> UInt8? {
        let line = bytes.prefix(6)
        guard line.count == 6, line.starts(with: Array("sep=".utf8)), [0x0A, 0x0D].contains(line.last) else {
            return nil
        }
        return line[line.startIndex + 4]
    }

    // MARK: With a header

    private static func headed(_ tables: [SheetBeginning], _ request: ImportRequest) throws(ImportError) -> CSVLayout? {
        if let own = tables.first(where: { $0.isOwn($0.rows.first, request) }) {
            return try CSVLayout(own, header: 0, request)
        }
        var best: (table: SheetBeginning, row: Int, score: Int)?
        for table in tables {
            for (index, row) in table.rows.prefix(maxTitles).enumerated() {
                let score = score(row.cells, request.map)
                if score > (best?.score ?? 0), score > 1 || index == 0 { best = (table, index, score) }
            }
        }
        guard let best else { return nil }
        return try CSVLayout(best.table, header: best.row, request)
    }

    /// The number of cells in a row that name a field.
    private static func score(_ cells: [String], _ map: [ColumnMapping]) -> Int {
        if RejectsFile.hasElements(cells) { return cells.count }
        return cells.count { cell in
            !cell.isEmpty && (map.contains { $0.isOf(cell) } || !SheetColumns.meanings(of: cell).isEmpty)
        }
    }

    private init(_ table: SheetBeginning, header: Int, _ request: ImportRequest) throws(ImportError) {
        let row = table.rows[header]
        (separator, headerLine) = (table.separator, row.line)
        let names = row.cells.map { $0.withoutInvisibles() }
        self.names = names
        if RejectsFile.hasElements(names) {
            kind = .elements
            columns = try SheetColumns(names, [], samples: [], request.dates)
            return
        }
        let isOwn = table.isOwn(row, request)
        kind = isOwn ? .exported : .sheet
        let shape = CSVLayout.shape(names)
        let known = isOwn ? [] : request.remembered(shape, names)
        let samples = table.rows.dropFirst(header + 1).map { $0.cells.map { $0.trimmingBlanks() } }
        columns = try SheetColumns(names, request.map + known, samples: samples, request.dates)
        (self.shape, self.remembered) = (isOwn ? nil : shape, known)
    }

    /// A hash that identifies headers, ignoring case, in hexadecimal.
    private static func shape(_ names: [String]) -> String {
        let text = names.map { $0.trimmingBlanks().folded }.joined(separator: "\u{1F}")
        return String(Checksum.of(text.utf8), radix: 16)
    }

    // MARK: Without a header

    /// The layout of the tutorial's six columns, which have no header: the first cell is a date or empty.
    private static func original(_ tables: [SheetBeginning], _ request: ImportRequest) throws(ImportError)
        -> CSVLayout
    {
        if request.dialect == .original || request.dialect == nil && request.map.isEmpty {
            let isOne = { (table: SheetBeginning) in
                request.dialect == .original || table.rows.first.map { isOriginal($0, request.dates) } == true
            }
            if let table = tables.first(where: isOne) { return try CSVLayout(original: table, request) }
        }
        if let mapping = request.map.first { throw .noColumn(mapping.column, known: []) }
        if let exceeded = tables.lazy.compactMap(\.exceeded).first, tables.contains(where: \.rows.isEmpty) {
            throw .tooLarge(line: exceeded.line, exceeded.limit)
        }
        let widest = tables.max { ($0.rows.first?.count ?? 0) < ($1.rows.first?.count ?? 0) }
        guard let row = widest?.rows.first else { return try CSVLayout(original: tables[0], request) }
        let names = isHeader(row, request.dates) ? row.cells : []
        let samples = widest?.rows.dropFirst().map { $0.cells.map { $0.trimmingBlanks() } } ?? []
        let guess = ColumnGuess(names, samples: samples, request.dates)
        throw .noColumns(
            line: row.line, count: row.count, names: names,
            guesses: guess.mappings(of: Array(names.indices), taken: []))
    }

    /// Whether a row may be a header: no cell is a date or begins with a digit.
    private static func isHeader(_ row: CSVRow, _ dates: DateReader) -> Bool {
        row.cells.allSatisfy { cell in
            let cell = cell.trimmingBlanks()
            return cell.first?.isNumber != true && (cell.isEmpty || dates.shape(of: cell) == nil)
        }
    }

    private static func isOriginal(_ row: CSVRow, _ dates: DateReader) -> Bool {
        guard row.count == EntryColumn.original.count else { return false }
        return row.isEmpty(0) || dates.shape(of: row.text(0))?.hasDay == true
    }

    private init(original table: SheetBeginning, _ request: ImportRequest) throws(ImportError) {
        (kind, separator, headerLine) = (.exported, table.separator, nil)
        names = EntryColumn.original.map(\.name)
        columns = try SheetColumns(names, [], samples: [], request.dates)
    }
}

/// The first rows of a file, split at one separator.
private struct SheetBeginning {
    let separator: UInt8
    private(set) var rows: [CSVRow] = []
    /// The limit that the next row exceeds, after which nothing is read.
    private(set) var exceeded: (line: Int, limit: ImportLimit)?

    /// Whether a row is the header of a file from `export`.
    func isOwn(_ row: CSVRow?, _ request: ImportRequest) -> Bool {
        guard let row, request.numbered.accepts(separator: separator) else { return false }
        return ImportRequest.exportedColumns.contains(row.cells)
    }

    init(_ bytes: ArraySlice<UInt8>, isWhole: Bool, separator: UInt8, maxRows: Int) {
        self.separator = separator
        var reader = CSVReader(separator: separator)
        reader.append(bytes)
        if isWhole { reader.finish() }
        while rows.count < maxRows {
            do throws(CSVError) {
                guard let row = try reader.next() else { return }
                rows.append(row)
            } catch {
                if case .tooLarge(let limit) = error.reason {
                    exceeded = (error.line, limit)
                    return
                }
            }
        }
    }
}
