import SurfLanguage

/// Why an import came to nothing. It carries the facts, the sentence is the command line's; no entry's text is in it.
package enum ImportError: Error {
    /// The file is not there, or cannot be read; the system's words.
    case unreadable(String)
    case isFolder
    /// The file was another one when it was read the second time.
    case changed
    /// The first line neither names a field nor has the tutorial's columns; how many it has. It may be a session.
    case noColumns(line: Int, count: Int)
    /// What the file is made of ends or breaks off at a line.
    case broken(line: Int, JSONBreak)
    /// A line has more than can be read.
    case tooLarge(line: Int, ImportLimit)
    /// `--map` names a column that the file does not have; those that it has, where its first line is a header.
    case noColumn(String, known: [String])
    /// Two columns of the file are one field.
    case repeatedField(EntryColumn, [String])
    /// A row gives a value to a field that the journal lacks.
    case missingField(line: Int, EntryField)
    /// Rows that cannot become entries; the first of them, and how many there are.
    case badRows([BadRow], count: Int)
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
    package let problem: RowProblem
    /// Its bytes as they stand in the file.
    let raw: [UInt8]
    /// Whether the bytes are cells of CSV.
    let hasCells: Bool
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
