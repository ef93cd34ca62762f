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
        case (.date, .whole): return cell.prefix { $0 != "→" }.description.trimmingBlanks()
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
        let symbol = note.unit?.symbol ?? (field == .period ? "s" : nil)
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

    /// `1:30`, `0:45:00` and `00:48:12.4` in minutes; others with the header's unit.
    private func duration(_ cell: String) -> String {
        let parts = cell.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
        guard (2...3).contains(parts.count), parts.allSatisfy({ $0.map { (0..<10_000).contains($0) } ?? false }) else {
            return number(cell)
        }
        let numbers = parts.compactMap(\.self)
        guard numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return cell }
        let isShort = numbers.count == 2 && note.clock == .minutesAndSeconds
        let minutes =
            isShort
            ? numbers[0] + numbers[1] / 60
            : numbers[0] * 60 + numbers[1] + (numbers.count == 3 ? numbers[2] / 60 : 0)
        return "\(NumberText.rounded(minutes)) min"
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
