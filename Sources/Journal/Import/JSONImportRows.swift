import SurfLanguage

/// The rows of a file of JSON: an array of objects, or an object to a line.
struct JSONImportRows: ImportRows {
    private let matching: ColumnMatching
    private let map: [String]
    private let known: [EntryField]
    private let request: ImportRequest
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
        self.request = request
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
                var read = try read(object)
                if read.id == nil, read.values == EntryValues() { continue }
                read.values = try request.completed(read.values, isExported: isExported(object))
                entry = read
            } catch {
                if case .tooLarge(let limit) = error { throw ImportError.tooLarge(line: piece.line, limit) }
                return .bad(BadRow(line: piece.line, problem: error, raw: piece.raw, hasCells: false))
            }
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

    /// The entry that a text says, an object as an import that leaves it out writes it into its file of rejects.
    mutating func read(_ text: String) throws(RowProblem) -> (id: Int64?, values: EntryValues) {
        guard let object = JSONObject(Array(text.utf8)) else { throw .notAnObject }
        return try read(object)
    }

    private func isExported(_ object: JSONObject) -> Bool {
        ImportRequest.isExported(object.members.map(\.key), EntryColumn.json)
    }

    /// The text that an object gives to a field.
    private func text(of field: EntryField, _ object: JSONObject) -> String? {
        let member = object.members.first { matching.column($0.key).column == .field(field) }
        if case .text(let text)? = member?.value, !text.isEmpty { return text } else { return nil }
    }

    /// The zone of the place that an object says, or of the one for those that say none.
    private func zoneOfPlace(_ object: JSONObject) -> String? {
        (text(of: .location, object) ?? request.place).flatMap(request.zones.zone)
    }

    private mutating func read(_ object: JSONObject) throws(RowProblem) -> (id: Int64?, values: EntryValues) {
        let values = ImportedValueReader(dates: request.dates, height: isExported(object) ? nil : request.units)
        var (id, entry): (Int64?, EntryValues) = (nil, EntryValues())
        var seen: Set<EntryColumn> = []
        for (key, value) in object.members {
            guard let column = column(key) else { continue }
            guard seen.insert(column).inserted else { throw .repeatedKey }
            switch (column, value) {
            case (_, .null): continue
            case (.id, .number(let text)), (.id, .text(let text)): id = try ImportedID.read(text)
            case (.field(let field), _):
                entry[field] = try self.value(of: field, value, values, in: object)
                fields.insert(field)
            default: throw .notAnID
            }
        }
        if entry.timeZone == nil, var date = text(of: .date, object), date.withUTF8(ISODateReader.read) == nil {
            entry.timeZone = zoneOfPlace(object)
        }
        return (id, entry)
    }

    /// Nil for a text of nothing where no text can be.
    private func value(
        of field: EntryField, _ value: JSONObject.Value, _ values: ImportedValueReader, in object: JSONObject
    ) throws(RowProblem) -> FieldValue? {
        switch value {
        case .null: return nil
        case .other: throw .unfit(field)
        case .number where field == .date: throw .unfit(field)
        case .text(let text) where text.isEmpty: return field.isText ? .text("") : nil
        case .text(var text) where field == .date:
            if let date = text.withUTF8(ISODateReader.read) { return try values.date(date, text) }
            return try values.value(
                of: field, text, inZone: self.text(of: .timeZone, object) ?? zoneOfPlace(object))
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
