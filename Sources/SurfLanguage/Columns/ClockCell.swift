/// Reads clock times in the forms that spreadsheets write.
enum ClockCell {
    /// A time's cell in the form that dates are parsed in: `06.30`, `630`, `06h30min` and `0.270833` become `6:30`;
    /// `1899-12-30 06:30` loses its day; `06:30-08:00` becomes two times.
    static func text(_ cell: String) -> String {
        if let time = fraction(cell) ?? digits(cell) { return time }
        var text = withColons(withMeridiems(withoutDayZero(cell)))
        if text.contains("h") || text.contains(":") { text = withoutUnit(text) }
        return withBlanks(text)
    }

    /// A date's cell whose time, after a year and at the end, contains points or blanks: `13.9.2025 06.30`, `13/9/2025
    /// 6:30 a. m.`
    static func inDate(_ cell: String) -> String {
        let cell = withMeridiems(withOffset(cell))
        guard let blank = cell.lastIndex(of: " "), cell[blank...].contains(".") else { return cell }
        let day = cell[..<blank]
        let hasYear = day.split { !$0.isASCIIDigit }.contains { $0.count == 4 }
        return hasYear ? day + withColons(String(cell[blank...])) : cell
    }

    /// Rewrites `6:30 AM (GMT+1)` and `6:30 AM PDT` with an offset such as `+01:00`.
    private static func withOffset(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: ":")) || text.last == ")" else { return text }
        let last = text.split(separator: " ").last ?? ""
        let name = last.first == "(" && last.last == ")" ? last.dropFirst().dropLast() : last
        if text.contains(":"), let offset = ZoneAbbreviation.offset(name) {
            return withSeconds(text.dropLast(last.count).description.trimmingBlanks()) + offset
        }
        guard text.last == ")", let opening = text.lastIndex(of: "(") else { return text }
        let zone = text[text.index(after: opening)...].dropLast().uppercased()
        guard zone.hasPrefix("GMT") || zone.hasPrefix("UTC") else { return text }
        let parts = zone.dropFirst(4).split(separator: ":", omittingEmptySubsequences: false).compactMap { Int($0) }
        let sign = zone.dropFirst(3).first ?? "+"
        guard zone.count == 3 || "+-".contains(sign) && (1...2).contains(parts.count) else { return text }
        let numbers = (parts + [0, 0]).prefix(2).map { $0 < 10 ? "0\($0)" : "\($0)" }
        return text[..<opening] + "\(sign)\(numbers[0]):\(numbers[1])"
    }

    /// Writes the time at the end with 24 hours and seconds, after which a dash can only be the sign of an offset.
    private static func withSeconds(_ text: String) -> String {
        var rest = text[...]
        let half = rest.suffix(2).lowercased()
        let hasHalf = half == "am" || half == "pm"
        if hasHalf { rest = rest.dropLast(2).prefixWithoutBlanks }
        let start = rest.lastIndex { !$0.isASCIIDigit && $0 != ":" }.map { rest.index(after: $0) } ?? rest.startIndex
        let parts = rest[start...].split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts.dropFirst().allSatisfy({ $0.count == 2 }), parts[0].count <= 2,
            let hour = Int(parts[0])
        else { return text + " " }
        let hours = hasHalf ? hour % 12 + (half == "pm" ? 12 : 0) : hour
        let seconds = parts.count == 3 ? parts[2] : "00"
        return rest[..<start] + "\(hours < 10 ? "0" : "")\(hours):\(parts[1]):\(seconds) "
    }

    /// Replaces points and commas between hours and minutes by colons.
    private static func withColons(_ text: String) -> String {
        var bytes = Array(text.utf8)
        for index in bytes.indices where isPoint(bytes[index]) {
            let hours = bytes[..<index].reversed().prefix { $0.isDigit || isPoint($0) }
            let minutes = bytes[(index + 1)...].prefix { $0.isDigit || isPoint($0) }
            let isTime = (1...2).contains(hours.count) && minutes.count == 2
            if isTime, (hours + minutes).allSatisfy(\.isDigit) { bytes[index] = UInt8(ascii: ":") }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isPoint(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") }

    /// Rewrites `a. m.` and `p. m.`, with blanks of any kind, as `am` and `pm`.
    private static func withMeridiems(_ text: String) -> String {
        guard text.last == ".", text.dropLast().last?.lowercased() == "m" else { return text }
        let letters = text.suffix(8).filter { $0.isLetter }.lowercased()
        guard letters == "am" || letters == "pm",
            let start = text.lastIndex(where: { $0.lowercased() == letters.prefix(1) })
        else { return text }
        return text[..<start] + letters
    }

    /// Removes a unit after the minutes: `7:30 h`, `06h30min`.
    private static func withoutUnit(_ text: String) -> String {
        let end = text.lastIndex { $0.isASCIIDigit }.map { text.index(after: $0) } ?? text.startIndex
        let name = text[end...].filter { $0.isLetter }.lowercased()
        let hasHour = text[..<end].contains { $0 == ":" || $0 == "h" }
        return hasHour && ["h", "min", "hs", "hrs", "m"].contains(name) ? String(text[..<end]) : text
    }

    /// Puts blanks around the dash between two times, because the dash could be the sign of an offset.
    private static func withBlanks(_ text: String) -> String {
        text.count { $0 == ":" } == 2 ? text.replacing("-", with: " - ") : text
    }

    /// Removes the day from which spreadsheets count days.
    private static func withoutDayZero(_ cell: String) -> String {
        guard let end = cell.firstIndex(where: { $0 == " " || $0 == "T" }), cell.last != "Z" else { return cell }
        let isZero = cell[..<end].contains("1899") || cell[..<end].contains("1900")
        return isZero ? String(cell[cell.index(after: end)...]) : cell
    }

    /// A time without a separator: `630`, `1830`.
    private static func digits(_ cell: String) -> String? {
        guard (3...4).contains(cell.utf8.count), cell.utf8.allSatisfy(\.isDigit), let number = Int(cell),
            number / 100 < 24, number % 100 < 60
        else { return nil }
        return clock(number / 100 * 60 + number % 100)
    }

    /// A time as a fraction of a day, as spreadsheets store it, with at least three decimals.
    private static func fraction(_ cell: String) -> String? {
        guard cell.utf8.count > 4, cell.hasPrefix("0.") || cell.hasPrefix("0,"),
            let part = Double(NumberText.withPoint(cell))
        else { return nil }
        return clock(min(Int((part * 1440).rounded()), 1439))
    }

    private static func clock(_ minute: Int) -> String {
        "\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
    }
}

extension Substring {
    /// The text up to the blanks at its end.
    fileprivate var prefixWithoutBlanks: Substring {
        self[..<(lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex)]
    }
}
