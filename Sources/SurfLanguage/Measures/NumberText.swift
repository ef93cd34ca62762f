/// Parses the number of a number field.
///
/// It accepts a number with or without a unit (`5ft`, `1.5m`, `12s`, `62F`, `17`), a direction in degrees or as a
/// compass point (`WNW`), and a duration such as `90`, `1h30`, `1:30` or `45min`.
package struct NumberText: Sendable {
    package let unit: NumberUnit
    /// The units of numbers without one. They are `metres` for columns and keys, which are always metric.
    package let units: MeasureUnits

    package init(_ unit: NumberUnit, units: MeasureUnits) {
        self.unit = unit
        self.units = units
    }

    /// The number in the field's unit. Nil if the text is not a number or it is out of the unit's range.
    package func number(_ text: String) -> Double? {
        let text = text.trimmingBlanks()
        guard let number = typed(text), unit.range.contains(number) else { return nil }
        return unit == .degrees && number == 360 ? 0 : number
    }

    /// The range that a text without `..` means in a filter: one number, or the sector around a compass point. A sector
    /// that includes north has `low` above `high`.
    package func span(_ text: String) -> (low: Double, high: Double)? {
        let text = text.trimmingBlanks()
        if unit == .degrees, let point = CompassPoint(text) { return point.sector }
        return number(text).map { ($0, $0) }
    }

    /// The ends of a range, with the unit of one end added to the other. Nil if both or neither have one.
    package func sharingUnit(_ low: String, _ high: String) -> (low: String, high: String)? {
        switch (suffix(of: low), suffix(of: high)) {
        case ("", let name?) where !name.isEmpty: (low + name, high)
        case (let name?, "") where !name.isEmpty: (low, high + name)
        default: nil
        }
    }

    /// The unit after the number, possibly empty. Nil if the text is not a number with or without a unit.
    private func suffix(of text: String) -> String? {
        guard let (_, rest) = NumberText.leading(text.trimmingBlanks()) else { return nil }
        let name = String(rest).trimmingBlanks().lowercased()
        return unit.number(1, in: name, units: units) == nil ? nil : name
    }

    private func typed(_ text: String) -> Double? {
        if let plain = NumberText.plain(text) { return converted(plain, "") }
        if unit == .degrees, let point = CompassPoint(text) { return point.degrees }
        if unit == .minutes, let minutes = minutes(text) { return minutes }
        guard let (number, rest) = NumberText.leading(text) else { return nil }
        return converted(number, String(rest).trimmingBlanks().lowercased())
    }

    private func converted(_ number: Double, _ name: String) -> Double? {
        unit.number(number, in: name, units: units).map { $0 == number ? $0 : NumberText.rounded($0) }
    }

    /// Parses `1h30`, `1h 30 min`, `1h 31m 10s`, `1:30`. Only the last number may have decimals, and each unit is
    /// smaller than the one before. After hours, minutes need no unit.
    private func minutes(_ text: String) -> Double? {
        var (rest, minutes, last, isWhole) = (text[...], 0.0, Double.infinity, true)
        while let digit = rest.first, ("0"..."9").contains(digit), let (number, tail) = NumberText.leading(String(rest))
        {
            guard isWhole, last == .infinity || number < 60 else { return nil }
            isWhole = number == number.rounded()
            let isClock = last == .infinity && tail.first == ":" && tail.count > 1
            let name = tail.drop { $0 == " " }.prefix { $0.isLetter || NumberText.timeMarks.contains($0) }
            guard let size = isClock ? 60 : timeUnit(name.lowercased(), after: last), size < last else { return nil }
            (minutes, last) = (minutes + number * size, size)
            rest = isClock ? tail.dropFirst() : tail[name.endIndex...].drop { $0 == " " || $0 == "." }
        }
        return rest.isEmpty && last.isFinite ? NumberText.rounded(minutes) : nil
    }

    /// The length in minutes of a unit of time that follows a larger one. `larger` is infinite for the first unit.
    private func timeUnit(_ name: String, after larger: Double) -> Double? {
        if name.isEmpty { return larger == 60 ? 1 : nil }
        if NumberUnit.isSecond(name) { return larger.isFinite ? 1 / 60 : nil }
        return unit.number(1, in: name, units: units)
    }

    /// Signs for minutes and seconds.
    private static let timeMarks: Set<Character> = ["'", "′", "’", "\"", "″", "”"]

    /// A converted number without rounding noise in its last digits.
    static func rounded(_ number: Double) -> Double { (number * 1e6).rounded() / 1e6 }

    /// The number of a text of at most fifteen digits with at most one point, as in most cells of a file. Nil for any
    /// other text.
    ///
    /// The number is the quotient of two whole numbers that `Double` represents exactly, so it is the nearest `Double`
    /// to the decimal.
    private static func plain(_ text: String) -> Double? {
        var (digits, count): (Int64, Int) = (0, 0)
        var scale: Int64 = 0
        for byte in text.utf8 {
            if byte.isDigit, count < 15 {
                digits = digits * 10 + Int64(byte - UInt8(ascii: "0"))
                count += 1
                scale *= 10
            } else if byte == UInt8(ascii: "."), scale == 0, count > 0 {
                scale = 1
            } else {
                return nil
            }
        }
        guard count > 0, scale != 1 else { return nil }
        return Double(digits) / Double(max(scale, 1))
    }

    /// The number at the start of the text, and the text after it.
    private static func leading(_ text: String) -> (Double, Substring)? {
        var rest = text[...]
        if rest.first == "-" || rest.first == "+" { rest.removeFirst() }
        rest = rest.drop { ("0"..."9").contains($0) }
        if rest.first == "." || rest.first == "," && rest.dropFirst().first?.isNumber == true {
            rest = rest.dropFirst().drop { ("0"..."9").contains($0) }
        }
        if let exponent = exponentEnd(rest) { rest = rest[exponent...] }
        guard let number = Double(text[..<rest.startIndex].replacing(",", with: ".")), number.isFinite else {
            return nil
        }
        return (number, rest)
    }

    private static func exponentEnd(_ text: Substring) -> Substring.Index? {
        guard text.first == "e" || text.first == "E" else { return nil }
        var rest = text.dropFirst()
        if rest.first == "-" || rest.first == "+" { rest.removeFirst() }
        let end = rest.drop { ("0"..."9").contains($0) }
        return end.startIndex > rest.startIndex ? end.startIndex : nil
    }
}

/// One of sixteen compass points, such as `N`, `NNE` or `north-west`.
package struct CompassPoint: Equatable, Sendable {
    /// Degrees clockwise from north, in `0..<360`.
    package let degrees: Double

    private static let names = [
        "n", "nne", "ne", "ene", "e", "ese", "se", "sse", "s", "ssw", "sw", "wsw", "w", "wnw", "nw", "nnw",
    ]

    package init?(_ text: String) {
        let words = text.folded.replacing("-", with: " ").trimmingBlanks()
        if let index = CompassPoint.names.firstIndex(of: words.filter { $0 != " " }) {
            degrees = Double(index) * 22.5
        } else if let degrees = CompassPoint.inWords(words) {
            self.degrees = degrees
        } else {
            return nil
        }
    }

    private static func inWords(_ words: String) -> Double? {
        for case .compass(let degrees) in Lexicon.surfers.terms(of: words) { return degrees }
        return nil
    }

    /// The nearest compass point, such as `WNW`. Empty if the direction is not finite.
    package static func nearest(to degrees: Double) -> String {
        guard degrees.isFinite else { return "" }
        let turns = (degrees / 22.5).rounded().truncatingRemainder(dividingBy: 16)
        return names[Int(turns < 0 ? turns + 16 : turns) % 16].uppercased()
    }

    /// The sector around the point: 22.5° to each side of points such as `N` and `NW`, 11.25° to each side of points
    /// such as `NNW`.
    var sector: (low: Double, high: Double) {
        let half = degrees.truncatingRemainder(dividingBy: 45) == 0 ? 22.5 : 11.25
        let low = degrees - half
        return (low < 0 ? low + 360 : low, (degrees + half).truncatingRemainder(dividingBy: 360))
    }
}

extension NumberText {
    /// Whether the text is a number without other content.
    static func isBare(_ text: String) -> Bool {
        !text.isEmpty && Double(text) != nil && text.utf8.allSatisfy { $0.isDigit || "+-.".utf8.contains($0) }
    }

    /// Replaces a decimal comma by a point and removes separators between thousands.
    /// - Parameter isWhole: Whether the number has no decimals, so that three digits after a comma are thousands.
    static func withPoint(_ text: String, isWhole: Bool = false) -> String {
        guard let comma = text.lastIndex(of: ","), comma > text.startIndex, comma < text.index(before: text.endIndex),
            text[text.index(before: comma)].isASCIIDigit, text[text.index(after: comma)].isASCIIDigit
        else { return text }
        let point = text.lastIndex(of: ".")
        let after = text[text.index(after: comma)...].prefix { $0.isASCIIDigit }.count
        if point.map({ $0 > comma }) ?? (isWhole && after == 3) { return text.replacing(",", with: "") }
        var text = text.replacing(".", with: "")
        if let comma = text.lastIndex(of: ",") { text.replaceSubrange(comma...comma, with: ".") }
        return text
    }
}
