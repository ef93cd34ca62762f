/// A manual page in the man language, line by line.
struct Roff {
    /// The maximal line length in columns, which keeps the source readable.
    private static let width = 78

    private(set) var lines: [String] = []

    var text: String { lines.joined(separator: "\n") }

    /// Adds a request with its arguments in quotes.
    mutating func request(_ name: String, _ arguments: String...) {
        lines.append(([".\(name)"] + arguments.map { "\"\($0)\"" }).joined(separator: " "))
    }

    /// Adds a line that is already in the man language.
    mutating func line(_ line: String) { lines.append(line) }

    /// Adds the words of a paragraph.
    mutating func words(_ text: String) {
        var line = ""
        for word in Roff.escaped(text).split(separator: " ") {
            if !line.isEmpty, line.count + word.count >= Roff.width {
                append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        if !line.isEmpty { append(line) }
    }

    /// Adds a term and its meaning.
    mutating func term(_ term: String, _ text: String) {
        lines.append(".TP")
        lines.append(term)
        words(text)
    }

    /// Adds lines without filling them.
    mutating func example(_ lines: [String]) {
        self.lines += [".PP", ".RS 4", ".nf"]
        for line in lines { append(Roff.escaped(line)) }
        self.lines += [".fi", ".RE"]
    }

    /// Adds paragraphs. Paragraphs in which all lines begin with two spaces are examples.
    mutating func paragraphs(_ text: String) {
        for paragraph in text.split(separator: "\n\n") {
            let lines = paragraph.split(separator: "\n").map(String.init)
            if lines.allSatisfy({ $0.hasPrefix("  ") }) {
                example(lines.map { String($0.dropFirst(2)) })
            } else {
                if !(self.lines.last ?? "").hasPrefix(".SH") { self.lines.append(".PP") }
                words(lines.joined(separator: " "))
            }
        }
    }

    static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

    static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

    /// The text with special characters escaped. Characters beyond ASCII are written as numbers, which every locale can
    /// read.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\e"
            case "-": "\\-"
            case "'": "\\(aq"
            case "\"": "\\(dq"
            case "^": "\\(ha"
            case "~": "\\(ti"
            case "`": "\\(ga"
            default: scalar.isASCII ? String(scalar) : "\\[u\(hexadecimal(scalar.value))]"
            }
        }.joined()
    }

    private static func hexadecimal(_ number: UInt32) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Adds a line. One that begins with `.` or `'` is escaped, because it would be read as a request.
    private mutating func append(_ line: String) {
        lines.append(line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line)
    }
}
