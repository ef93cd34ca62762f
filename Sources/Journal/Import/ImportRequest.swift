/// What is to be imported, and how it is to be understood.
package struct ImportRequest: Sendable {
    /// Nil goes by the file's name, then by what it begins with.
    package var format: ExportFormat?
    /// How CSV is read; nil goes by its first line.
    package var dialect: CSVDialect?
    /// What columns of the file are; nil leaves one out.
    package var map: [(name: String, column: EntryColumn?)]
    /// Whether rows that cannot become entries go to a file of rejects, instead of ending the import.
    package var skipsBadRows: Bool
    package var dates: DateParser

    package init(
        format: ExportFormat? = nil, dialect: CSVDialect? = nil, map: [(name: String, column: EntryColumn?)] = [],
        skipsBadRows: Bool = false, dates: DateParser
    ) {
        (self.format, self.dialect, self.map, self.skipsBadRows) = (format, dialect, map, skipsBadRows)
        self.dates = dates
        // A day alone is one moment on every day that its file is imported.
        self.dates.isNoonToday = true
    }

    /// The format of a file that begins with these bytes.
    func format(of path: String, beginning bytes: ArraySlice<UInt8>) -> ExportFormat {
        if let format { return format }
        if dialect != nil { return .csv(dialect ?? .standard) }
        let named = ExportFormat(path: path)
        if named != .csv(.standard) || path.lowercased().hasSuffix(".csv") { return named }
        return ImportRequest.sniffed(bytes) ?? named
    }

    /// The JSON that bytes begin: an array of objects, or an object; nil for anything else.
    private static func sniffed(_ bytes: ArraySlice<UInt8>) -> ExportFormat? {
        var rest = bytes
        if rest.starts(with: CSVDialect.byteOrderMark) { rest = rest.dropFirst(3) }
        func next() -> UInt8? {
            rest = rest.drop(while: \.isJSONBlank)
            return rest.popFirst()
        }
        switch next() {
        case UInt8(ascii: "["): return [UInt8(ascii: "{"), UInt8(ascii: "]")].contains(next()) ? .json : nil
        case UInt8(ascii: "{"): return [UInt8(ascii: "\""), UInt8(ascii: "}")].contains(next()) ? .jsonl : nil
        default: return nil
        }
    }
}

extension UInt8 {
    /// Whether it stands between JSON's words.
    var isJSONBlank: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
