/// The reason why a table of tide stations cannot be used. Nothing of it is kept.
package enum TideTableError: Error, Equatable, Sendable {
    /// The bytes do not begin as a TCD file.
    case notATable
    /// A TCD file of another version of the format than 2.
    case version(Int)
    /// The file is larger than `TideTable.largest` bytes.
    case tooLarge
    /// The file contradicts itself. The text names the part.
    case damaged(String)
}
