import Foundation

/// Dates as strings in a predicate: `date >= '2014-08-01'`. A date attribute can be compared with a string or a date.
///
/// The format is ISO 8601: a day, or a day and a time separated by `T` or a space; seconds, a fraction and an offset or
/// `Z` are optional. A day alone is its midnight. Without an offset, the time is in the given time zone. A time that
/// occurs twice is the first of the two; a time that a clock change skips is moved forward by the length of the gap.
enum PredicateDate {
    /// Seconds since 2001-01-01T00:00:00Z; nil if the string is not a valid date.
    static func seconds(of text: String, in zone: TimeZone) -> Double? {
        var scanner = DigitScanner(text)
        guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2), scanner.skip("-"),
            let day = scanner.number(2), isDay(year, month, day)
        else { return nil }
        let midnight = Double(days(year, month, day) * 86400)
        if scanner.isAtEnd { return instant(of: midnight, in: zone) }
        guard scanner.skip("T") || scanner.skip("t") || scanner.skip(" "), let time = time(&scanner) else { return nil }
        if scanner.isAtEnd { return instant(of: midnight + time, in: zone) }
        guard let offset = offset(&scanner), scanner.isAtEnd else { return nil }
        return midnight + time - offset
    }

    private static func time(_ scanner: inout DigitScanner) -> Double? {
        guard let hour = scanner.number(2), scanner.skip(":"), let minute = scanner.number(2), hour < 24, minute < 60
        else { return nil }
        let seconds = hour * 3600 + minute * 60
        guard scanner.skip(":") else { return Double(seconds) }
        guard let second = scanner.number(2), second < 60 else { return nil }
        guard scanner.skip(".") else { return Double(seconds + second) }
        return scanner.fraction().map { Double(seconds + second) + $0 }
    }

    private static func offset(_ scanner: inout DigitScanner) -> Double? {
        if scanner.skip("Z") || scanner.skip("z") { return 0 }
        let isNegative = scanner.skip("-")
        guard isNegative || scanner.skip("+"), let hour = scanner.number(2) else { return nil }
        _ = scanner.skip(":")
        guard let minute = scanner.number(2), hour < 24, minute < 60 else { return nil }
        let seconds = Double(hour * 3600 + minute * 60)
        return isNegative ? -seconds : seconds
    }

    /// The instant at which the zone's clock shows these seconds.
    private static func instant(of local: Double, in zone: TimeZone) -> Double {
        let before = offset(of: zone, at: local - 86400)
        let after = offset(of: zone, at: local + 86400)
        let fitting = [before, after].map { (instant: local - $0, offset: $0) }
            .filter { offset(of: zone, at: $0.instant) == $0.offset }
        return fitting.map(\.instant).min() ?? local - before
    }

    private static func offset(of zone: TimeZone, at seconds: Double) -> Double {
        Double(zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: seconds)))
    }

    private static func isDay(_ year: Int, _ month: Int, _ day: Int) -> Bool {
        guard (1...12).contains(month), day >= 1 else { return false }
        let isLeap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
        return day <= [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// Days since 2001-01-01 in the Gregorian calendar (Hinnant, “chrono-compatible low-level date algorithms”).
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 730_791
    }
}

/// Reads digits and separators from the start of a string.
private struct DigitScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = Substring(text).utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ mark: Unicode.Scalar) -> Bool {
        guard rest.first.map(UInt32.init) == mark.value else { return false }
        rest.removeFirst()
        return true
    }

    /// Exactly `count` digits.
    mutating func number(_ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        rest.removeFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// One or more digits after a decimal point.
    mutating func fraction() -> Double? {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty else { return nil }
        rest.removeFirst(digits.count)
        return Double("0." + String(decoding: digits, as: UTF8.self))
    }
}
