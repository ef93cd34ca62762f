import SurfLanguage

/// The form of dates in session files: UTC with the shortest exact fraction, such as `2026-09-12T14:00:00.25Z`.
///
/// What is written reads back bit for bit. -0, which is the same instant as 0, is `2001-01-01T00:00:00.0Z`.
package enum SessionDate {
    /// Whether the form exists: the year is from 1 to 9999.
    package static func hasForm(_ date: Double) -> Bool { span.contains(date) }

    /// From the start of year 1 to the end of year 9999, in seconds since 2001-01-01T00:00:00Z.
    static let span = -63_113_904_000.0..<252_423_993_600.0

    /// The most digits of a fraction: those of the smallest numbers, with room for others that are read.
    private static let maxDigits = 1_200

    /// The form of a date.
    /// - Precondition: `hasForm(date)`.
    package static func text(_ date: Double, _ dates: inout ISODateWriter) -> String {
        precondition(hasForm(date), "The date's year must be from 1 to 9999.")
        var text = dates.string(date)
        var fraction = fraction(of: date.magnitude)
        if date < 0 { fraction = complement(fraction) }
        if date == 0, date.sign == .minus { fraction = [0] }
        if fraction.isEmpty { return text }
        text.removeLast()
        return text + "." + String(decoding: fraction.map { $0 + 0x30 }, as: UTF8.self) + "Z"
    }

    /// The date of a form; nil for any other text. Fractions of any length up to 1,200 digits are read.
    package static func date(_ text: String) -> Double? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z"), bytes[..<4] != [0x30, 0x30, 0x30, 0x30] else {
            return nil
        }
        let whole = (bytes[..<19] + [UInt8(ascii: "Z")]).withUnsafeBufferPointer(ISODateReader.read)
        guard let whole, bytes.count > 20 else { return whole }
        let digits = bytes[20..<bytes.count - 1]
        guard bytes[19] == UInt8(ascii: "."), (1...maxDigits).contains(digits.count), digits.allSatisfy(\.isDigit)
        else { return nil }
        return date(whole, fraction: digits.map { $0 - 0x30 })
    }

    private static func date(_ whole: Double, fraction: [UInt8]) -> Double? {
        guard fraction.contains(where: { $0 > 0 }) else {
            return whole == 0 && fraction == [0] ? -0.0 : whole
        }
        let digits = whole < 0 ? complement(fraction) : fraction
        let number = whole < 0 ? -Int(whole) - 1 : Int(whole)
        let text = String(decoding: digits.map { $0 + 0x30 }, as: UTF8.self)
        return Double("\(whole < 0 ? "-" : "")\(number).\(text)")
    }

    /// The digits after the point of the shortest decimal that reads back as the same number, without zeros at the end.
    private static func fraction(of magnitude: Double) -> [UInt8] {
        let parts = "\(magnitude)".split(separator: "e")
        let mantissa = parts[0].split(separator: ".")
        var digits = mantissa.count > 1 ? mantissa[1].utf8.map { $0 - 0x30 } : []
        if parts.count > 1, let exponent = Int(parts[1]), exponent < 0 {
            digits = [UInt8](repeating: 0, count: -exponent - 1) + mantissa[0].utf8.map { $0 - 0x30 } + digits
        }
        while digits.last == 0 { digits.removeLast() }
        return digits
    }

    /// The digits of 1 minus the fraction.
    /// - Precondition: The fraction is empty or not zero.
    private static func complement(_ digits: [UInt8]) -> [UInt8] {
        var result = digits.map { 9 - $0 }
        var index = result.count - 1
        while index >= 0 {
            if result[index] < 9 {
                result[index] += 1
                break
            }
            result[index] = 0
            index -= 1
        }
        return result
    }
}
