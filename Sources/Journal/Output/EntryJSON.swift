extension JSONWriter {
    /// Writes an entry as an object with the keys of `columns` in their order; what is absent is null.
    package mutating func entry(_ record: EntryRecord, columns: [EntryColumn], _ dates: inout ISODateWriter) {
        beginObject()
        for column in columns {
            key(column.name)
            switch column {
            case .id: value(record.id)
            case .rev: value(record.rev)
            case .sample: value(record.sample)
            case .field(let field): value(of: field, record.values, &dates)
            }
        }
        endObject()
    }

    /// Writes the value of one field, or null.
    package mutating func value(of field: EntryField, _ values: EntryValues, _ dates: inout ISODateWriter) {
        switch field {
        case .date: value(values.date, &dates)
        case .rating: value(values.rating.map(Int64.init))
        default: value(values.text(field))
        }
    }
}
