import Foundation

/// Analyses the dates in a table's columns.
extension DateReader {
    /// The parts of a date that a text contains.
    package struct Shape {
        package var hasDay: Bool
        /// The second of the day, if the text has a clock time.
        package var clock: Int?
    }

    /// The parts of a date in the text, or nil if it is not a date.
    package func shape(of text: String) -> Shape? {
        guard let pieces = try? pieces(text) else { return nil }
        var shape = Shape(hasDay: pieces.contains(where: \.namesDay) || pieces.contains(.now))
        for piece in pieces {
            switch piece {
            case .clock(let clock), .clocks(let clock, _): shape.clock = clock.second
            case .hour(let hour, let minute): shape.clock = hour * 3600 + minute * 60
            default: break
            }
        }
        return shape
    }

    /// The offset from UTC that a date states, in seconds. Nil if it states none, and for a bare `Z`: that is how programs
    /// write instants, not how a clock was read.
    package func statedOffset(in text: String) -> Int? {
        if text.utf8.last == UInt8(ascii: "Z") || !text.utf8.contains(UInt8(ascii: ":")) { return nil }
        // Most dates have a dash, but before the time.
        guard let colon = text.firstIndex(of: ":"), text[colon...].contains(where: { "+-\u{2212}".contains($0) }) else {
            return nil
        }
        if text.utf8.count == 25, let offset = ClockTime.offset(text.suffix(6)) { return offset }
        guard let pieces = try? pieces(text) else { return nil }
        for piece in pieces { if case .clock(let clock) = piece { return clock.offset } }
        return nil
    }

    /// The time zone to keep with a date that stated an offset: nil if the machine's agrees, else the place's if it agrees,
    /// else one with that offset only.
    package func zone(at date: Double, offset: Int, place: String?) -> String? {
        let second = StoreTime.unixSecond(date)
        let agrees = { (zone: TimeZone) in ZoneOffsets.offset(of: zone, at: second) == offset }
        if agrees(zone) { return nil }
        if let place, TimeZone(identifier: place).map(agrees) == true { return place }
        let minutes = abs(offset) / 60
        let digits = { (number: Int) in (number < 10 ? "0" : "") + String(number) }
        return "GMT\(offset < 0 ? "-" : "+")\(digits(minutes / 60)):\(digits(minutes % 60))"
    }

    /// The minutes from a date to the end of its session: a date of its own, or a time, perhaps after midnight. Nil if that
    /// cannot be read, or is more than a day.
    /// - Parameters:
    ///   - start: The start, as read.
    ///   - text: The end.
    package func minutes(from start: Double, to text: String) -> Double? {
        let day = CivilDay(number: LocalTime.local(StoreTime.unixSecond(start), in: zone).flooredQuotient(86_400))
        let hasDay = shape(of: text)?.hasDay == true
        guard let end = try? span(hasDay ? text : "\(day.text) \(text)").lowerBound else { return nil }
        var minutes = ((end - start.rounded(.down)) / 60).rounded()
        if !hasDay, minutes < 0 { minutes += 1_440 }
        return (1...1_440).contains(minutes) ? minutes : nil
    }

    /// The minutes between the two times of a text that has two, or nil. Texts with the dash of a date alone are
    /// rejected quickly.
    package func minutes(of text: String) -> Double? {
        guard text.unicodeScalars.contains(where: { $0 == "-" || $0 == "–" || $0 == "—" }), !ISODateReader.isISO(text),
            let pieces = try? pieces(text)
        else {
            return nil
        }
        for case .clocks(let first, let second) in pieces { return Double(second.second - first.second) / 60 }
        return nil
    }

    /// The order of a numeric date, if only one order is possible. Nil otherwise.
    package func order(in text: String) -> DateOrder? {
        guard let pieces = try? pieces(text) else { return nil }
        let weekday = pieces.lazy.compactMap(\.weekday).first
        for piece in pieces {
            switch piece {
            case .slashed(let first, let second, let year): return deduced(first, second, year, weekday)
            case .shortYear(let first, let second, let year):
                return deduced(first, second, Century.year(year), weekday)
            default: continue
            }
        }
        return nil
    }

    /// Whether the text is a numeric date that could be two days.
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

    private func deduced(_ first: Int, _ second: Int, _ year: Int?, _ weekday: Int?) -> DateOrder? {
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

    /// The day of a date in ISO 8601 form, as it would be parsed in any order. Nil if the text has none.
    package func dayText(of text: String) -> String? {
        guard let span = try? span(text) else { return nil }
        let local = LocalTime.local(StoreTime.unixSecond(span.lowerBound), in: zone)
        return CivilDay(number: local.flooredQuotient(86_400)).text
    }

    /// Whether a text has neither a year nor a month, because it is at most two numbers of a few digits: `4`, `3-4`, but
    /// not `12.9.` or `20250801`.
    private static func isShortNumber(_ text: String) -> Bool {
        var (groups, digits) = (0, 0)
        for byte in text.utf8 {
            if byte >= 0x80 || byte.isLetter { return false }
            digits = byte.isDigit ? digits + 1 : 0
            if digits == 1 { groups += 1 }
            if digits > 4 || groups > 2 { return false }
        }
        return digits > 0
    }

    /// Whether the date has a year or a month name, such as a spreadsheet makes out of `3-4`.
    package func isWholeDate(_ text: String) -> Bool {
        guard !DateReader.isShortNumber(text), let pieces = try? pieces(text) else { return false }
        return pieces.contains { piece in
            switch piece {
            case .day, .monthDay, .shortYear, .slashed(_, _, .some): true
            default: false
            }
        }
    }
}
