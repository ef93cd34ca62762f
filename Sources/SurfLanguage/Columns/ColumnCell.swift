import Foundation

/// Reads cells according to their header.
extension ColumnMeaning {
    /// The text of a cell in the form in which the field's value is typed. The header supplies the unit and scale, and
    /// numbers for words. Empty if the cell is marked as having no value.
    package func text(of cell: String) -> String {
        guard case .field(let field, let part) = target else { return cell }
        if !note.words.isEmpty, let word = note.words[cell.folded] { return word }
        // A dash may be all that someone wrote in a text of their own.
        let isText = part == .companions || field == .notes || field == .location
        if isText ? ColumnMeaning.namesNothing(cell) : ColumnMeaning.isNothing(cell) { return "" }
        switch (field, part) {
        case (.height, _), (.tide, _), (.period, _), (.wind, .whole): return measure(field, cell)
        case (.rating, _): return rating(cell)
        case (.waves, _): return count(cell)
        case (.swellDirection, _): return direction(cell)
        case (.duration, _): return duration(cell)
        case (.date, .whole):
            let text = cell.prefix { $0 != "→" }.description.trimmingBlanks()
            return CountedDate.text(text) ?? ClockCell.inDate(text)
        case (.date, .time): return ClockCell.text(cell)
        case (.date, .end): return ISODateReader.isISO(cell) ? cell : ClockCell.text(ClockCell.inDate(cell))
        default:
            if case .number = field.kind { return number(cell) }
            return cell
        }
    }

    /// The end of a range of dates, as Notion writes it: `October 5, 2025 7:10 AM → 9:00 AM`. Nil without one.
    package static func end(of cell: String) -> String? {
        guard let arrow = cell.unicodeScalars.firstIndex(of: "→") else { return nil }
        let end = String(cell[cell.index(after: arrow)...]).trimmingBlanks()
        return end.isEmpty ? nil : ClockCell.inDate(end)
    }

    /// Whether the cell is a mark for a missing value.
    package static func isNothing(_ cell: String) -> Bool {
        cell.utf8.count <= longestMark && nothing.contains(cell.lowercased())
    }

    /// Whether the cell is such a mark in letters.
    package static func namesNothing(_ cell: String) -> Bool {
        isNothing(cell) && cell.contains(where: \.isLetter)
    }

    /// The marks that spreadsheets, scripts and watches write for a missing value.
    private static let nothing: Set<String> = [
        "-", "--", "---", "–", "—", "?", "??", "n/a", "#n/a", "na", "nan", "none", "null", "nil", "n.a.", "k.a.", "s/d",
        "#ref!", "#value!", "#div/0!", "#name?", "#num!", "#null!",
    ]
    private static let longestMark = 8

    private func measure(_ field: EntryField, _ cell: String) -> String {
        guard case .measure(let kind) = field.kind else { return cell }
        if field == .height, let metres = ColumnMeaning.metresAndCentimetres(cell) { return metres }
        let namesForce = field == .wind && ["bft", "beaufort"].contains(where: cell.folded.contains)
        let symbol = namesForce ? nil : note.unit?.definition.symbol ?? (field == .period ? "s" : nil)
        return symbol.map { MeasureText.text(cell, of: kind, unit: $0) } ?? cell
    }

    /// `1m20` and `1 m 20` as `1.20m`. Nil for any other cell.
    private static func metresAndCentimetres(_ cell: String) -> String? {
        let parts = cell.split(separator: "m", omittingEmptySubsequences: false).map { $0.description.trimmingBlanks() }
        guard parts.count == 2, parts[1].count == 2, (1...2).contains(parts[0].count),
            parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) })
        else { return nil }
        return "\(parts[0]).\(parts[1])m"
    }

    private func number(_ cell: String) -> String {
        let text = NumberText.withPoint(cell, isWhole: note.unit == .seconds)
        guard let unit = note.unit, NumberText.isBare(text) else { return text }
        return text + unit.definition.symbol
    }

    private func rating(_ cell: String) -> String {
        RatingCell.stars(cell, scale: note.scale).map { "\(RatingCell.whole($0))" } ?? cell
    }

    /// Whether the cell is a rating that is not one of whole stars, and is rounded.
    package func isRounded(_ cell: String) -> Bool {
        guard target == .field(.rating, .whole), note.words.isEmpty else { return false }
        return RatingCell.stars(cell, scale: note.scale).map { $0 != $0.rounded() } ?? false
    }

    /// The stars for which a word such as `FAIR` was taken. Nil for any other cell, and if `--map` says what words mean.
    package func starsOfWord(_ cell: String) -> Int? {
        guard target == .field(.rating, .whole), note.words.isEmpty, cell.first?.isLetter == true else { return nil }
        return RatingCell.stars(cell, scale: note.scale).map(RatingCell.whole)
    }

    /// `about 12`, `~12`, `12+` and `12.0` without what is not the number.
    private func count(_ cell: String) -> String {
        var text = cell.hasSuffix(".0") ? String(cell.dropLast(2)) : cell
        if text.hasSuffix("+") { text.removeLast() }
        for word in ColumnMeaning.nearly where text.lowercased().hasPrefix(word) { text.removeFirst(word.count) }
        return text.trimmingBlanks()
    }

    private static let nearly = [
        "about ", "around ", "approx. ", "approx ", "maybe ", "circa ", "ca. ", "ca ", "env. ", "~", "≈",
    ]

    /// A direction with `O` as the language of the header means it: west in French, Spanish and Portuguese, east in German.
    private func direction(_ cell: String) -> String {
        let text = number(cell.replacing("º", with: "°"))
        guard let west = note.west else { return text }
        let point = text.prefix { $0.isLetter || $0 == "-" || $0 == " " }
        guard point.contains(where: { "oO".contains($0) }), point.allSatisfy({ "NSEOnseo- ".contains($0) }) else {
            return text
        }
        return point.uppercased().replacing("O", with: west ? "W" : "E") + text[point.endIndex...]
    }

    /// Durations such as `1:30`, `1:30 h`, `0:45:00` and `00:48:12,4` in minutes. Other cells get the header's unit.
    private func duration(_ cell: String) -> String {
        let cell = cell.hasPrefix("PT") ? String(cell.dropFirst(2)) : cell
        guard let numbers = ColumnMeaning.clockNumbers(cell) else {
            let text = number(cell)
            guard note.unit == .seconds, text.hasSuffix("s"), let seconds = Double(text.dropLast()) else { return text }
            return "\(NumberText.rounded(seconds / 60)) min"
        }
        guard numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return cell }
        let namesHours = cell.last?.isASCIIDigit != true
        let isShort = numbers.count == 2 && note.clock == .minutesAndSeconds && !namesHours
        let minutes =
            isShort
            ? numbers[0] + numbers[1] / 60
            : numbers[0] * 60 + numbers[1] + (numbers.count == 3 ? numbers[2] / 60 : 0)
        return "\(NumberText.rounded(minutes)) min"
    }

    /// The two or three numbers between colons, optionally followed by a unit of hours. Nil for any other cell.
    private static func clockNumbers(_ cell: String) -> [Double]? {
        let end = cell.lastIndex { $0.isASCIIDigit }.map { cell.index(after: $0) } ?? cell.startIndex
        let name = cell[end...].drop { $0 == " " }.lowercased()
        guard name.isEmpty || NumberUnit.minutes.number(1, in: name, units: .metres) == 60 else { return nil }
        let parts = cell[..<end].split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0.replacing(",", with: ".")) }
        let isClock = (2...3).contains(parts.count) && numbers.count == parts.count
        return isClock && numbers.allSatisfy { (0..<10_000).contains($0) } ? numbers : nil
    }

    /// Infers the unit of a column of temperatures without one. No sea has 60 °C.
    package mutating func noteTemperatures(_ cells: [String]) {
        let numbers = cells.compactMap { Double(NumberText.withPoint($0)) }
        guard note.unit == nil, numbers.contains(where: { $0 > 45 }), numbers.allSatisfy({ $0 > 32 }) else { return }
        note.unit = .fahrenheit
    }

    /// Infers that ratings are out of ten, if that is so for many of them: a single 7 is rather a typing error.
    package mutating func noteRatings(_ cells: [String]) {
        let numbers = cells.compactMap { Double(NumberText.withPoint($0)) }
        let high = numbers.count { $0 > 5 }
        guard note.scale == nil, note.words.isEmpty, high > 1, high * 3 >= numbers.count else { return }
        if numbers.allSatisfy({ $0 <= 10 }) { note.scale = 10 }
    }

    /// Sets the unit that another column names for this one, such as Apple Health's `durationUnit`.
    package mutating func noteUnit(_ name: String) { if note.unit == nil { note.add(name) } }

    /// Infers the unit of a column of durations without one. If all numbers are below ten they are hours, and times
    /// such as `45:00` are minutes and seconds.
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

/// Parses dates written as numbers: days as counted by spreadsheets, and seconds as counted by programs.
enum CountedDate {
    /// 1970-01-01 as a spreadsheet's day number, counted from 1899-12-30.
    private static let serialOf1970 = 25_569
    /// The day numbers from 1954 to 2064. Other five-digit numbers are not taken for dates.
    private static let serials = 20_000..<60_000

    /// Converts `45912.270833`, `1757745000` and `1757745000000` to ISO 8601. Nil for any other text.
    static func text(_ cell: String) -> String? {
        let digits = cell.utf8.prefix(while: \.isDigit).count
        guard digits == cell.utf8.count || digits == 5 else { return nil }
        switch digits {
        case 5: return serial(NumberText.withPoint(cell))
        case 10: return Int(cell).map(moment)
        case 13: return Int(cell).map { moment($0 / 1000) }
        default: return nil
        }
    }

    /// A day, with the clock time given by its fraction.
    private static func serial(_ text: String) -> String? {
        guard let number = Double(text), serials.contains(Int(number)) else { return nil }
        let minutes = Int((number * 1440).rounded())
        let written = moment(minutes * 60 - serialOf1970 * 86_400)
        return number == number.rounded()
            ? String(written.prefix(10)) : written.prefix(10) + " " + written.dropFirst(11).prefix(5)
    }

    /// An instant in UTC.
    private static func moment(_ unixSecond: Int) -> String {
        var writer = ISODateWriter(zone: .gmt)
        return writer.string(StoreTime.date(unixSecond: unixSecond))
    }
}
