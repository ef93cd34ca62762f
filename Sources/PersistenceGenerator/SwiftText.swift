import Foundation

/// Writes names and values as Swift spells them.
enum SwiftText {
    /// Words that need backticks as the name of a member. Words with a meaning only in some places need none.
    private static let keywords: Set<String> = [
        "Any", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit",
        "do",
        "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
        "in",
        "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
        "repeat", "rethrows", "return", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true",
        "try", "typealias", "var", "where", "while",
    ]
    /// Names that no member can have, or that mean something else after a period.
    static let reserved: Set<String> = ["self", "Self", "init", "Type", "Protocol", "_"]

    /// The name of a member, in backticks if it is a keyword.
    static func identifier(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// The name with an uppercase first letter, as in `addToBooks`.
    static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

    /// The name with a lowercase beginning, as in `surfJournal`.
    static func memberName(_ text: String) -> String {
        let letters = String(text.unicodeScalars.filter { $0.properties.isXIDContinue })
        let head = letters.prefix { $0.isUppercase }
        let lowered = head.count > 1 && head.count < letters.count ? head.count - 1 : head.count
        let name = letters.prefix(lowered).lowercased() + letters.dropFirst(lowered)
        let first = name.unicodeScalars.first
        return identifier(first?.properties.isXIDStart == true ? name : "model" + name)
    }

    /// A string literal.
    static func literal(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                if scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format {
                    result += "\\u{\(String(scalar.value, radix: 16))}"
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }

    /// An expression for the value of an attribute in a model file.
    static func expression(_ value: any Sendable, _ types: TypeNames) -> String {
        switch value {
        case let value as Int16: "\(types["Int16"])(\(value))"
        case let value as Int32: "\(types["Int32"])(\(value))"
        case let value as Int64: "\(types["Int64"])(\(value))"
        case let value as Double: "\(types["Double"])(\(value))"
        case let value as Float: "\(types["Float"])(\(value))"
        case let value as Bool: "\(value)"
        case let value as Decimal: "\(types["Decimal"])(string: \(literal("\(value)")))!"
        case let value as Date:
            "\(types["Date"])(timeIntervalSinceReferenceDate: \(value.timeIntervalSinceReferenceDate))"
        case let value as UUID: "\(types["UUID"])(uuidString: \(literal(value.uuidString)))!"
        case let value as URL: "\(types["URL"])(string: \(literal(value.absoluteString)))!"
        default: literal("\(value)")
        }
    }

    /// Whether a text can be the name of a type: identifiers, with periods, and the punctuation of arrays, dictionaries,
    /// optionals and generic types.
    static func isType(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.properties.isXIDStart }
            && text.unicodeScalars.allSatisfy {
                $0.properties.isXIDContinue || "[]<>:,.? &".unicodeScalars.contains($0)
            }
    }
}
