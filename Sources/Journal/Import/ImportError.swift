import SurfLanguage

/// Why an import came to nothing. It carries the facts, the sentence is the command line's; no entry's text is in it.
package enum ImportError: Error {
    /// The file is not there, or cannot be read; the system's words.
    case unreadable(String)
    case isFolder
    /// The file was another one when it was read the second time.
    case changed
    /// No line near the beginning names fields, and the first does not have the tutorial's columns; how many it has. It
    /// may be a session: its cells are only there where none of them is a date or a number.
    case noColumns(line: Int, count: Int, names: [String])
    /// A spreadsheet's own file, or an archive, by the ending of its name.
    case workbook(String)
    /// Dates of a column can be read in two ways, and no row says which; the first of them.
    case orderUnknown(column: String, cell: String)
    /// What the file is made of ends or breaks off at a line.
    case broken(line: Int, JSONBreak)
    /// A line has more than can be read.
    case tooLarge(line: Int, ImportLimit)
    /// `--map` names a column that the file does not have; those that it has, where its first line is a header.
    case noColumn(String, known: [String])
    /// Two columns of the file are one field.
    case repeatedField(String, [String])
    /// A row gives a value to a field that the journal lacks.
    case missingField(line: Int, EntryField)
    /// Rows that cannot become entries; the first of them, how many there are, and the columns that were not understood.
    case badRows([BadRow], count: Int, unread: [String])
    /// A file of rejects stands already, with other rows.
    case rejectsExist(String)
    case output(OutputError)
    case journal(JournalError)
    case cancelled
}

/// A row that cannot become an entry.
package struct BadRow: Equatable, Sendable {
    /// The line on which it begins, from 1.
    package let line: Int
    /// At least one.
    package let problems: [CellProblem]
    /// Its bytes as they stand in the file.
    let raw: [UInt8]
    /// Whether the bytes are cells of CSV.
    let hasCells: Bool
}

/// Something that is wrong with a row, and where.
package struct CellProblem: Equatable, Sendable {
    package let problem: RowProblem
    /// The header of the column; nil for what is wrong with all of the row.
    package let column: String?
    /// What stands in the cell.
    package let cell: String?

    init(_ problem: RowProblem, column: String? = nil, cell: String? = nil) {
        (self.problem, self.column, self.cell) = (problem, column, cell)
    }
}

/// Everything that is wrong with a row.
package struct RowProblems: Error, Equatable, Sendable {
    package let problems: [CellProblem]

    init(_ problems: [CellProblem]) { self.problems = problems }

    init(_ problem: RowProblem) { problems = [CellProblem(problem)] }
}

/// What is wrong with a row.
package enum RowProblem: Error, Equatable, Sendable {
    /// Another number of cells than columns.
    case cellCount(found: Int, expected: Int)
    /// An ID that is no whole number above zero, or higher than IDs go.
    case notAnID
    /// A field that a row has to have.
    case missing(EntryField)
    /// A value that the field cannot have.
    case field(FieldError)
    /// A date where a height should be, as spreadsheets make of `3-4`.
    case dateForHeight
    /// A time, in a column of its own, that cannot be read.
    case notATime
    /// A swell that is not a height, a period and a direction.
    case notASwell
    /// A row that is no CSV.
    case csv(CSVError.Reason)
    /// A line, or an element of the array, that is no object of JSON.
    case notAnObject
    /// A key that stands twice in an object.
    case repeatedKey
    /// It has more than can be read, which ends the import.
    case tooLarge(ImportLimit)
    /// A true, false, list or object for a field.
    case unfit(EntryField)
}

/// How a file of JSON breaks.
package enum JSONBreak: Equatable, Sendable {
    /// It begins with something else than an array.
    case noArray
    /// The file ends before the array does.
    case unclosed
    /// Something else than a comma between two elements, or something behind the array.
    case strayText
}
