import Foundation

/// A value of JSON, whose members keep their order.
indirect enum JSONText {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case string(String)
    case list([JSONText])
    case object([(String, JSONText)])

    /// The text in one line.
    var text: String {
        switch self {
        case .null: "null"
        case .boolean(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .real(let value): value.isFinite ? "\(value)" : JSONText.quoted("\(value)")
        case .string(let text): JSONText.quoted(text)
        case .list(let elements): "[" + elements.map(\.text).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { "\(JSONText.quoted($0)): \($1.text)" }.joined(separator: ", ") + "}"
        }
    }

    static func optional(_ text: String?) -> JSONText { text.map { .string($0) } ?? .null }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                result += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

/// Writes a list of values as JSON, one a line, without holding it in memory.
struct JSONList {
    private let write: (String) -> Void
    private var isEmpty = true

    init(_ write: @escaping (String) -> Void) {
        self.write = write
    }

    mutating func append(_ value: JSONText) {
        write((isEmpty ? "[\n" : ",\n") + value.text)
        isEmpty = false
    }

    func finish() { write(isEmpty ? "[]\n" : "\n]\n") }
}
