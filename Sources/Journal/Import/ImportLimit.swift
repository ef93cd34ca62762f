/// What a file that is imported has too much of, so that memory does not grow with what a file says.
package enum ImportLimit: Equatable, Sendable {
    /// A cell of CSV, or a text of JSON: its column, by its name where that is known, and by its number from 1.
    case cell(name: String?, number: Int)
    /// A row, or an object.
    case row
    /// The columns of a row, or the keys of an object.
    case columns

    /// The most bytes of a cell.
    package static let cellBytes = 16 << 20
    /// The most bytes of a row.
    package static let rowBytes = 64 << 20
    /// The most columns.
    package static let mostColumns = 1_000
}
