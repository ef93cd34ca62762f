import SurfLanguage

/// The rows of a CSV file or another table, or of records as of a diary.
struct CSVImportRows: ImportRows {
    private var request: ImportRequest
    private let known: [EntryField]
    private let layout: CSVLayout
    private var reader: CSVReader
    /// The records of a file that is not CSV; nil for one that is.
    private var records: RecordTable?
    private let cells: CellReader
    /// Reads the JSON elements in the cells of a file of rejects; nil for every other file.
    private var elements: JSONImportRows?
    /// Whether the header has been read. Everything after it is a row.
    private var isAfterHeader: Bool
    private var linesBeforeHeader = 0
    /// The columns that are not imported but have a value in an imported row.
    private var leftOut: Set<Int> = []
    private let unread: [Int]
    /// The columns of `--where`, and the column with the kind of sport.
    private let conditions: [(column: Int, condition: ImportCondition)]
    private let activity, tags: Int?
    /// Whether the order of numbers in dates may have to be inferred from all rows.
    private let notesOrders: Bool
    private var unwanted = 0
    private var emptyRows = 0
    /// Whether a height's unit is given neither with it nor in the header.
    private var assumesHeight = false
    private var remarks: [SheetRemark] = []

    private(set) var fields: Set<EntryField>
    private(set) var orders = OrderEvidence()
    /// Whether a row is not valid UTF-8.
    private(set) var hasForeignBytes = false
    let header: RejectsHeader?
    /// Always nil: a name that the header lacks fails when the header is read.
    var unmetName: String? { nil }

    init(
        _ request: ImportRequest, _ layout: CSVLayout, fields: [EntryField], _ reader: (any ImportRecordReader)? = nil
    ) throws(ImportError) {
        records = reader.map { RecordTable($0, names: layout.names) }
        (known, self.layout) = (fields, layout)
        var request = request
        if let order = layout.columns.order { (request.dates.order, request.hasOrder) = (order, true) }
        self.request = request
        self.reader = CSVReader(separator: layout.separator)
        let columns = layout.columns
        let isSheet = layout.kind == .sheet
        var cells =
            isSheet
            ? CellReader(columns, dates: request.dates, height: request.units)
            : CellReader(columns: columns.names.map { SheetColumns.imported($0) }, dates: request.dates)
        (cells.zones, cells.otherPlace) = (request.zones, request.place)
        if isSheet { (cells.sentences, cells.values.zoneOfFile) = (request.sentences, request.zone) }
        self.cells = cells
        if layout.kind == .elements { elements = JSONImportRows(request, fields: fields, .lines) }
        isAfterHeader = layout.headerLine == nil
        header = RejectsHeader(layout, request)
        unread = columns.names.indices.filter { columns.meanings[$0] == nil && !columns.silent.contains($0) }
        var conditions: [(column: Int, condition: ImportCondition)] = []
        for condition in request.conditions {
            guard let column = columns.names.firstIndex(where: { ColumnMapping.isSame($0, condition.column) }) else {
                throw .noColumn(condition.column, known: columns.names.filter { !$0.isEmpty })
            }
            conditions.append((column, condition))
        }
        self.conditions = conditions
        notesOrders = !request.hasOrder && (isSheet || layout.headerLine == nil)
        let filter = { (target: ColumnMeaning.Target) in
            conditions.isEmpty ? columns.meanings.firstIndex { $0?.target == target } : nil
        }
        (activity, tags) = (filter(.activity), filter(.tags))
        self.fields =
            layout.kind == .elements ? [] : Set(columns.meanings.flatMap { $0.map(CSVImportRows.fields) ?? [] })
    }

    private static func fields(_ meaning: ColumnMeaning) -> [EntryField] {
        if case .field(.swellHeight, .swell) = meaning.target { return EntryField.swell }
        return meaning.field.map { [$0] } ?? []
    }

    mutating func append(_ bytes: ArraySlice<UInt8>) {
        if records == nil { reader.append(bytes) } else { records?.append(bytes) }
    }

    mutating func finish() {
        if records == nil { reader.finish() } else { records?.finish() }
    }

    /// The columns that are not imported but have values.
    var ignored: [String] {
        if layout.kind == .elements { return elements?.ignored ?? [] }
        let beaten = Set(layout.columns.beaten.map(\.column))
        let names = leftOut.sorted().filter { !beaten.contains($0) && !isOfRejects($0) }.map { layout.names[$0] }
        return names + (records?.lateNames ?? [])
    }

    private func isOfRejects(_ column: Int) -> Bool {
        column < RejectsFile.columns.count && layout.names.starts(with: RejectsFile.columns)
    }

    /// The rows that are not sessions.
    var passed: PassedRows {
        let isTable = layout.kind == .sheet
        return PassedRows(
            empty: isTable ? emptyRows + reader.emptyLines - linesBeforeHeader : 0, unwanted: unwanted)
    }

    var findings: SheetFindings? {
        layout.kind == .sheet ? SheetFindings(layout, assumesHeight: assumesHeight, remarks: remarks) : nil
    }

    mutating func next() throws -> ImportedRow? {
        if records != nil { return try nextRecord() }
        while true {
            let row: CSVRow
            do throws(CSVError) {
                guard let next = try reader.next() else { return nil }
                row = next
            } catch {
                if case .tooLarge(let limit) = error.reason {
                    throw ImportError.tooLarge(line: error.line, named(limit))
                }
                if error.reason == .notUTF8 { hasForeignBytes = true }
                if !isAfterHeader { continue }
                let problems = RowProblems(.csv(error.reason)).problems
                return .bad(BadRow(line: error.line, problems: problems, raw: error.raw, hasCells: false))
            }
            guard isAfterHeader else {
                isAfterHeader = row.line == layout.headerLine
                linesBeforeHeader = reader.emptyLines
                continue
            }
            if let imported = try imported(row) { return imported }
        }
    }

    private mutating func nextRecord() throws -> ImportedRow? {
        while let row = try records?.next() {
            if let imported = try imported(row) { return imported }
        }
        return nil
    }

    private func named(_ limit: ImportLimit) -> ImportLimit {
        guard case .cell(_, let number) = limit, layout.headerLine != nil, layout.names.indices.contains(number - 1)
        else { return limit }
        return .cell(name: layout.names[number - 1], number: number)
    }

    /// Returns nil for a row that is not a session.
    private mutating func imported(_ row: CSVRow) throws(ImportError) -> ImportedRow? {
        if isHeader(row) {
            emptyRows += 1
            return nil
        }
        var row = row
        if !cells.keepsTexts { row.tidy(SheetCell.text) }
        if layout.kind == .sheet, passes(row) { return nil }
        let entry: (id: Int64?, values: EntryValues)
        do throws(RowProblems) {
            var read = try values(of: row)
            if read.id == nil, read.values.isEmpty {
                emptyRows += 1
                return nil
            }
            if layout.kind == .sheet, isNoSession(read.values, row) {
                unwanted += 1
                return nil
            }
            try request.complete(&read.values, isExported: layout.kind == .exported)
            entry = read
        } catch {
            return .bad(BadRow(line: row.line, problems: error.problems, raw: row.raw, hasCells: true))
        }
        for column in unread where !leftOut.contains(column) && cells.saysSomething(row, column) {
            leftOut.insert(column)
        }
        if layout.kind == .sheet { note(row) }
        if cells.sentence != nil { fields.formUnion(EntryField.allCases.filter { entry.values[$0] != nil }) }
        try entry.values.require(known, line: row.line)
        return .entry(id: entry.id, entry.values)
    }

    /// Notes what should be reported about a row that was read.
    private mutating func note(_ row: CSVRow) {
        if !assumesHeight { assumesHeight = cells.assumesHeight(row) }
        guard remarks.count < CSVImportRows.maxRemarks else { return }
        for remark in cells.remarks(row) where !remarks.contains(remark) { remarks.append(remark) }
    }

    private static let maxRemarks = 12

    /// Whether a row is the header again, as in two exports that were joined.
    private func isHeader(_ row: CSVRow) -> Bool {
        guard row.count == layout.names.count, row.count > 0, row.text(0).withoutInvisibles() == layout.names[0] else {
            return false
        }
        return row.cells.map { $0.withoutInvisibles() } == layout.names
    }

    /// Whether a row is not a session: empty, a total, or another sport.
    private mutating func passes(_ row: CSVRow) -> Bool {
        if cells.isEmpty(row) || cells.isTotal(row) {
            emptyRows += 1
            return true
        }
        let cell = { (column: Int) in column < row.count ? row.text(column) : "" }
        let isWanted =
            conditions.allSatisfy { $0.condition.accepts(cell($0.column)) }
            && (activity.map { Sport(cell($0)) == .surfing } ?? true) && !cells.isTitle(row)
        if !isWanted { unwanted += 1 }
        return !isWanted
    }

    /// Whether the values tell of no session: an entry of a diary about something else, a day ashore.
    private func isNoSession(_ values: EntryValues, _ row: CSVRow) -> Bool {
        if cells.staysAshore(values) { return true }
        let isSurf = tags.map { Sport.namesSurfing(cells.cell(row, $0)) }
        if cells.isDiary { return !(isSurf ?? cells.tellsOfSurf(values)) }
        return isSurf == false && values.location == nil && request.place == nil
    }

    private mutating func values(of row: CSVRow) throws(RowProblems) -> (id: Int64?, values: EntryValues) {
        guard var elements else {
            if notesOrders, let date = cells.dateText(row) {
                orders.note(date, request.dates, column: cells.dateColumn)
            }
            return try cells.read(row)
        }
        let element = try elements.read(row.text(row.count - 1))
        fields = elements.fields
        self.elements = elements
        return element
    }
}

/// Evidence from the rows for the order of numbers in dates.
struct OrderEvidence {
    /// The orders required by dates that can be read in only one way.
    private(set) var found: Set<DateOrder> = []
    /// The first date that can be read in two ways.
    private(set) var undecided: (column: String, cell: String)?

    /// Whether the order matters.
    var isOpen: Bool { undecided != nil }

    /// The order that all of them require; nil if there is none or more than one.
    var order: DateOrder? { found.count == 1 ? found.first : nil }

    fileprivate mutating func note(_ text: String, _ dates: DateReader, column: String) {
        if ISODateReader.isISO(text) { return }
        if let order = dates.order(in: text) { found.insert(order) }
        if undecided == nil, dates.isOpen(text) { undecided = (column, text) }
    }
}

extension EntryValues {
    /// - Throws: `.missingField` for a value of a field that is not in the journal.
    func require(_ fields: [EntryField], line: Int) throws(ImportError) {
        if fields.count == EntryField.allCases.count { return }
        for field in EntryField.allCases where self[field] != nil && !fields.contains(field) {
            throw .missingField(line: line, field)
        }
    }
}
