/// Days in numbers.
extension DateForm {
    static let numericDays = [
        DateForm("YYYY-MM-DD, YYYYMMDD, with a time after T") { cursor, _ in cursor.isoDay() },
        DateForm("D/M, D/M/YY, D.M., D.M.YYYY, D-MON-YY") { cursor, _ in cursor.slashedDay() },
        DateForm("N / 5, N / 10, which may be a rating") { cursor, _ in cursor.score() },
    ]
}

extension Cursor {
    /// `2026-11-19`, `2026/11/19`, `20261119`, optionally with a time after `T`.
    fileprivate mutating func isoDay() -> [DatePiece]? {
        guard let first = digits(4...8) else { return nil }
        if first.size == 8 {
            let day = CivilDay(year: first.value / 10_000, month: first.value / 100 % 100, day: first.value % 100)
            return day.map { [.day(year: $0.year, month: $0.month, day: $0.day)] + isoTime() }
        }
        guard first.size == 4, isGlued, let separator = token?.symbol, "-/.".unicodeScalars.contains(separator) else {
            return nil
        }
        symbol(separator)
        guard isGlued, let month = digits() else { return nil }
        let day = attempt { cursor in
            cursor.symbol(separator, isGlued: true) && cursor.isGlued ? cursor.digits() : nil
        }
        if let day { return [.day(year: first.value, month: month.value, day: day.value)] + isoTime() }
        return separator == "-" && month.size == 2 ? [.month(year: first.value, month: month.value)] : nil
    }

    private mutating func isoTime() -> [DatePiece] {
        let clock = attempt { cursor -> ClockTime? in
            guard cursor.isGlued, cursor.word("t"), cursor.isGlued else { return nil }
            return cursor.isoClock()
        }
        return clock.map { [.clock($0)] } ?? []
    }

    private mutating func isoClock() -> ClockTime? {
        var stop = index
        while stop < end, stop == index || grammar.tokens[stop].isGlued, grammar.tokens[stop].kind != .quoted,
            grammar.tokens[stop].key != ","
        {
            stop += 1
        }
        while stop > index {
            if let clock = ClockTime(grammar.text(index..<stop).lowercased(), isBasic: true) {
                move(to: stop)
                return clock
            }
            stop -= 1
        }
        return nil
    }

    /// `31/10`, `12.9.`, `03.11.2026`, `06/Nov/2023`, `5/6/24`, `3-VIII-79`.
    fileprivate mutating func slashedDay() -> [DatePiece]? {
        guard let first = digits(), isGlued, let separator = token?.symbol, "/.-".unicodeScalars.contains(separator)
        else { return nil }
        symbol(separator)
        guard isGlued else { return nil }
        if let named = attempt({ $0.slashedMonth(first.value, separator) }) { return named }
        guard first.size <= 2, let second = digits(1...2) else { return nil }
        let third = attempt { cursor in
            cursor.symbol(separator, isGlued: true) && cursor.isGlued ? cursor.digits() : nil
        }
        if let third { return slashedYear(first, second.value, third, separator) }
        switch separator {
        case "/":
            if second.value == 5 || second.value == 10, first.value <= second.value {
                return [.dayOrRating(first.value, of: second.value)]
            }
            guard (1...31).contains(first.value), (1...31).contains(second.value),
                first.value <= 12 || second.value <= 12
            else { return nil }
            return [.slashed(first.value, second.value, year: nil)]
        case ".":
            guard symbol(".", isGlued: true), (1...31).contains(first.value), (1...12).contains(second.value) else {
                return nil
            }
            return [.monthDay(month: second.value, day: first.value, year: nil)]
        default: return nil
        }
    }

    private mutating func slashedMonth(_ day: Int, _ separator: Unicode.Scalar) -> [DatePiece]? {
        let start = index
        guard let month = dateMonth(), index == start + 1 else { return nil }
        let year = attempt { cursor in
            cursor.symbol(separator, isGlued: true) && cursor.isGlued ? cursor.year() ?? cursor.shortYear() : nil
        }
        return year != nil || separator == "-" ? [.monthDay(month: month, day: day, year: year)] : nil
    }

    private func slashedYear(
        _ first: (value: Int, size: Int), _ second: Int, _ third: (value: Int, size: Int), _ separator: Unicode.Scalar
    ) -> [DatePiece]? {
        // `11.28.98` has one reading, which is not the usual one of dots.
        let (day, month) = second > 12 && first.value <= 12 ? (second, first.value) : (first.value, second)
        if third.size == 4 {
            return separator == "."
                ? [.day(year: third.value, month: month, day: day)]
                : [.slashed(first.value, second, year: third.value)]
        }
        guard third.size <= 2, third.size == 2 || first.size == 2 else { return nil }
        if separator == "." { return [.day(year: Century.year(third.value), month: month, day: day)] }
        return [.shortYear(first.value, second, third.value)]
    }

    fileprivate mutating func score() -> [DatePiece]? {
        guard let first = digits(), symbol("/"), let over = digits(), over.value == 5 || over.value == 10,
            first.value <= over.value
        else { return nil }
        return [.dayOrRating(first.value, of: over.value)]
    }
}

/// Reads days of three numbers from their bytes, as columns of dates have them.
enum NumericDay {
    /// `3/14/2019`, `14/3/19` or `14.3.2019`, which `DateForm` reads in the same way. Nil for any other text.
    static func pieces(_ text: String) -> [DatePiece]? {
        guard (6...10).contains(text.utf8.count), let separator = text.utf8.first(where: { !$0.isDigit }),
            separator == UInt8(ascii: "/") || separator == UInt8(ascii: ".")
        else { return nil }
        let parts = text.utf8.split(separator: separator, omittingEmptySubsequences: false)
        let sizes = parts.map(\.count)
        guard sizes.count == 3, sizes.allSatisfy({ $0 > 0 }), sizes[0] <= 2, sizes[1] <= 2,
            sizes[2] == 4 || sizes[2] == 2 && separator == UInt8(ascii: "/")
        else { return nil }
        let numbers = parts.compactMap { ClockTime.number(Substring($0)) }
        guard numbers.count == 3 else { return nil }
        // `10.15.2025` is read by its form, as the month first.
        if separator == UInt8(ascii: "."), numbers[1] > 12 { return nil }
        if separator == UInt8(ascii: ".") { return [.day(year: numbers[2], month: numbers[1], day: numbers[0])] }
        return sizes[2] == 4
            ? [.slashed(numbers[0], numbers[1], year: numbers[2])] : [.shortYear(numbers[0], numbers[1], numbers[2])]
    }
}

/// The century of two-digit years as in POSIX: 69 to 99 are 1969 to 1999, 00 to 68 are 2000 to 2068.
enum Century {
    static func year(_ short: Int) -> Int { short + (short < 69 ? 2000 : 1900) }
}

extension Cursor {
    /// A year of four digits.
    mutating func year() -> Int? {
        attempt { cursor in cursor.digits(4...4).flatMap { (1000...9999).contains($0.value) ? $0.value : nil } }
    }

    /// A year of two digits.
    mutating func shortYear() -> Int? {
        attempt { cursor in cursor.digits(2...2).map { Century.year($0.value) } }
    }
}
