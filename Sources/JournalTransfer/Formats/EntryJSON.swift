import Journal
import SurfLanguage

extension JSONObject {
    /// An entry with the keys of `columns`, in order. A missing value is null.
    package init(_ record: EntryRecord, columns: [EntryColumn], _ dates: inout ISODateWriter) {
        var members: [JSONObject.Member] = []
        for column in columns {
            let value: JSONValue =
                switch column {
                case .id: JSONValue(record.id)
                case .rev: JSONValue(record.rev)
                case .sample: .bool(record.sample)
                case .field(let field): JSONValue(record.values[field], &dates)
                case .mentions(let kind):
                    .array(MentionMatch.names(kind, in: record.values.notes).map { .string($0) })
                }
            members.append(JSONObject.Member(key: column.name, value: value))
        }
        self.init(members)
    }

    /// The values of fields, in the order of columns. A missing value is null.
    package init(_ values: EntryValues, of fields: [EntryField], _ dates: inout ISODateWriter) {
        var members: [JSONObject.Member] = []
        for field in EntryField.allCases where fields.contains(field) {
            members.append(JSONObject.Member(key: field.name, value: JSONValue(values[field], &dates)))
        }
        self.init(members)
    }
}

extension JSONValue {
    fileprivate init(_ value: FieldValue?, _ dates: inout ISODateWriter) {
        switch value {
        case nil: self = .null
        case .date(let date)?: self.init(date, &dates)
        case .integer(let number)?: self.init(number)
        case .number(let number)?: self.init(number)
        case .text(let text)?: self = .string(text)
        }
    }
}

extension JSONWriter {
    /// Writes the entries of a block as objects with the keys of `columns`, without making strings.
    package mutating func entries(of block: RecordBlock, columns: [EntryColumn], _ dates: inout ISODateWriter) {
        let places = columns.map { BlockColumn($0, in: block) }
        for row in 0..<block.count { entry(row, in: block, columns, places, &dates) }
    }

    /// Writes an entry of a block as an object.
    /// - Parameters:
    ///   - places: The columns' places in the block.
    ///   - more: Writes more members.
    mutating func entry(
        _ row: Int, in block: RecordBlock, _ columns: [EntryColumn], _ places: [BlockColumn],
        _ dates: inout ISODateWriter, more: (inout JSONWriter) -> Void = { _ in }
    ) {
        beginObject()
        for index in columns.indices {
            key(columns[index].name)
            value(places[index], of: row, in: block, &dates)
        }
        more(&self)
        endObject()
    }

    private mutating func value(
        _ column: BlockColumn, of row: Int, in block: RecordBlock, _ dates: inout ISODateWriter
    ) {
        switch column {
        case .id: value(block.id(row))
        case .rev: value(block.rev(row))
        case .sample: value(block.isSample(row))
        case .date(let slot): value(block.date(row, column: slot), &dates)
        case .integer(let slot): value(block.integer(row, column: slot).map(Int64.init))
        case .number(let slot): value(block.number(row, column: slot))
        case .text(let slot):
            if let text = block.text(row, column: slot) { value(utf8: text) } else { null() }
        case .mentions(let kind, let slot):
            beginArray()
            if let notes = block.text(row, column: slot) {
                for name in MentionMatch.names(kind, in: notes) { value(name) }
            }
            endArray()
        case .absent: null()
        }
    }
}
