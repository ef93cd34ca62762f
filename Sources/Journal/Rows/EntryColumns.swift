import Foundation
import Persistence
import SurfLanguage

/// The slots in which an entity stores the fields of an entry. Every conversion between stored rows and values is here.
package struct EntryColumns: Sendable {
    /// The fields of the entity with their slots, by ascending slot.
    package let all: [(field: EntryField, column: Int)]
    /// The slot of the UUID; nil if the entity has none.
    let uuidColumn: Int?
    /// The slot of the values that were filled in; nil if the entity has none.
    private let filledColumn: Int?

    package init(_ entity: EntityDescription) {
        self.init(
            EntryField.allCases.compactMap { field in entity.slot(named: field.name).map { (field, $0) } },
            uuidColumn: entity.slot(named: JournalModel.uuidName),
            filledColumn: entity.slot(named: JournalModel.filledName))
    }

    package init(_ columns: [(field: EntryField, column: Int)], uuidColumn: Int? = nil, filledColumn: Int? = nil) {
        all = columns.sorted { $0.column < $1.column }
        (self.uuidColumn, self.filledColumn) = (uuidColumn, filledColumn)
    }

    /// The fields of the entity, in the order of columns.
    var fields: [EntryField] { EntryField.allCases.filter { self[$0] != nil } }

    /// The slot of a field; nil if the entity does not have the field.
    package subscript(_ field: EntryField) -> Int? { all.first { $0.field == field }?.column }

    /// The values of a row.
    /// - Parameter stored: The property in a slot.
    package func values(_ stored: (Int) -> PropertyValue?) -> EntryValues {
        var values = EntryValues()
        for (field, column) in all {
            if let value = stored(column).flatMap(FieldValue.init) { values[field] = value }
        }
        return values
    }

    /// The values of a row of a block.
    package func values(of row: Int, in block: RowBlock) -> EntryValues { values { block.value(row, slot: $0) } }

    /// The properties of a row. Missing values are omitted.
    package func row(_ values: EntryValues) -> SparseValues {
        var row = SparseValues()
        row.reserve(all.count + 1)
        for (field, column) in all {
            if let value = values[field] { row.append(value.propertyValue, at: column) }
        }
        return row
    }

    /// The properties of a new row with a UUID. Missing values are omitted.
    /// - Parameter filled: The text that stores what was filled in.
    package func row(_ values: EntryValues, uuid: UUID, filled: String? = nil) -> SparseValues {
        var row = row(values)
        if let uuidColumn { row[uuidColumn] = .uuid(uuid) }
        if let filledColumn, let filled { row[filledColumn] = .string(filled) }
        return row
    }

    /// The UUID of a row; nil if it has none.
    /// - Parameter stored: The property in a slot.
    func uuid(_ stored: (Int) -> PropertyValue?) -> UUID? {
        if let uuidColumn, case .uuid(let uuid)? = stored(uuidColumn) { uuid } else { nil }
    }

    /// The values that were filled in, if the row still has them.
    /// - Parameter stored: The property in a slot.
    func filled(_ stored: (Int) -> PropertyValue?) -> [FilledValue] {
        storedFilled(stored).map { [FilledValue](stored: $0).current(in: values(stored)) } ?? []
    }

    /// The text that stores what was filled in; nil if nothing was.
    /// - Parameter stored: The property in a slot.
    func storedFilled(_ stored: (Int) -> PropertyValue?) -> String? {
        if let filledColumn, case .string(let text)? = stored(filledColumn) { text } else { nil }
    }

    /// All properties of a row; null where a value is missing.
    func wholeRow(_ values: EntryValues) -> SparseValues {
        var row = SparseValues()
        row.reserve(all.count)
        for (field, column) in all { row.append(values[field]?.propertyValue ?? .null, at: column) }
        return row
    }

    /// The properties in which a row differs from the old one; null where a value was cleared.
    package func difference(_ old: EntryValues, _ new: EntryValues) -> SparseValues {
        var row = SparseValues()
        for (field, column) in all where old.differs(from: new, in: field) {
            row[column] = new[field]?.propertyValue ?? .null
        }
        return row
    }
}

extension EntryValues {
    /// Whether a field is stored differently from the other's. Texts are compared by their bytes.
    package func differs(from other: EntryValues, in field: EntryField) -> Bool {
        self[field]?.propertyValue != other[field]?.propertyValue
    }
}

extension FieldValue {
    /// Converts a value of the engine to a field's value; nil for null.
    init?(_ value: PropertyValue) {
        switch value {
        case .date(let seconds): self = .date(seconds)
        case .integer(let number): self = .integer(Int16(clamping: number))
        case .double(let number): self = .number(number)
        case .string(let text): self = .text(text)
        default: return nil
        }
    }

    /// The value as the engine stores it.
    package var propertyValue: PropertyValue {
        switch self {
        case .date(let seconds): .date(seconds)
        case .integer(let number): .integer(Int64(number))
        case .number(let number): .double(number)
        case .text(let text): .string(text)
        }
    }
}
