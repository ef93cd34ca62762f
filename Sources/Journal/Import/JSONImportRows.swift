/// The rows of a file of JSON: an array of objects, or an object to a line.
struct JSONImportRows: ImportRows {
    private let matching: ColumnMatching
    private let map: [String]
    private let known: [EntryField]
    private let values: ImportedValueReader
    private var pieces: JSONPieces
    private var columns: [String: (column: EntryColumn?, isIgnored: Bool)] = [:]

    private(set) var ignored: [String] = []
    private(set) var fields: Set<EntryField> = []
    var header: [String]? { nil }
    var unmetName: String? { map.first { name in !columns.keys.contains { ColumnMatching.isSame($0, name) } } }

    init(_ request: ImportRequest, fields: [EntryField], isArray: Bool) {
        matching = ColumnMatching(request.map)
        map = request.map.map(\.name)
        known = fields
        values = ImportedValueReader(dates: request.dates)
        pieces = JSONPieces(isArray: isArray)
    }

    mutating func append(_ bytes: ArraySlice<UInt8>) { pieces.append(bytes) }

    mutating func finish() { pieces.finish() }

    mutating func next() throws -> ImportedRow? {
        while let piece = try pieces.next() {
            let entry: (id: Int64?, values: EntryValues)
            do throws(RowProblem) {
                guard let object = JSONObject(piece.raw) else { throw .notAnObject }
                if let limit = exceeded(object) { throw .tooLarge(limit) }
                entry = try read(object)
            } catch {
                if case .tooLarge(let limit) = error { throw ImportError.tooLarge(line: piece.line, limit) }
                return .bad(BadRow(line: piece.line, problem: error, raw: piece.raw, hasCells: false))
            }
            if entry.id == nil, entry.values == EntryValues() { continue }
            try entry.values.require(known, line: piece.line)
            return .entry(id: entry.id, entry.values)
        }
        return nil
    }

    private func exceeded(_ object: JSONObject) -> ImportLimit? {
        if object.members.count > ImportLimit.mostColumns { return .columns }
        for (index, member) in object.members.enumerated() {
            guard case .text(let text) = member.value, text.utf8.count > ImportLimit.cellBytes else { continue }
            return .cell(name: member.key, number: index + 1)
        }
        return nil
    }

    private mutating func read(_ object: JSONObject) throws(RowProblem) -> (id: Int64?, values: EntryValues) {
        var (id, entry): (Int64?, EntryValues) = (nil, EntryValues())
        var seen: Set<EntryColumn> = []
        for (key, value) in object.members {
            guard let column = column(key) else { continue }
            guard seen.insert(column).inserted else { throw .repeatedKey }
            switch (column, value) {
            case (_, .null): continue
            case (.id, .number(let text)), (.id, .text(let text)): id = try ImportedID.read(text)
            case (.field(let field), _):
                entry[field] = try self.value(of: field, value)
                fields.insert(field)
            default: throw .notAnID
            }
        }
        return (id, entry)
    }

    /// Nil for a text of nothing where no text can be.
    private func value(of field: EntryField, _ value: JSONObject.Value) throws(RowProblem) -> FieldValue? {
        switch value {
        case .null: return nil
        case .other: throw .unfit(field)
        case .number where field == .date: throw .unfit(field)
        case .text(let text) where text.isEmpty: return field.isText ? .text("") : nil
        case .text(var text) where field == .date:
            if let date = text.withUTF8(ISODateReader.read) { return try values.date(date, text) }
            return try values.value(of: field, text)
        case .text(let text), .number(let text): return try values.value(of: field, text)
        }
    }

    /// What a key is; one that is not imported is noted.
    private mutating func column(_ key: String) -> EntryColumn? {
        if let known = columns[key] { return known.column }
        let known = matching.column(key)
        // A file may have a key of its own for every object: it is understood anew then.
        if columns.count < 1_000 { columns[key] = known }
        if known.isIgnored, ignored.count < 100, !ignored.contains(key) { ignored.append(key) }
        return known.column
    }
}
