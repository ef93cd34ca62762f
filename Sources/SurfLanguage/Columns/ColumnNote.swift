import Foundation

/// What a header says of the cells below it, in brackets or behind the name: a unit, a scale, an order, a zone, words.
package struct ColumnNote: Hashable, Sendable {
    /// How a time of two numbers is meant.
    enum Clock: Hashable, Sendable { case hoursAndMinutes, minutesAndSeconds }

    /// The unit of numbers that say none.
    var unit: Unit?
    /// The best rating; nil where that is not said.
    package var scale: Int?
    /// What comes first in dates of numbers.
    package var order: DateOrder?
    /// The name of the zone that dates are in.
    package var zone: String?
    var clock: Clock?
    /// The numbers that words stand for, by the words in small letters.
    package var words: [String: String] = [:]

    package init() {}

    /// Reads what stands in brackets; what is not understood says nothing.
    package init(text: String) {
        for part in ColumnNote.parts(text) { add(part) }
    }

    /// Reads what `--map` says behind a field; nil where a part of it is not understood.
    package init?(mapping text: String) {
        for part in ColumnNote.parts(text) where !add(part) { return nil }
    }

    private static func parts(_ text: String) -> [String] {
        text.split { $0 == "," || $0 == ";" }.map { String($0).trimmingBlanks() }.filter { !$0.isEmpty }
    }

    /// Takes one more thing; whether it was understood.
    @discardableResult
    mutating func add(_ text: String) -> Bool {
        if let sign = text.firstIndex(of: "=") {
            let (word, value) = (text[..<sign], text[text.index(after: sign)...])
            words[String(word).trimmingBlanks().folded] = String(value).trimmingBlanks()
            return true
        }
        let folded = text.folded
        if let unit = ColumnNote.unit(folded) {
            self.unit = unit
        } else if let scale = ColumnNote.scale(folded) {
            self.scale = scale
        } else if let clock = ColumnNote.clocks[folded] {
            self.clock = clock
        } else if let order = ColumnNote.order(folded) {
            self.order = order
        } else if let zone = ColumnNote.zone(text) {
            self.zone = zone
        } else {
            return false
        }
        return true
    }

    /// Whether it says the unit of numbers.
    package var hasUnit: Bool { unit != nil }

    /// Takes a unit of lengths that was assumed.
    package mutating func assume(_ units: LengthUnit) { unit = units == .feet ? .feet : .metres }

    /// Everything that it says, as it can be read again.
    package var text: String {
        var parts = [unit?.symbol, scale.map { "1-\($0)" }, order?.rawValue, zone].compactMap(\.self)
        if let clock { parts.append(clock == .hoursAndMinutes ? "h:mm" : "mm:ss") }
        return (parts + words.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }).joined(separator: ", ")
    }

    // MARK: Its kinds

    private static func unit(_ text: String) -> Unit? {
        let words = ["in ", "en ", "em "].first { text.hasPrefix($0) }.map { text.dropFirst($0.count) } ?? text[...]
        if ["bft", "beaufort"].contains(words) { return .beaufort }
        let line = TokenLine(plain: String(words).replacing("º", with: "°"))
        let grammar = Grammar(line: line, units: nil, order: nil)
        guard let unit = grammar.unit(0, grammar.tokens.count), unit.end == grammar.tokens.count else { return nil }
        return unit.value
    }

    /// `1-10`, `0 to 5`, `/10`, `out of 5`, `max 5`.
    private static func scale(_ text: String) -> Int? {
        let tokens = TokenLine(plain: text).tokens
        guard let last = tokens.last, last.kind == .digits, let scale = Int(last.key), (2...100).contains(scale) else {
            return nil
        }
        let marks = tokens.dropLast()
        let isScale = marks.allSatisfy { $0.isDash || scaleMarks.contains($0.key) }
        return isScale && !marks.isEmpty ? scale : nil
    }

    private static let scaleMarks: Set<String> = [
        "0", "1", "/", "to", "bis", "a", "ate", "out", "of", "von", "sur", "de", "max", "stars", "sterne", "x", "n",
    ]

    private static let clocks: [String: Clock] = [
        "h:mm": .hoursAndMinutes, "hh:mm": .hoursAndMinutes, "h:m": .hoursAndMinutes, "hh:mm:ss": .hoursAndMinutes,
        "h:mm:ss": .hoursAndMinutes, "mm:ss": .minutesAndSeconds, "m:ss": .minutesAndSeconds,
        "min:sec": .minutesAndSeconds, "min:s": .minutesAndSeconds,
    ]

    /// `DD/MM/YYYY`, `mdy`, `TT.MM.JJJJ`, `jj/mm/aaaa`.
    private static func order(_ text: String) -> DateOrder? {
        var letters: [Character] = []
        for character in text where character.isLetter && letters.last != character { letters.append(character) }
        guard letters.count == 3, text.allSatisfy({ $0.isLetter || "/.- ".contains($0) }) else { return nil }
        let saysYear = letters.contains("y") || letters.contains("a")
        let parts = letters.map { letter -> Character? in
            switch letter {
            case "m": "m"
            case "d", "t": "d"
            case "y", "a": "y"
            case "j": saysYear ? "d" : "y"
            default: nil
            }
        }
        return DateOrder(rawValue: String(parts.compactMap(\.self)))
    }

    private static func zone(_ text: String) -> String? {
        if ["utc", "gmt", "z"].contains(text.folded) { return "UTC" }
        return text.contains("/") && TimeZone(identifier: text) != nil ? text : nil
    }
}

extension Unit {
    /// It as it is written behind a number.
    var symbol: String {
        switch self {
        case .feet: "ft"
        case .metres: "m"
        case .centimetres: "cm"
        case .seconds: "s"
        case .minutes: "min"
        case .hours: "h"
        case .days: "d"
        case .weeks: "w"
        case .months: "months"
        case .years: "y"
        case .knots: "kts"
        case .milesPerHour: "mph"
        case .kilometresPerHour: "km/h"
        case .metresPerSecond: "m/s"
        case .beaufort: "Bft"
        case .fahrenheit: "°F"
        case .celsius: "°C"
        case .degrees: "°"
        case .waves: "waves"
        case .stars: "stars"
        }
    }
}
