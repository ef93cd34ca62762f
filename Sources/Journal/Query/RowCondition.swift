import SurfLanguage

/// A condition on an entry that no predicate can express, because it is computed from the entry's values.
///
/// `holds` may be called on several threads at once.
package protocol RowCondition: Sendable {
    /// The fields that it reads.
    var fields: Set<EntryField> { get }

    /// Whether an entry matches.
    func holds(_ row: Int, of block: RecordBlock) -> Bool

    /// Called after the last row.
    /// - Throws: An error if `holds` could not decide about an entry.
    func check() throws
}
