import SurfLanguage

/// What an import found out about a table that somebody else wrote.
package struct SheetFindings: Sendable {
    /// The program whose export it is, where that is known.
    package let program: String?
    package let separator: UInt8
    package internal(set) var encoding = TextEncoding.utf8
    /// How many lines stand above the header.
    package let titleLines: Int
    /// The columns that are understood, by their headers, in their order.
    package let columns: [(name: String, meaning: ColumnMeaning)]
    /// Columns that another one beat, and that one.
    package let beaten: [(name: String, by: String)]
    /// The columns with a name that are not understood.
    package let unread: [String]
    /// What comes first in dates of numbers, where that had to be known.
    package internal(set) var order: DateOrder?
    /// The shape of the header, by which mappings are remembered.
    package let shape: String?
    /// Mappings that were remembered.
    package let remembered: [ColumnMapping]

    /// Whether a height is in a unit that neither it nor the header says.
    package let assumesHeight: Bool

    init(_ layout: SheetLayout, assumesHeight: Bool) {
        program = layout.columns.export?.name
        separator = layout.separator
        titleLines = layout.titleLines
        self.assumesHeight = assumesHeight
        let columns = layout.columns
        self.columns = columns.names.indices.compactMap { index in
            columns.meanings[index].map { (columns.names[index], $0) }
        }
        beaten = columns.beaten.map { (columns.names[$0.column], columns.names[$0.by]) }
        let beatenColumns = Set(columns.beaten.map(\.column))
        unread = columns.names.indices.filter { index in
            columns.meanings[index] == nil && !columns.silent.contains(index) && !beatenColumns.contains(index)
        }.map { columns.names[$0] }.filter { !$0.trimmingBlanks().isEmpty }
        (shape, remembered) = (layout.shape, layout.remembered)
    }
}

/// Rows of a file that are no sessions.
package struct PassedRows: Equatable, Sendable {
    /// Rows without values, and the header where it stands again.
    package var empty = 0
    /// Rows of other sports, and what `--where` does not want.
    package var unwanted = 0
}
