import SurfLanguage

/// Reads all rows of a file.
struct ImportPass {
    let file: ImportFile
    var request: ImportRequest
    /// The fields in the journal.
    let fields: [EntryField]
    let cancel: CancelToken
    /// The file's text encoding; nil infers it from the beginning.
    var encoding: TextEncoding?
    /// The order of dates inferred from all rows.
    var order: DateOrder?
    /// Called with the number of rows read and the fraction of the file.
    var progress: (Int, Double?) -> Void = { _, _ in }

    /// The number of bytes used to detect the kind of file, or the whole file if it is smaller.
    private static let beginning = 1 << 18

    /// Calls `body` with each row, from the file's current position.
    /// - Returns: The reader with its findings, the format, and the encoding.
    @discardableResult
    func run(
        _ body: (ImportedRow, any ImportRows) throws -> Void
    ) throws -> (rows: any ImportRows, format: ExportFormat, encoding: TextEncoding) {
        let (beginning, isWhole) = try readBeginning()
        if isWhole, beginning.allSatisfy(ImportPass.isNothing) { throw ImportError.empty }
        let isFIT = FITTracks.recognizes(beginning)
        if !isFIT { try BinaryFile.refuse(beginning, file.path) }
        let encoding = isFIT ? .utf8 : encoding ?? TextEncoding.of(beginning)
        var decoder = TextDecoder(encoding)
        let text = decoder.decode(beginning)
        let format = request.format(of: file.path, beginning: text)
        var rows =
            isFIT
            ? TrackImportRows(request, fields: fields, FITTracks())
            : try request.rows(format, beginning: text, isWhole: isWhole, fields: fields)
        var (bytes, isAtEnd, count) = (text, false, 0)
        while true {
            if bytes.isEmpty, isAtEnd { rows.finish() } else { rows.append(bytes) }
            while let row = try rows.next() {
                try body(row, rows)
                count += 1
                if count % 1_000 == 0, cancel.isCancelled { throw ImportError.cancelled }
            }
            progress(count, file.size.map { Double(file.position) / Double(max($0, 1)) })
            if isAtEnd, bytes.isEmpty { break }
            let next = isAtEnd ? [] : try file.read(cancel)
            bytes = next.isEmpty ? decoder.finish() : decoder.decode(next)
            isAtEnd = next.isEmpty
        }
        if let name = rows.unmetName { throw ImportError.noColumn(name, known: rows.ignored) }
        return (rows, format, encoding)
    }

    /// Whether a byte is a blank, a line end, a zero, or part of a byte-order mark.
    private static func isNothing(_ byte: UInt8) -> Bool {
        byte <= 0x20 || [0xEF, 0xBB, 0xBF, 0xFE, 0xFF].contains(byte)
    }

    /// The first bytes, and whether they are the whole file. A stream is read in pieces.
    private func readBeginning() throws(ImportError) -> (bytes: ArraySlice<UInt8>, isWhole: Bool) {
        var bytes = try file.read(cancel)
        while bytes.count < ImportPass.beginning {
            let more = try file.read(cancel)
            if more.isEmpty { return (bytes, true) }
            bytes += more
        }
        return (bytes, false)
    }

    /// Reads all rows, and passes bad ones to `reject`.
    func survey(_ reject: (BadRow, RejectsHeader?) throws -> Void) throws -> ImportSurvey {
        var survey = ImportSurvey(format: .csv(.standard))
        let (rows, format, encoding) = try run { row, rows in
            switch row {
            case .entry(let id, let values): survey.add(id, values)
            case .bad(let bad):
                survey.add(bad)
                try reject(bad, rows.header)
            }
        }
        (survey.format, survey.ignored, survey.fields) = (format, rows.ignored, rows.fields)
        if request.place != nil { survey.fields.insert(.location) }
        (survey.passed, survey.findings, survey.orders) = (rows.passed, rows.findings, rows.orders)
        survey.hasForeignBytes = encoding == .utf8 && rows.hasForeignBytes
        (survey.areTracks, survey.positions) = (rows is TrackImportRows, rows.positions)
        survey.findings?.encoding = encoding
        survey.findings?.order = order
        return survey
    }

    /// A pass with the encoding and date order inferred from all rows; nil if this one already has them.
    /// - Throws: `.orderUnknown` if dates can be read in two ways and nothing decides.
    func corrected(by survey: ImportSurvey) throws -> ImportPass? {
        var pass = self
        if survey.hasForeignBytes, try isWindows1252() {
            pass.encoding = .windows1252
            return pass
        }
        guard !request.hasOrder, let undecided = survey.orders.undecided else { return nil }
        let isMixed = survey.orders.found.count > 1
        guard let order = survey.orders.order ?? (isMixed ? nil : request.dates.order) else {
            throw ImportError.orderUnknown(column: undecided.column, cell: undecided.cell)
        }
        let isKnown = order == request.dates.order
        (pass.request.dates.order, pass.request.hasOrder, pass.order) = (order, true, order)
        return isKnown ? nil : pass
    }

    /// Whether the file has no multibyte UTF-8 characters.
    private func isWindows1252() throws -> Bool {
        try file.rewind()
        var census = UTF8Census()
        while true {
            let bytes = try file.read(cancel)
            if bytes.isEmpty { return !census.hasMultibyte }
            census.count(bytes)
        }
    }
}

/// Files that are not text: spreadsheets, which are archives or binary records, pictures, and other archives.
private enum BinaryFile {
    static func refuse(_ bytes: ArraySlice<UInt8>, _ path: String) throws(ImportError) {
        if let kind = kinds.first(where: { bytes.starts(with: $0.start) })?.name { throw .binary(kind) }
        if isData(bytes.prefix(512)) { throw .binary("data") }
        guard workbooks.contains(where: bytes.starts) else { return }
        let parts = String(decoding: bytes.prefix(named), as: UTF8.self)
        let kind = contents.first { parts.contains($0.part) }?.name
        throw .binary(kind ?? ExportFormat.ending(of: path))
    }

    /// Whether bytes are no text: it has no NUL beside other control characters. UTF-16 with its mark is one.
    private static func isData(_ bytes: ArraySlice<UInt8>) -> Bool {
        let controls = bytes.count { $0 < 0x20 && !(0x09...0x0D).contains($0) && $0 != 0 && $0 != 0x1B }
        return bytes.contains(0) && controls >= 8 && !bytes.starts(with: [0xFF, 0xFE])
            && !bytes.starts(with: [0xFE, 0xFF])
            && !workbooks.contains(where: bytes.starts)
    }

    private static let kinds: [(name: String, start: [UInt8])] = [
        ("pdf", Array("%PDF".utf8)), ("image", [0x89, 0x50, 0x4E, 0x47]), ("image", [0xFF, 0xD8, 0xFF]),
        ("image", Array("GIF8".utf8)), ("xz", [0xFD, 0x37, 0x7A, 0x58]), ("bz2", Array("BZh".utf8)),
        ("zst", [0x28, 0xB5, 0x2F, 0xFD]), ("sqlite", Array("SQLite format 3".utf8)),
    ]

    /// The first bytes of a ZIP archive and of a Microsoft compound file.
    private static let workbooks: [[UInt8]] = [[0x50, 0x4B, 0x03, 0x04], [0xD0, 0xCF, 0x11, 0xE0]]

    /// The names of files in an archive that tell what it is, whatever its own name.
    private static let contents: [(name: String, part: String)] = [
        ("xlsx", "xl/"), ("ods", "opendocument.spreadsheet"), ("numbers", "Index/Document.iwa"), ("docx", "word/"),
        ("odt", "opendocument.text"), ("healthzip", "apple_health_export"), ("strava", "activities.csv"),
    ]
    private static let named = 1 << 16
}
