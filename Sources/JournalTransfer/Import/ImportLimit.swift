import Journal

/// A limit that an imported file exceeds. The limits keep memory from growing with the file's contents.
package enum ImportLimit: Equatable, Sendable {
    /// A CSV cell or JSON string: its column's name, if known, and its number from 1.
    case cell(name: String?, number: Int)
    /// A row or an object.
    case row
    /// The columns of a row or the keys of an object.
    case columns
    /// A line of a text.
    case line

    /// The largest cell, in bytes.
    package static let cellBytes = 16 << 20
    /// The largest row, in bytes.
    package static let rowBytes = 64 << 20
    /// The most columns.
    package static let maxColumns = 1_000
}
