/// A manual page in the man language, line by line.
struct Roff {
    /// The most columns of a line, so that the source can be read.
    private static let width = 78

    private(set) var lines: [String] = []

    var text: String { lines.joined(separator: "\n") }

    /// A request, its arguments in quotes.
    mutating func request(_ name: String, _ arguments: String...) {
        lines.append(([".\(name)"] + arguments.map { "\"\($0)\"" }).joined(separator: " "))
    }

    /// A line that is written in the man language already.
    mutating func line(_ line: String) { lines.append(line) }

    /// A paragraph's words.
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

    /// A term and what it means.
    mutating func term(_ term: String, _ text: String) {
        lines.append(".TP")
        lines.append(term)
        words(text)
    }

    /// Lines that stay as they are.
    mutating func example(_ lines: [String]) {
        self.lines += [".PP", ".RS 4", ".nf"]
        for line in lines { append(Roff.escaped(line)) }
        self.lines += [".fi", ".RE"]
    }

    /// Paragraphs; lines that begin with two blanks are examples.
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

    /// A text without meaning to the formatter; what is not ASCII by its number, so that no locale matters.
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

    /// A line that begins with a request's sign is no request.
    private mutating func append(_ line: String) {
        lines.append(line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line)
    }
}
