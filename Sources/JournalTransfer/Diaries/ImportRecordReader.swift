import Journal
import SurfLanguage

/// A session, or something else, in a file that is not a table: values with names.
struct ImportRecord: Equatable, Sendable {
    /// The line on which it begins, from 1.
    var line: Int
    var members: [(name: String, value: String)] = []

    static func == (left: ImportRecord, right: ImportRecord) -> Bool {
        left.line == right.line && left.members.elementsEqual(right.members) { $0 == $1 }
    }

    /// Adds a value, unless it is empty.
    mutating func add(_ name: String, _ value: String?) {
        if let value, !value.isEmpty { members.append((name, value)) }
    }

    /// The values with this name, joined by line breaks; empty if there is none.
    func value(_ name: String) -> String {
        members.filter { $0.name == name }.map(\.value).joined(separator: "\n")
    }
}

/// Reads the records of a file piece by piece: the entries of a diary, the rows of a Markdown table, the workouts of Apple
/// Health. Call `append` with the next bytes, then `next` until it returns nil, and repeat. After `finish`, nil means the end.
///
/// A reader never keeps more than one record.
protocol ImportRecordReader: Sendable {
    mutating func append(_ bytes: ArraySlice<UInt8>)
    mutating func finish()
    mutating func next() throws(ImportError) -> ImportRecord?
    /// What the file is, such as “jrnl's diary”.
    var program: String { get }
    /// Names that records of this kind may have, whatever the first ones have.
    var names: [String] { get }
    /// Records as this program writes them, for a file that begins with something else.
    var examples: [ImportRecord] { get }
}

extension ImportRecordReader {
    var names: [String] { [] }
    var examples: [ImportRecord] { [] }
}

/// The records of a file as the rows of a table, whose columns are the names of the first records.
struct RecordTable: Sendable {
    private var reader: any ImportRecordReader
    let names: [String]
    /// Names that come up later. Their values are not imported.
    private(set) var lateNames: [String] = []

    init(_ reader: any ImportRecordReader, names: [String]) { (self.reader, self.names) = (reader, names) }

    mutating func append(_ bytes: ArraySlice<UInt8>) { reader.append(bytes) }

    mutating func finish() { reader.finish() }

    mutating func next() throws(ImportError) -> CSVRow? {
        guard let record = try reader.next() else { return nil }
        for (name, _) in record.members
        where !names.contains(name) && !lateNames.contains(name) && lateNames.count < 100 {
            lateNames.append(name)
        }
        return CSVRow(line: record.line, cells: names.map(record.value))
    }
}

/// The first records of a file, from which its columns are made.
struct RecordBeginning {
    let reader: any ImportRecordReader
    private(set) var records: [ImportRecord]

    /// The most records examined.
    private static let most = 60

    /// Reads the first records of a file that begins with these bytes. What cannot be read is reported by the import.
    init(_ reader: any ImportRecordReader, _ bytes: ArraySlice<UInt8>, isWhole: Bool) {
        (self.reader, records) = (reader, reader.examples)
        var copy = reader
        copy.append(bytes)
        if isWhole { copy.finish() }
        while records.count < RecordBeginning.most, let record = (try? copy.next()) ?? nil { records.append(record) }
    }

    /// The names of all values, in the order in which they come up.
    var names: [String] {
        var names = reader.names
        for record in records { for (name, _) in record.members where !names.contains(name) { names.append(name) } }
        return names
    }
}
