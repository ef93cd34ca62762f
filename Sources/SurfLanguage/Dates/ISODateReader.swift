/// Parses the common ISO 8601 forms of dates from their bytes.
package enum ISODateReader {
    /// Whether the text is a date in ISO 8601 form.
    package static func isISO(_ text: String) -> Bool { pieces(text) != nil }

    /// The day of an ISO 8601 date, and its time if there is one. Extended and basic forms are accepted, also with a
    /// blank instead of the `T`. Nil for any other text.
    static func pieces(_ text: String) -> [DatePiece]? {
        var text = text
        if let local = text.withUTF8(local) { return local }
        let parts = text.uppercased().split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
        guard let day = parts.first.flatMap({ ISODay.read(String($0)) }) else { return nil }
        guard parts.count == 2 else { return [day] }
        // `18:30 - 20:00` is a range of times, not a time with an offset.
        if parts[1].contains("- ") { return nil }
        let time = parts[1].lowercased().replacing(" ", with: "")
        guard day.isDay, let clock = ClockTime(time, isBasic: text.utf8.contains { $0 == 0x54 || $0 == 0x74 }) else {
            return nil
        }
        return [day, .clock(clock)]
    }

    /// `2014-08-01`, `2014-08-01 07:00` or `2014-08-01T07:00:05`. The day and time are not validated.
    private static func local(_ bytes: UnsafeBufferPointer<UInt8>) -> [DatePiece]? {
        guard bytes.count >= 10, bytes[4] == dash, bytes[7] == dash, let year = number(bytes, 0, 4),
            let month = number(bytes, 5, 2), let day = number(bytes, 8, 2)
        else { return nil }
        let date = DatePiece.day(year: year, month: month, day: day)
        if bytes.count == 10 { return [date] }
        guard let clock = clock(bytes) else { return nil }
        return [date, .clock(clock)]
    }

    private static func clock(_ bytes: UnsafeBufferPointer<UInt8>) -> ClockTime? {
        guard bytes.count == 16 || bytes.count == 19, bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "T"),
            bytes[13] == colon, let hour = number(bytes, 11, 2), let minute = number(bytes, 14, 2)
        else { return nil }
        if bytes.count == 19, bytes[16] != colon { return nil }
        guard let second = bytes.count == 19 ? number(bytes, 17, 2) : 0, hour < 24, minute < 60, second < 60 else {
            return nil
        }
        return ClockTime(second: hour * 3600 + minute * 60 + second)
    }

    /// The instant of `2014-08-01T07:00:00-07:00`, the form that exports use, in seconds since 2001-01-01T00:00:00Z.
    /// Nil for any other form, which may still be a date.
    package static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        guard bytes.count >= 20, bytes[4] == dash, bytes[7] == dash, bytes[10] == UInt8(ascii: "T"),
            bytes[13] == colon, bytes[16] == colon, let year = number(bytes, 0, 4), let month = number(bytes, 5, 2),
            let day = number(bytes, 8, 2), let hour = number(bytes, 11, 2), let minute = number(bytes, 14, 2),
            let second = number(bytes, 17, 2), hour < 24, minute < 60, second < 60,
            let offset = offset(bytes), let date = CivilDay(year: year, month: month, day: day)
        else { return nil }
        let local = date.number * 86_400 + hour * 3600 + minute * 60 + second
        return StoreTime.date(unixSecond: local - offset)
    }

    /// The offset after the time, in seconds east of UTC.
    private static func offset(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        if bytes.count == 20, bytes[19] == UInt8(ascii: "Z") { return 0 }
        guard bytes.count == 25, bytes[22] == colon, let hours = number(bytes, 20, 2),
            let minutes = number(bytes, 23, 2), hours < 24, minutes < 60
        else { return nil }
        switch bytes[19] {
        case UInt8(ascii: "+"): return hours * 3600 + minutes * 60
        case dash: return -(hours * 3600 + minutes * 60)
        default: return nil
        }
    }

    private static let dash = UInt8(ascii: "-")
    private static let colon = UInt8(ascii: ":")

    private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int) -> Int? {
        var number = 0
        for index in start..<start + count {
            guard bytes[index].isDigit else { return nil }
            number = number * 10 + Int(bytes[index] - UInt8(ascii: "0"))
        }
        return number
    }
}

/// Parses days, months and years in ISO 8601's extended and basic forms.
enum ISODay {
    /// `2014-08-01`, `20140801`, `2014-08` or `2014`, also with a sign and a year of up to six digits. Nil for other
    /// words.
    static func read(_ word: String) -> DatePiece? {
        if word.utf8.count == 8, let all = ClockTime.number(word) {
            return .day(year: all / 10000, month: all / 100 % 100, day: all % 100)
        }
        let sign = word.first.flatMap { $0 == "-" || $0 == "+" ? $0 : nil }
        let parts = word.dropFirst(sign == nil ? 0 : 1).split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, let size = year(String(first), isSigned: sign != nil) else { return nil }
        guard parts.dropFirst().allSatisfy({ $0.count == 2 }) else { return nil }
        let rest = parts.dropFirst().compactMap { ClockTime.number($0) }
        guard rest.count == parts.count - 1 else { return nil }
        let year = sign == "-" ? -size : size
        switch rest.count {
        case 0: return sign == nil ? .year(year) : nil
        case 1: return .month(year: year, month: rest[0])
        case 2: return .day(year: year, month: rest[0], day: rest[1])
        default: return nil
        }
    }

    /// A year of four digits, or of four to six after a sign.
    private static func year(_ word: String, isSigned: Bool = false) -> Int? {
        (4...(isSigned ? 6 : 4)).contains(word.count) ? ClockTime.number(word) : nil
    }
}

extension DatePiece {
    fileprivate var isDay: Bool { if case .day = self { true } else { false } }
}
