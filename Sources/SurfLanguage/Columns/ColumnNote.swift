import Foundation

/// What a header says about its cells, in brackets or after the name: a unit, a scale, a date order, a zone, words.
package struct ColumnNote: Hashable, Sendable {
    /// The meaning of a time with two numbers.
    enum Clock: Hashable, Sendable { case hoursAndMinutes, minutesAndSeconds }

    /// The unit of numbers without one.
    var unit: Unit?
    /// The highest rating, or nil if unknown.
    package var scale: Int?
    /// The order of numeric dates.
    package var order: DateOrder?
    /// The name of the zone of dates.
    package var zone: String?
    var clock: Clock?
    /// Whether the letter `O` in a direction is west, as in French, Spanish and Portuguese, or east, as in German. Nil if
    /// the header's language is neither.
    var west: Bool?
    /// The numbers that words stand for, by word in lower case.
    package var words: [String: String] = [:]

    package init() {}

    /// Parses the text in brackets. Parts that are not understood are ignored.
    package init(text: String) {
        for part in ColumnNote.parts(text) { add(part) }
    }

    /// Parses the text after a field in `--map`. Nil if part of it is not understood.
    package init?(mapping text: String) {
        for part in ColumnNote.parts(text) where !add(part) { return nil }
    }

    private static func parts(_ text: String) -> [String] {
        text.split { $0 == "," || $0 == ";" }.map { String($0).trimmingBlanks() }.filter { !$0.isEmpty }
    }

    /// Adds a part. Returns whether it was understood.
    @discardableResult
    mutating func add(_ text: String) -> Bool {
        if let sign = text.firstIndex(of: "=") {
            let (word, value) = (text[..<sign], text[text.index(after: sign)...])
            words[String(word).trimmingBlanks().folded] = String(value).trimmingBlanks()
            return true
        }
        let folded = text.folded
        if folded == ColumnNote.westText || folded == ColumnNote.eastText {
            west = folded == ColumnNote.westText
        } else if let unit = ColumnNote.unit(folded) {
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

    /// Whether the note has a unit.
    package var hasUnit: Bool { unit != nil }

    /// Sets an assumed unit of length.
    package mutating func assume(_ units: LengthUnit) { unit = units == .feet ? .feet : .metres }

    /// The note as text that can be parsed again.
    package var text: String {
        var parts = [unit?.definition.symbol, scale.map { "1-\($0)" }, order?.rawValue, zone].compactMap(\.self)
        if let west { parts.append(west ? ColumnNote.westText : ColumnNote.eastText) }
        if let clock { parts.append(clock == .hoursAndMinutes ? "h:mm" : "mm:ss") }
        return (parts + words.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }).joined(separator: ", ")
    }

    private static let (westText, eastText) = ("o is west", "o is east")

    // MARK: Parts

    private static func unit(_ text: String) -> Unit? {
        let words = ["in ", "en ", "em "].first { text.hasPrefix($0) }.map { text.dropFirst($0.count) } ?? text[...]
        if ["bft", "beaufort"].contains(words) { return .beaufort }
        let line = TokenLine(plain: String(words).replacing("º", with: "°"))
        let grammar = Grammar(line: line, units: nil, order: nil)
        guard let unit = grammar.unit(0, grammar.tokens.count), unit.end == grammar.tokens.count else { return nil }
        return unit.value
    }

    /// A rating scale: `1-10`, `0 to 5`, `/10`, `out of 5`, `max 5`.
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

    /// A date order: `DD/MM/YYYY`, `mdy`, `TT.MM.JJJJ`, `jj/mm/aaaa`.
    private static func order(_ text: String) -> DateOrder? {
        var letters: [Character] = []
        for character in text where character.isLetter && letters.last != character { letters.append(character) }
        guard letters.count == 3, text.allSatisfy({ $0.isLetter || "/.- ".contains($0) }) else { return nil }
        let namesYear = letters.contains("y") || letters.contains("a")
        let parts = letters.map { letter -> Character? in
            switch letter {
            case "m": "m"
            case "d", "t": "d"
            case "y", "a": "y"
            case "j": namesYear ? "d" : "y"
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
