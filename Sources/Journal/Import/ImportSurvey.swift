import SurfLanguage

/// What a first look at all of a file came to: nothing is written before it.
struct ImportSurvey {
    /// Rows for a preview.
    static let shown = 10

    var format: ExportFormat
    /// How many rows can become entries.
    var count = 0
    /// The first of them.
    var first: [(id: Int64?, values: EntryValues)] = []
    var badCount = 0
    /// The first bad rows.
    var bad: [BadRow] = []
    /// The highest ID that a row gives; 0 for none.
    var highestID: Int64 = 0
    /// From the earliest date to the latest; nil where no row has one.
    var dates: ClosedRange<Double>?
    /// Whether a row has no date.
    var hasDateless = false
    var ignored: [String] = []
    var fields: Set<EntryField> = []

    mutating func add(_ id: Int64?, _ values: EntryValues) {
        count += 1
        if first.count < ImportSurvey.shown { first.append((id, values)) }
        if let id { highestID = max(highestID, id) }
        guard let date = values.date else {
            hasDateless = true
            return
        }
        dates = dates.map { min($0.lowerBound, date)...max($0.upperBound, date) } ?? date...date
    }

    mutating func add(_ row: BadRow) {
        badCount += 1
        if bad.count < ImportSurvey.shown { bad.append(row) }
    }
}

/// Goes through the rows of a file.
struct ImportScan {
    let file: ImportFile
    let request: ImportRequest
    /// The fields that the journal has.
    let fields: [EntryField]
    let cancel: CancelToken
    /// Told of the rows that were read, and the share of the file that they are.
    var progress: (Int, Double?) -> Void = { _, _ in }

    /// Calls `body` with each row, from where the file stands.
    /// - Returns: the reader, which knows what it met, and the format.
    @discardableResult
    func run(_ body: (ImportedRow, any ImportRows) throws -> Void) throws -> (any ImportRows, ExportFormat) {
        let beginning = try file.read(cancel)
        let format = request.format(of: file.path, beginning: beginning)
        var rows = request.rows(format, fields: fields)
        var (bytes, count) = (beginning, 0)
        while true {
            if bytes.isEmpty { rows.finish() } else { rows.append(bytes) }
            while let row = try rows.next() {
                try body(row, rows)
                count += 1
                if count % 1_000 == 0, cancel.isCancelled { throw ImportError.cancelled }
            }
            progress(count, file.size.map { Double(file.position) / Double(max($0, 1)) })
            if bytes.isEmpty { break }
            bytes = try file.read(cancel)
        }
        if let name = rows.unmetName { throw ImportError.noColumn(name, known: rows.ignored) }
        return (rows, format)
    }

    /// Looks at all rows; those that are bad go to `reject` too.
    func survey(_ reject: (BadRow, [String]?) throws -> Void) throws -> ImportSurvey {
        var survey = ImportSurvey(format: .csv(.standard))
        let (rows, format) = try run { row, rows in
            switch row {
            case .entry(let id, let values): survey.add(id, values)
            case .bad(let bad):
                survey.add(bad)
                try reject(bad, rows.header)
            }
        }
        (survey.format, survey.ignored, survey.fields) = (format, rows.ignored, rows.fields)
        return survey
    }
}
