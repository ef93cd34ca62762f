import Journal
import SurfLanguage

/// The rows of a JSON file: an array of objects, or one object per line.
struct JSONImportRows: ImportRows {
    private let known: [EntryField]
    private let request: ImportRequest
    private var pieces: JSONPieces
    private var keys: [String: ColumnMeaning?] = [:]

    private(set) var ignored: [String] = []
    private(set) var fields: Set<EntryField> = []
    private(set) var passed = PassedRows()
    var unmetName: String? { request.map.first { mapping in !keys.keys.contains(where: mapping.isOf) }?.column }

    init(_ request: ImportRequest, fields: [EntryField], _ kind: JSONPieces.Kind) {
        known = fields
        self.request = request
        pieces = JSONPieces(kind)
    }

    mutating func append(_ bytes: ArraySlice<UInt8>) { pieces.append(bytes) }

    mutating func finish() { pieces.finish() }

    mutating func next() throws -> ImportedRow? {
        while let piece = try pieces.next() {
            let entry: (id: Int64?, values: EntryValues)
            do throws(RowProblems) {
                let object = try object(piece.raw)
                if let limit = exceeded(object) { throw RowProblems(.tooLarge(limit)) }
                guard isWanted(object) else { continue }
                let isExported = isExported(object)
                var read = try read(object, isExported)
                if read.id == nil, read.values.isEmpty {
                    passed.empty += 1
                    continue
                }
                try request.complete(&read.values, isExported: isExported)
                entry = read
            } catch {
                if case .tooLarge(let limit)? = error.problems.first?.problem {
                    throw ImportError.tooLarge(line: piece.line, limit)
                }
                return .bad(BadRow(line: piece.line, problems: error.problems, raw: piece.raw, hasCells: false))
            }
            try entry.values.require(known, line: piece.line)
            return .entry(id: entry.id, entry.values)
        }
        return nil
    }

    private func object(_ bytes: [UInt8]) throws(RowProblems) -> JSONObject {
        do throws(JSONError) {
            guard case .object(let object) = try JSONReader.value(bytes) else { throw .malformed }
            return object
        } catch {
            switch error {
            case .malformed: throw RowProblems(.notAnObject)
            case .tooLarge: throw RowProblems(.tooLarge(.row))
            case .repeatedKey(let key, let value):
                throw RowProblems([CellProblem(.repeatedKey, column: key, cell: text(value))])
            }
        }
    }

    /// Whether the object fulfils `--where`. An object without the key does not.
    private mutating func isWanted(_ object: JSONObject) -> Bool {
        for condition in request.conditions {
            let member = object.members.first { ColumnMapping.isSame($0.key, condition.column) }
            guard let text = member.flatMap({ text($0.value) }), condition.accepts(text) else {
                passed.unwanted += 1
                return false
            }
        }
        return true
    }

    private func exceeded(_ object: JSONObject) -> ImportLimit? {
        if object.members.count > ImportLimit.maxColumns { return .columns }
        for (index, member) in object.members.enumerated() {
            guard let text = member.value.text, text.utf8.count > ImportLimit.cellBytes else { continue }
            return .cell(name: member.key, number: index + 1)
        }
        return nil
    }

    /// Reads an entry from a JSON object as a file of rejects contains it.
    mutating func read(_ text: String) throws(RowProblems) -> (id: Int64?, values: EntryValues) {
        let object = try object(Array(text.utf8))
        return try read(object, isExported(object))
    }

    /// Whether `export` wrote the object.
    private func isExported(_ object: JSONObject) -> Bool {
        ImportRequest.exportedKeys.contains(object.members.map(\.key).filter { $0 != computedKey })
    }

    private mutating func read(
        _ object: JSONObject, _ isExported: Bool
    ) throws(RowProblems) -> (id: Int64?, values: EntryValues) {
        let values = ImportedValueReader(dates: request.dates, height: isExported ? nil : request.units)
        var (id, entry): (Int64?, EntryValues) = (nil, EntryValues())
        var seen: Set<ColumnMeaning.Target> = []
        var problems: [CellProblem] = []
        for member in object.members {
            let (key, value) = (member.key, member.value)
            if isExported, key == computedKey || MentionKind.allCases.contains(where: { $0.plural == key }) { continue }
            guard let meaning = meaning(key) else { continue }
            do throws(RowProblem) {
                guard seen.insert(meaning.target).inserted else { throw .repeatedKey }
                switch (meaning.target, value) {
                case (_, .null): continue
                case (.id, .number(let text)), (.id, .string(let text)): id = try ImportedID.read(text)
                case (.field(let field, _), _):
                    let isExact = isExported || field.isText && field.name == key
                    let value = isExact ? value : interpreted(value, meaning)
                    entry[field] = try self.value(of: field, value, values, in: object)
                    fields.insert(field)
                default: throw .notAnID
                }
            } catch {
                problems.append(CellProblem(error, column: key, cell: text(value)))
            }
        }
        if !problems.isEmpty { throw RowProblems(problems) }
        if !isExported { addZone(&entry, object, values) }
        if !request.zones.isEmpty, entry.timeZone == nil, var date = text(of: .date, object),
            date.withUTF8(ISODateReader.read) == nil
        {
            entry.timeZone = zoneOfPlace(object)
        }
        return (id, entry)
    }

    /// Keeps the zone whose offset the date states.
    private func addZone(_ entry: inout EntryValues, _ object: JSONObject, _ values: ImportedValueReader) {
        guard entry.timeZone == nil, let date = entry.date, let text = text(of: .date, object),
            let offset = values.statedOffset(in: text)
        else { return }
        entry.timeZone = values.zone(at: date, offset: offset, place: zoneOfPlace(object))
    }

    /// A string's text, or a number as written; nil for any other value.
    private func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text), .number(let text): text
        case .null, .bool, .array, .object: nil
        }
    }

    /// A value interpreted by the note in its key, such as a unit.
    private func interpreted(_ value: JSONValue, _ meaning: ColumnMeaning) -> JSONValue {
        switch value {
        case .string(let text): .string(meaning.text(of: text))
        case .number(let text): .number(meaning.text(of: text))
        case .null, .bool, .array, .object: value
        }
    }

    /// Returns nil for empty text in a field that is not text.
    private func value(
        of field: EntryField, _ value: JSONValue, _ values: ImportedValueReader, in object: JSONObject
    ) throws(RowProblem) -> FieldValue? {
        switch value {
        case .null: return nil
        case .bool, .array, .object: throw .unfit(field)
        case .number where field == .date: throw .unfit(field)
        case .string(let text) where text.isEmpty: return field.isText ? .text("") : nil
        case .string(var text) where field == .date:
            if let date = text.withUTF8(ISODateReader.read) { return .date(try values.date(date, text)) }
            return try values.value(of: field, text, inZone: self.text(of: .timeZone, object) ?? zoneOfPlace(object))
        case .string(let text), .number(let text): return try values.value(of: field, text)
        }
    }

    /// The object's text for a field; nil if there is none.
    private func text(of field: EntryField, _ object: JSONObject) -> String? {
        let member = object.members.first { (keys[$0.key] ?? mapped($0.key))?.target == .field(field, .whole) }
        if let text = member?.value.text, !text.isEmpty { return text } else { return nil }
    }

    /// The time zone of the object's place, or of the default place.
    private func zoneOfPlace(_ object: JSONObject) -> String? {
        if request.zones.isEmpty { return nil }
        return (text(of: .location, object) ?? request.place).flatMap { request.zones[$0] }
    }

    /// The meaning of a key. A key that is not imported is recorded as ignored.
    private mutating func meaning(_ key: String) -> ColumnMeaning? {
        if let known = keys[key] { return known }
        let meaning = mapped(key)
        // Every object may have keys of its own. Past the limit, keys are interpreted again each time.
        if keys.count < 1_000 { keys[key] = .some(meaning) }
        if meaning == nil, ignored.count < 100, !ignored.contains(key) { ignored.append(key) }
        return meaning
    }

    /// The meaning of a key by `--map`, otherwise its only possible meaning.
    private func mapped(_ key: String) -> ColumnMeaning? {
        if let mapping = request.map.first(where: { $0.isOf(key) }) { return mapping.meaning }
        let meanings = SheetColumns.meanings(of: key)
        guard meanings.count == 1 else { return nil }
        switch meanings[0].target {
        case .id, .field(_, .whole): return meanings[0]
        case .field, .activity, .tags, .title, .sentence: return nil
        }
    }
}
