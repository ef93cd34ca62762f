import Foundation

/// Converts strings in a model file to values.
enum ModelText {
    static func flag(_ text: String) -> Bool? {
        switch text.uppercased() {
        case "YES", "TRUE", "1": true
        case "NO", "FALSE", "0": false
        default: nil
        }
    }

    /// The value for an attribute of this type; nil if the string is not a value of the type or is out of its range.
    static func value(_ text: String, of type: ModelAttribute.Kind) -> (any Sendable)? {
        switch type {
        case .integer16: Int16(text)
        case .integer32: Int32(text)
        case .integer64: Int64(text)
        case .decimal: Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
        case .double: finite(text)
        case .float: finite(text).map { Float($0) }
        case .string: text
        case .boolean: flag(text)
        case .date: finite(text).map(Date.init(timeIntervalSinceReferenceDate:))
        case .uuid: UUID(uuidString: text)
        case .uri: URL(string: text)
        case .binaryData, .transformable, .undefined: nil
        }
    }

    /// The number at the beginning of a text that is no value of this type, 0 if there is none or it does not fit, as
    /// Apple's compiler reads it; nil for a type that is not a number.
    static func number(leading text: String, of type: ModelAttribute.Kind) -> (any Sendable)? {
        let prefix = text.prefix { $0.isASCII && ($0.isNumber || "+-.".contains($0)) }
        let number = finite(String(prefix)) ?? 0
        return switch type {
        case .integer16: Int16(exactly: number.rounded(.towardZero)) ?? 0
        case .integer32: Int32(exactly: number.rounded(.towardZero)) ?? 0
        case .integer64: Int64(exactly: number.rounded(.towardZero)) ?? 0
        case .decimal: Decimal(string: number.description) ?? 0
        case .double: number
        case .float: Float(number)
        case .boolean: number != 0
        default: nil
        }
    }

    private static func finite(_ text: String) -> Double? {
        Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
}
