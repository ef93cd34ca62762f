/// Names of tables and columns, as SQL and as the format derives them.
enum SQLName {
    /// The name as an SQL identifier, quoted only if necessary.
    static func identifier(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || $0 >= 0x80 || isAlphanumeric($0) }
        let startsWithDigit = name.utf8.first.map(isDigit) ?? true
        if isPlain && !startsWithDigit { return name }
        return "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    /// The identifiers of several names, separated by commas.
    static func list(_ names: [String]) -> String {
        names.map(identifier).joined(separator: ", ")
    }

    /// `count` parameters, separated by commas.
    static func parameters(_ count: Int) -> String {
        Array(repeating: "?", count: count).joined(separator: ", ")
    }

    /// A name that is not in `taken`: the wanted name, if necessary with a number (1, 2, …). It is added to `taken`.
    static func unique(_ wanted: String, in taken: inout Set<String>) -> String {
        var name = wanted
        var suffix = 0
        while !taken.insert(name).inserted {
            suffix += 1
            name = wanted + String(suffix)
        }
        return name
    }

    /// The name of the index that a `CREATE INDEX` statement of the format creates.
    static func madeIndex(_ statement: String) -> String {
        let isUnique = statement.hasPrefix("CREATE UNIQUE ")
        let rest = statement.dropFirst(isUnique ? "CREATE UNIQUE INDEX ".count : "CREATE INDEX ".count)
        guard rest.first == "\"" else { return String(rest.prefix { $0 != " " }) }
        let quoted = rest.dropFirst().prefix { $0 != "\"" }
        return String(quoted)
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
