import Journal
import SurfLanguage

extension JSONWriter {
    /// Writes an entry as an object with the keys of `columns`, in order. A missing value is null.
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
        switch values[field] {
        case nil: null()
        case .date(let date)?: value(date, &dates)
        case .integer(let number)?: value(Int64(number))
        case .number(let number)?: value(number)
        case .text(let text)?: value(text)
        }
    }
}
