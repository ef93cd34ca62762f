import Journal
import SurfLanguage

/// Why an import failed. It carries the facts, never an entry's text; the command line writes the message.
package enum ImportError: Error {
    /// The file is missing or unreadable; the system's message.
    case unreadable(String)
    case isFolder
    /// The file changed between the two reads.
    case changed
    /// No line near the beginning is a header, and the first does not have the tutorial's columns. `count` is its
    /// number of cells. It may be a session, so `names` is empty if any cell is a date or a number.
    /// `guesses` are what the columns look like.
    case noColumns(line: Int, count: Int, names: [String], guesses: [ColumnMapping])
    /// The file has no bytes, or nothing but blanks.
    case empty
    /// The file is not text: what it is by its content, or the ending of its name.
    case binary(String)
    /// The file is compressed and cannot be unpacked.
    case compressed(CompressionFault)
    /// The dates in a column can be read in two ways, and no row decides; the first such date.
    case orderUnknown(column: String, cell: String)
    /// The JSON is incomplete or malformed at a line.
    case broken(line: Int, JSONBreak)
    /// The file of a watch cannot be read at a line.
    case track(line: Int, TrackBreak)
    /// A line exceeds a limit.
    case tooLarge(line: Int, ImportLimit)
    /// `--map` names a column that is not in the file; the file's columns, if its first line is a header.
    case noColumn(String, known: [String])
    /// Two columns of the file have the same field.
    case repeatedField(String, [String])
    /// A row has a value for a field that is not in the journal.
    case missingField(line: Int, EntryField)
    /// Rows that cannot become entries: the first ones, and what is known of all.
    case badRows([BadRow], BadRowFacts)
    /// A file of rejects with other rows exists.
    case rejectsExist(String)
    case output(OutputError)
    case journal(JournalError)
    case cancelled
}

/// A row that cannot become an entry.
package struct BadRow: Equatable, Sendable {
    /// The line on which the row begins, from 1.
    package let line: Int
    /// At least one problem.
    package let problems: [CellProblem]
    /// The row's bytes as in the file.
    let raw: [UInt8]
    /// Whether the bytes are CSV cells.
    let hasCells: Bool
}

/// A problem in a row, and its column.
package struct CellProblem: Equatable, Sendable {
    package let problem: RowProblem
    /// The header of the column; nil for a problem with the whole row.
    package let column: String?
    /// The text of the cell.
    package let cell: String?

    init(_ problem: RowProblem, column: String? = nil, cell: String? = nil) {
        (self.problem, self.column, self.cell) = (problem, column, cell)
    }
}

/// All problems in a row.
package struct RowProblems: Error, Equatable, Sendable {
    package let problems: [CellProblem]

    init(_ problems: [CellProblem]) { self.problems = problems }

    init(_ problem: RowProblem) { problems = [CellProblem(problem)] }
}

/// A problem in a row.
package enum RowProblem: Error, Equatable, Sendable {
    /// The number of cells differs from the number of columns.
    case cellCount(found: Int, expected: Int)
    /// An ID that is not a positive whole number, or exceeds the highest ID.
    case notAnID
    /// A required field has no value.
    case missing(EntryField)
    /// A track of a watch without a required field, the middle of its positions if it has any, and its name.
    case track(missing: EntryField, at: Coordinates?, name: String)
    /// A value that is not valid for the field.
    case field(FieldError)
    /// A date instead of a height: spreadsheets turn `3-4` into one.
    case dateForHeight
    /// A time, in a column of its own, that cannot be parsed.
    case notATime
    /// A sentence that `add` would not understand.
    case notASentence(SentenceError)
    /// A day that depends on when it was written, or has no year.
    case relativeDate
    /// A swell that is not a height, a period and a direction.
    case notASwell
    /// A malformed CSV row.
    case csv(CSVError.Reason)
    /// A line, or an element of the array, that is not a JSON object.
    case notAnObject
    /// A key that occurs twice in an object.
    case repeatedKey
    /// The row exceeds a limit. This ends the import.
    case tooLarge(ImportLimit)
    /// A boolean, array or object as the value of a field.
    case unfit(EntryField)
}

/// The way in which a JSON file is malformed.
package enum JSONBreak: Equatable, Sendable {
    /// The file does not begin with an array.
    case noArray
    /// The file ends before the array does.
    case unclosed
    /// Text other than a comma between two elements, or text after the array.
    case strayText
    /// An element of the array that is not an object.
    case notAnObject
}
