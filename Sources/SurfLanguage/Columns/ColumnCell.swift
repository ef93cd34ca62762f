/// What cells say with the help of their header.
extension ColumnMeaning {
    /// The text of a cell as a field's value is typed: with the unit of the header, of its scale, its words as numbers; empty
    /// where the cell says that there is nothing.
    package func text(of cell: String) -> String {
        guard case .field(let field, let part) = target else { return cell }
        if let word = note.words[cell.folded] { return word }
        if ColumnMeaning.isNothing(cell), part != .companions, field != .notes, field != .location { return "" }
        switch (field, part) {
        case (.height, _), (.tide, _), (.period, _), (.wind, .whole): return measure(field, cell)
        case (.rating, _): return rating(cell)
        case (.waves, _): return cell.hasSuffix(".0") ? String(cell.dropLast(2)) : cell
        case (.duration, _): return duration(cell)
        case (.date, .whole):
            return ClockCell.inDate(cell.prefix { $0 != "→" }.description.trimmingBlanks())
        case (.date, .time): return ClockCell.text(cell)
        default:
            if case .number = field.kind { return number(cell) }
            return cell
        }
    }

    /// Whether a cell has a mark that says that there is nothing.
    package static func isNothing(_ cell: String) -> Bool { nothing.contains(cell) }

    /// What spreadsheets and watches write for nothing.
    private static let nothing: Set<String> = ["-", "--", "---", "–", "—", "n/a", "N/A", "#N/A", "null", "NULL"]

    private func measure(_ field: EntryField, _ cell: String) -> String {
        guard case .measure(let kind) = field.kind else { return cell }
        let saysForce = field == .wind && ["bft", "beaufort"].contains(where: cell.folded.contains)
        let symbol = saysForce ? nil : note.unit?.symbol ?? (field == .period ? "s" : nil)
        return symbol.map { MeasureText.text(cell, of: kind, unit: $0) } ?? cell
    }

    private func number(_ cell: String) -> String {
        let text = NumberText.withPoint(cell, isWhole: note.unit == .seconds)
        guard let unit = note.unit, NumberText.isBare(text) else { return text }
        return text + unit.symbol
    }

    private func rating(_ cell: String) -> String {
        let text = NumberText.withPoint(cell)
        guard NumberText.isBare(text), let number = Double(text) else { return cell }
        let digits = Int(exactly: number).map(String.init) ?? text
        guard let scale = note.scale, scale != 5 else { return digits }
        return "\(digits)/\(scale)"
    }

    /// `1:30`, `1:30 h`, `0:45:00` and `00:48:12,4` in minutes; others with the header's unit.
    private func duration(_ cell: String) -> String {
        let cell = cell.hasPrefix("PT") ? String(cell.dropFirst(2)) : cell
        guard let numbers = ColumnMeaning.clockNumbers(cell) else {
            let text = number(cell)
            guard note.unit == .seconds, text.hasSuffix("s"), let seconds = Double(text.dropLast()) else { return text }
            return "\(NumberText.rounded(seconds / 60)) min"
        }
        guard numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return cell }
        let saysHours = cell.last?.isASCIIDigit != true
        let isShort = numbers.count == 2 && note.clock == .minutesAndSeconds && !saysHours
        let minutes =
            isShort
            ? numbers[0] + numbers[1] / 60
            : numbers[0] * 60 + numbers[1] + (numbers.count == 3 ? numbers[2] / 60 : 0)
        return "\(NumberText.rounded(minutes)) min"
    }

    /// The two or three numbers between colons, which hours may be said of; nil where a cell is anything else.
    private static func clockNumbers(_ cell: String) -> [Double]? {
        let end = cell.lastIndex { $0.isASCIIDigit }.map { cell.index(after: $0) } ?? cell.startIndex
        let name = cell[end...].drop { $0 == " " }.lowercased()
        guard name.isEmpty || NumberUnit.minutes.number(1, in: name, length: .metres) == 60 else { return nil }
        let parts = cell[..<end].split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0.replacing(",", with: ".")) }
        let isClock = (2...3).contains(parts.count) && numbers.count == parts.count
        return isClock && numbers.allSatisfy { (0..<10_000).contains($0) } ? numbers : nil
    }

    /// What cells of temperatures say of all of them, where their header says nothing: no sea has 60 °C.
    package mutating func noteTemperatures(_ cells: [String]) {
        let numbers = cells.compactMap { Double(NumberText.withPoint($0)) }
        guard note.unit == nil, numbers.contains(where: { $0 > 45 }), numbers.allSatisfy({ $0 > 32 }) else { return }
        note.unit = .fahrenheit
    }

    /// What cells of durations say of all of them, where their header says nothing: numbers that are all below ten are
    /// hours, and times as `45:00` are minutes and seconds.
    package mutating func noteDurations(_ cells: [String]) {
        guard note.unit == nil, note.clock == nil else { return }
        let clocks = cells.compactMap(ColumnMeaning.clockNumbers)
        let numbers = cells.compactMap { Double(NumberText.withPoint($0)) }
        let short = clocks.filter { $0.count == 2 }.map { $0[0] }
        if short.contains(where: { $0 > 12 }), short.allSatisfy({ $0 > 3 }) {
            note.clock = .minutesAndSeconds
        } else if numbers.contains(where: { $0 > 0 }), numbers.allSatisfy({ $0 < 10 }) {
            note.unit = .hours
        }
    }
}

/// Times of the clock as spreadsheets write them.
private enum ClockCell {
    /// A cell beside a day as dates are read: `06.30`, `630`, `06h30min` and `0.270833` as `6:30`, `1899-12-30 06:30` without
    /// its day, `06:30-08:00` as two times.
    static func text(_ cell: String) -> String {
        if let time = fraction(cell) ?? digits(cell) { return time }
        var text = withColons(withMeridiems(withoutDayZero(cell)))
        if text.contains("h") || text.contains(":") { text = withoutUnit(text) }
        return withBlanks(text)
    }

    /// A date whose time, at the end and behind a year, has points or blanks: `13.9.2025 06.30`, `13/9/2025 6:30 a. m.`
    static func inDate(_ cell: String) -> String {
        let cell = withMeridiems(withOffset(cell))
        guard let blank = cell.lastIndex(of: " "), cell[blank...].contains(".") else { return cell }
        let day = cell[..<blank]
        let hasYear = day.split { !$0.isASCIIDigit }.contains { $0.count == 4 }
        return hasYear ? day + withColons(String(cell[blank...])) : cell
    }

    /// `6:30 AM (GMT+1)` as `6:30 AM +01:00`.
    private static func withOffset(_ text: String) -> String {
        guard text.last == ")", let opening = text.lastIndex(of: "(") else { return text }
        let zone = text[text.index(after: opening)...].dropLast().uppercased()
        guard zone.hasPrefix("GMT") || zone.hasPrefix("UTC") else { return text }
        let parts = zone.dropFirst(4).split(separator: ":", omittingEmptySubsequences: false).compactMap { Int($0) }
        let sign = zone.dropFirst(3).first ?? "+"
        guard zone.count == 3 || "+-".contains(sign) && (1...2).contains(parts.count) else { return text }
        let numbers = (parts + [0, 0]).prefix(2).map { $0 < 10 ? "0\($0)" : "\($0)" }
        return text[..<opening] + "\(sign)\(numbers[0]):\(numbers[1])"
    }

    /// Colons in the place of points and commas between hours and minutes.
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

    /// `a. m.` and `p. m.`, with blanks of any kind, as `am` and `pm`.
    private static func withMeridiems(_ text: String) -> String {
        guard text.last == ".", text.dropLast().last?.lowercased() == "m" else { return text }
        let letters = text.suffix(8).filter { $0.isLetter }.lowercased()
        guard letters == "am" || letters == "pm",
            let start = text.lastIndex(where: { $0.lowercased() == letters.prefix(1) })
        else { return text }
        return text[..<start] + letters
    }

    /// A time without what stands behind its minutes: `7:30 h`, `06h30min`.
    private static func withoutUnit(_ text: String) -> String {
        let end = text.lastIndex { $0.isASCIIDigit }.map { text.index(after: $0) } ?? text.startIndex
        let name = text[end...].filter { $0.isLetter }.lowercased()
        let hasHour = text[..<end].contains { $0 == ":" || $0 == "h" }
        return hasHour && ["h", "min", "hs", "hrs", "m"].contains(name) ? String(text[..<end]) : text
    }

    /// Blanks around the dash between two times, where it could be the sign of an offset.
    private static func withBlanks(_ text: String) -> String {
        text.count { $0 == ":" } == 2 ? text.replacing("-", with: " - ") : text
    }

    /// A time without the day that spreadsheets count days from.
    private static func withoutDayZero(_ cell: String) -> String {
        guard let end = cell.firstIndex(where: { $0 == " " || $0 == "T" }), cell.last != "Z" else { return cell }
        let isZero = cell[..<end].contains("1899") || cell[..<end].contains("1900")
        return isZero ? String(cell[cell.index(after: end)...]) : cell
    }

    /// `630`, `1830`.
    private static func digits(_ cell: String) -> String? {
        guard (3...4).contains(cell.utf8.count), cell.utf8.allSatisfy(\.isDigit), let number = Int(cell),
            number / 100 < 24, number % 100 < 60
        else { return nil }
        return clock(number / 100 * 60 + number % 100)
    }

    /// The part of a day that a spreadsheet keeps a time as, with three decimals at least.
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

extension NumberText {
    /// Whether a text is a number and nothing else.
    static func isBare(_ text: String) -> Bool {
        !text.isEmpty && Double(text) != nil && text.utf8.allSatisfy { $0.isDigit || "+-.".utf8.contains($0) }
    }

    /// A text whose number has a point where it had a decimal comma, and no commas or points between thousands.
    /// - Parameter isWhole: whether the number has no decimals, so that three digits behind a comma are thousands.
    static func withPoint(_ text: String, isWhole: Bool = false) -> String {
        guard let comma = text.lastIndex(of: ","), comma > text.startIndex, comma < text.index(before: text.endIndex),
            text[text.index(before: comma)].isASCIIDigit, text[text.index(after: comma)].isASCIIDigit
        else { return text }
        let point = text.lastIndex(of: ".")
        let behind = text[text.index(after: comma)...].prefix { $0.isASCIIDigit }.count
        if point.map({ $0 > comma }) ?? (isWhole && behind == 3) { return text.replacing(",", with: "") }
        var text = text.replacing(".", with: "")
        if let comma = text.lastIndex(of: ",") { text.replaceSubrange(comma...comma, with: ".") }
        return text
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

extension DateParser {
    /// What a text says of a date, whatever day it is.
    package struct Shape {
        package var hasDay: Bool
        /// The second of the day, where it says a time of the clock.
        package var clock: Int?
    }

    /// What a text says of a date; nil for one that is none.
    package func shape(of text: String) -> Shape? {
        guard let pieces = try? pieces(text) else { return nil }
        var shape = Shape(hasDay: pieces.contains(where: \.saysDay) || pieces.contains(.now))
        for piece in pieces {
            switch piece {
            case .clock(let clock), .clocks(let clock, _): shape.clock = clock.second
            case .hour(let hour, let minute): shape.clock = hour * 3600 + minute * 60
            default: break
            }
        }
        return shape
    }

    /// How many minutes lie between the two times of a text that says two; nil for every other. The dash of a date alone costs little.
    package func minutes(of text: String) -> Double? {
        guard text.contains(where: { "-–—".contains($0) }), !ISODateReader.isISO(text), let pieces = try? pieces(text)
        else {
            return nil
        }
        for case .clocks(let first, let second) in pieces { return Double(second.second - first.second) / 60 }
        return nil
    }

    /// What comes first in dates of numbers, where this one can only be read in one way; nil where it says nothing of that.
    package func order(toldBy text: String) -> DateOrder? {
        guard let pieces = try? pieces(text) else { return nil }
        let weekday = pieces.lazy.compactMap(\.weekday).first
        for piece in pieces {
            switch piece {
            case .slashed(let first, let second, let year): return told(first, second, year, weekday)
            case .shortYear(let first, let second, let year):
                return told(first, second, year + (year < 69 ? 2000 : 1900), weekday)
            default: continue
            }
        }
        return nil
    }

    /// Whether a text is a date of numbers that can be two days.
    package func isOpen(_ text: String) -> Bool {
        var parser = self
        parser.order = nil
        do throws(DateError) {
            _ = try parser.span(text)
            return false
        } catch .orderUnknown {
            return true
        } catch {
            return false
        }
    }

    private func told(_ first: Int, _ second: Int, _ year: Int?, _ weekday: Int?) -> DateOrder? {
        let year = year ?? today.year
        let monthFirst = CivilDay(year: year, month: first, day: second)
        let dayFirst = CivilDay(year: year, month: second, day: first)
        switch (monthFirst, dayFirst) {
        case (nil, nil): return nil
        case (nil, _): return .dmy
        case (_, nil): return .mdy
        case (let monthFirst?, let dayFirst?):
            guard let weekday, (monthFirst.weekday == weekday) != (dayFirst.weekday == weekday) else { return nil }
            return monthFirst.weekday == weekday ? .mdy : .dmy
        }
    }

    /// The text of a date's day alone, as it is read in every order; nil where it says none.
    package func dayText(of text: String) -> String? {
        guard let span = try? span(text) else { return nil }
        let local = LocalTime.local(StoreTime.unixSecond(span.lowerBound), in: zone)
        let day = CivilDay(number: local.flooredQuotient(86_400))
        let digits = { (number: Int, count: Int) in
            String(repeating: "0", count: max(0, count - String(number).count)) + String(number)
        }
        return "\(digits(day.year, 4))-\(digits(day.month, 2))-\(digits(day.day, 2))"
    }

    /// Whether a text is a date with a month by its name or with a year, as a spreadsheet makes of `3-4`.
    package func isWholeDate(_ text: String) -> Bool {
        guard let pieces = try? pieces(text) else { return false }
        return pieces.contains { piece in
            switch piece {
            case .day, .monthDay, .shortYear, .slashed(_, _, .some): true
            default: false
            }
        }
    }
}
