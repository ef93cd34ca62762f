import Foundation
import Persistence
import SurfLanguage

/// Entries that were read together, without an object or a string for each.
///
/// A Sendable value: the block below it is immutable and may be read on any thread.
package struct RecordBlock: Sendable {
    /// The rows of the entries.
    package let block: RowBlock
    /// The fields in the store, in the order of columns, each with its column in the block.
    private let columns: EntryColumns
    private let samples: SampleKeys
    /// The fields that were read; nil for whole entries.
    private let read: Set<EntryField>?

    /// - Parameters:
    ///   - columns: The fields in the store, in order, each with its column, which has the field's type.
    ///   - samples: The keys of the samples.
    ///   - read: The fields that were read; nil for whole entries.
    package init(block: RowBlock, columns: EntryColumns, samples: SampleKeys, read: Set<EntryField>? = nil) {
        self.block = block
        self.columns = columns
        self.samples = samples
        self.read = read
    }

    /// The number of entries.
    package var count: Int { block.count }

    /// The primary key of an entry.
    package func id(_ row: Int) -> Int64 { block.key(row) }

    /// The optimistic-locking version of an entry.
    package func rev(_ row: Int) -> Int64 { block.version(row) }

    /// Whether an entry is an unedited sample.
    package func isSample(_ row: Int) -> Bool { samples.isSample(block.key(row), version: block.version(row)) }

    /// The column of a field, for use with `date`, `integer`, `number` and `text`; nil if the store does not have the
    /// field.
    /// - Precondition: The query reads the field.
    package func column(_ field: EntryField) -> Int? {
        precondition(read?.contains(field) != false, "The query does not read \(field.name).")
        return columns[field]
    }

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

    /// The UUID of an entry; nil if it has none.
    /// - Precondition: The query reads whole entries.
    package func uuid(_ row: Int) -> UUID? {
        requireWhole()
        return columns.uuid { block.value(row, slot: $0) }
    }

    /// What was filled in an entry and still is so.
    /// - Precondition: The query reads whole entries.
    package func filled(_ row: Int) -> [FilledValue] {
        requireWhole()
        return columns.filled { block.value(row, slot: $0) }
    }

    /// An entry with strings. Invalid UTF-8 becomes U+FFFD.
    /// - Precondition: The query reads whole entries.
    package func record(_ row: Int) -> EntryRecord {
        EntryRecord(id: id(row), rev: rev(row), sample: isSample(row), values: values(row))
    }

    /// The values of a row.
    /// - Precondition: The query reads whole entries.
    package func values(_ row: Int) -> EntryValues {
        requireWhole()
        return columns.values(of: row, in: block)
    }

    private func requireWhole() { precondition(read == nil, "The query does not read whole entries.") }
}
