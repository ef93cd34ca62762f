import Persistence
import SurfLanguage

/// Entries that were read together, without an object or a string for each.
///
/// A Sendable value: the block below it is immutable and may be read on any thread.
package struct RecordBlock: Sendable {
    /// The rows of the entries.
    package let block: RowBlock
    /// The fields in the store, in the order of columns, each with its column in the block.
    private let columns: [(field: EntryField, column: Int)]
    private let samples: SampleKeys

    /// - Parameters:
    ///   - columns: The fields in the store, in order, each with its column, which has the field's type.
    ///   - samples: The keys of the samples.
    package init(block: RowBlock, columns: [(field: EntryField, column: Int)], samples: SampleKeys) {
        self.block = block
        self.columns = columns
        self.samples = samples
    }

    /// The number of entries.
    package var count: Int { block.count }

    /// The primary key of an entry.
    package func id(_ row: Int) -> Int64 { block.key(row) }

    /// The optimistic-locking version of an entry.
    package func rev(_ row: Int) -> Int64 { block.version(row) }

    /// Whether an entry is an unedited sample.
    package func isSample(_ row: Int) -> Bool { block.version(row) == 1 && samples.contains(block.key(row)) }

    /// The column of a field, for use with `date`, `integer`, `number` and `text`; nil if the store does not have the
    /// field.
    package func column(_ field: EntryField) -> Int? { columns.first { $0.field == field }?.column }

    /// Whether a column is null.
    package func isAbsent(_ row: Int, column: Int) -> Bool { block.isNull(row, column: column) }

    /// The store date in a column; nil if it is null.
    package func date(_ row: Int, column: Int) -> Double? {
        block.isNull(row, column: column) ? nil : Double(bitPattern: block.word(row, column: column))
    }

    /// The rating or count in a column, clamped to `Int16`; nil if it is null.
    package func integer(_ row: Int, column: Int) -> Int16? {
        block.isNull(row, column: column) ? nil : Int16(clamping: Int64(bitPattern: block.word(row, column: column)))
    }

    /// The number in a column; nil if it is null.
    package func number(_ row: Int, column: Int) -> Double? {
        block.isNull(row, column: column) ? nil : Double(bitPattern: block.word(row, column: column))
    }

    /// The bytes of the text in a column; nil if it is null. Valid while the block exists. A store written by another
    /// program may contain invalid UTF-8.
    package func text(_ row: Int, column: Int) -> UnsafeBufferPointer<UInt8>? {
        block.isNull(row, column: column) ? nil : block.bytes(row, column: column)
    }

    /// An entry with strings. Invalid UTF-8 becomes U+FFFD.
    package func record(_ row: Int) -> EntryRecord {
        var values = EntryValues()
        for (field, column) in columns { values[field] = value(row, of: field, column: column) }
        return EntryRecord(id: id(row), rev: rev(row), sample: isSample(row), values: values)
    }

    private func value(_ row: Int, of field: EntryField, column: Int) -> FieldValue? {
        switch field.kind {
        case .date: return date(row, column: column).map(FieldValue.date)
        case .rating: return integer(row, column: column).map(FieldValue.rating)
        case .count: return integer(row, column: column).map(FieldValue.count)
        case .number: return number(row, column: column).map(FieldValue.number)
        case .text, .zone, .measure: return text(row, column: column).map { .text(String(decoding: $0, as: UTF8.self)) }
        }
    }
}

extension EntityDescription {
    /// The fields of an entry that the entity has, in the order of columns, each with its slot in a row.
    package var entryColumns: [(field: EntryField, column: Int)] {
        EntryField.allCases.compactMap { field in slot(named: field.name).map { (field, $0) } }
    }
}
