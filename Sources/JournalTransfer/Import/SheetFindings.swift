import SurfLanguage

/// What an import detected about a table from another program.
package struct SheetFindings: Sendable {
    /// What the file is, if recognised, such as “an export of Strava”.
    package let program: String?
    package let separator: UInt8
    package internal(set) var encoding = TextEncoding.utf8
    /// The number of lines above the header.
    package let titleLines: Int
    /// The recognised columns with their headers, in order.
    package let columns: [(name: String, meaning: ColumnMeaning)]
    /// The columns with the same meaning as another one, and the column used instead.
    package let beaten: [(name: String, by: String)]
    /// The columns with a name that were not recognised.
    package let unread: [String]
    /// What columns that were not recognised look like.
    package let guesses: [ColumnMapping]
    /// The order of numbers in dates, if it had to be determined.
    package internal(set) var order: DateOrder?
    /// The hash of the header by which mappings are saved.
    package let shape: String?
    /// The saved mappings that were used.
    package let remembered: [ColumnMapping]

    /// Whether a height's unit is given neither with it nor in the header.
    package let assumesHeight: Bool
    /// What was not read as it stands.
    package let remarks: [SheetRemark]

    init(_ layout: CSVLayout, assumesHeight: Bool, remarks: [SheetRemark]) {
        program = layout.columns.export.map { "an export of \($0.name)" } ?? layout.program
        self.remarks = remarks
        guesses = layout.columns.guesses
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

/// The number of rows in a file that are not sessions.
package struct PassedRows: Equatable, Sendable {
    /// Rows without values, and repeated headers.
    package var empty = 0
    /// Rows of other sports, and rows that `--where` excludes.
    package var unwanted = 0
    /// Tracks without times.
    package var untimed = 0
    /// Outings in a track with another one, between which the watch was not stopped.
    package var parted = 0
}
