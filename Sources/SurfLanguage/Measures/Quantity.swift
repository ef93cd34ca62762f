/// A number or range in a text, with its unit.
package struct Quantity {
    /// What follows a number.
    package enum Suffix: Equatable {
        case unit(Unit)
        case nothing
        /// A word that is not a unit. It begins at this byte, directly after the number if `isGlued`.
        case word(at: Int, isGlued: Bool)
    }

    package var low: Double
    package var high: Double
    package var lowUnit: Suffix
    package var highUnit: Suffix
    /// The bytes of the quantity, including its sign and unit.
    package var bytes: Range<Int>

    package init(low: Double, high: Double, lowUnit: Suffix, highUnit: Suffix, bytes: Range<Int>) {
        (self.low, self.high, self.lowUnit, self.highUnit) = (low, high, lowUnit, highUnit)
        self.bytes = bytes
    }

    /// Whether a unit is given.
    package var hasUnit: Bool {
        if case .unit = highUnit { return true }
        return false
    }

    /// The range in the base unit of `kind`. Nil if a unit is of another kind. `bare` is the unit of numbers without
    /// one.
    package func range(_ kind: MeasureKind, bare: LengthUnit) -> ClosedRange<Double>? {
        guard let from = base(low, lowUnit, kind, bare), let to = base(high, highUnit, kind, bare) else { return nil }
        return from <= to ? from...to : to...from
    }

    private func base(_ number: Double, _ suffix: Suffix, _ kind: MeasureKind, _ bare: LengthUnit) -> Double? {
        var unit = kind.bare(bare)
        if case .unit(let named) = suffix {
            if !kind.accepts(named) { return nil }
            unit = named
        }
        guard let unit, let base = kind.base else { return number.isFinite ? number : nil }
        let value = unit.converted(number, to: base)
        return value.isFinite ? value : nil
    }
}

/// Finds the quantities of a text from left to right. It reads each byte a bounded number of times.
struct QuantityScanner {
    private let text: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
    }

    /// The next quantity, or nil at the end.
    mutating func next() -> Quantity? {
        while position < text.count {
            if startsNumber(position) { return quantity() }
            position += 1
        }
        return nil
    }

    private mutating func quantity() -> Quantity {
        let start = position - (hasSign(before: position) ? 1 : 0)
        let negative = start < position && text[start] == UInt8(ascii: "-")
        var low = number()
        if negative { low.negate() }
        var first = suffix()
        if first == .unit(.metres) { low += (low < 0 ? -1 : 1) * centimetres() }
        var found = Quantity(low: low, high: low, lowUnit: first, highUnit: first, bytes: start..<position)
        if skipDash() {
            found.high = number()
            let second = suffix()
            found.highUnit = second
            if case .unit = second {} else if case .unit = first { found.highUnit = first }
            if case .unit = first {} else { first = found.highUnit }
            found.lowUnit = first
        } else if found.hasUnit, byte(position) == UInt8(ascii: "+") {
            position += 1
        }
        found.bytes = start..<position
        return found
    }

    private func byte(_ index: Int) -> UInt8 {
        index >= 0 && index < text.count ? text[index] : 0
    }

    private func startsNumber(_ index: Int) -> Bool {
        byte(index).isDigit || fraction(index) != nil || (byte(index) == UInt8(ascii: ".") && byte(index + 1).isDigit)
    }

    private func hasSign(before index: Int) -> Bool {
        let sign = byte(index - 1)
        guard sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") else { return false }
        return index == 1 || byte(index - 2).isBlank
    }

    private mutating func number() -> Double {
        var mantissa = 0.0
        var scale = 1.0
        while byte(position).isDigit { mantissa = mantissa * 10 + digit() }
        if let part = partOfOne() { return mantissa + part }
        let isMark = byte(position) == UInt8(ascii: ".") || byte(position) == UInt8(ascii: ",")
        guard isMark, byte(position + 1).isDigit else { return mantissa }
        position += 1
        while byte(position).isDigit {
            let next = digit()
            if scale < 1e15 { (mantissa, scale) = (mantissa * 10 + next, scale * 10) }
        }
        return mantissa / scale
    }

    /// The `½` of `2½`, or the `1/2` of `2 1/2`.
    private mutating func partOfOne() -> Double? {
        if let part = fraction(position) {
            position += 2
            return part
        }
        let start = position + 1
        guard position > 0, byte(position - 1).isDigit, byte(position).isBlank, byte(start).isDigit,
            byte(start + 1) == UInt8(ascii: "/"), byte(start + 2).isDigit, !byte(start + 3).isDigit
        else { return nil }
        let (part, whole) = (Double(text[start] - 0x30), Double(text[start + 2] - 0x30))
        guard part < whole, [2, 3, 4, 8].contains(whole) else { return nil }
        position = start + 3
        return part / whole
    }

    /// `¼`, `½`, `¾`.
    private func fraction(_ index: Int) -> Double? {
        guard byte(index) == 0xC2, (0xBC...0xBE).contains(byte(index + 1)) else { return nil }
        return Double(byte(index + 1) - 0xBB) / 4
    }

    /// The index after blanks of any width.
    private func afterBlanks(_ start: Int) -> Int {
        var index = start
        while true {
            if byte(index).isBlank {
                index += 1
            } else if byte(index) == 0xC2, byte(index + 1) == 0xA0 {
                index += 2
            } else if byte(index) == 0xE2, byte(index + 1) == 0x80,
                (0x80...0x8A).contains(byte(index + 2)) || byte(index + 2) == 0xAF
            {
                index += 3
            } else {
                return index
            }
        }
    }

    /// The `50` of `1m50`, in metres.
    private mutating func centimetres() -> Double {
        guard byte(position).isDigit, byte(position + 1).isDigit, !byte(position + 2).isDigit,
            !byte(position + 2).isLetter, byte(position - 1).isLetter
        else { return 0 }
        return (digit() * 10 + digit()) / 100
    }

    private mutating func digit() -> Double {
        defer { position += 1 }
        return Double(text[position] - UInt8(ascii: "0"))
    }

    /// Reads the unit after a number, skipping blanks. A word that is not a unit is left unread.
    private mutating func suffix() -> Quantity.Suffix {
        let start = afterBlanks(position)
        for end in ends(ofWordAt: start) {
            guard let unit = Unit(name: text[start..<end]) else { continue }
            position = end
            return .unit(unit)
        }
        if let end = endOfPrime(start) {
            position = end
            return .unit(.feet)
        }
        let isWord = byte(start).isLetter || byte(start) >= 0xC3 && byte(start) < 0xE2
        return isWord ? .word(at: start, isGlued: start == position) : .nothing
    }

    /// The possible ends of a unit that begins at `start`: after its letters and slashes, or before its slash.
    private func ends(ofWordAt start: Int) -> [Int] {
        var end = start
        var slash: Int?
        while byte(end).isLetter || isAccent(end) || (byte(end) == UInt8(ascii: "/") && end > start) {
            if slash == nil, byte(end) == UInt8(ascii: "/") { slash = end }
            end += 1
        }
        guard end > start else { return [] }
        return slash.map { [end, $0] } ?? [end]
    }

    /// Whether the byte belongs to a letter with an accent.
    private func isAccent(_ index: Int) -> Bool {
        byte(index) == 0xC3 || byte(index) == 0xC5
            || index > 0 && byte(index) & 0xC0 == 0x80 && [0xC3, 0xC5].contains(byte(index - 1))
    }

    /// The end of a mark of feet. Before another digit it is that of a board's length.
    private func endOfPrime(_ start: Int) -> Int? {
        guard start == position else { return nil }
        let isPrime = byte(start) == 0xE2 && byte(start + 1) == 0x80 && [0xB2, 0x99].contains(byte(start + 2))
        let end = byte(start) == UInt8(ascii: "'") ? start + 1 : isPrime ? start + 3 : nil
        return end.flatMap { byte($0).isDigit ? nil : $0 }
    }

    /// Skips `-`, a longer dash, `..` or `to` between two numbers. If there is none, skips nothing and returns false.
    private mutating func skipDash() -> Bool {
        var index = afterBlanks(position)
        let spaced = index > position
        switch byte(index) {
        case UInt8(ascii: "-"): index += 1
        case 0xE2 where byte(index + 1) == 0x80 && (0x92...0x94).contains(byte(index + 2)): index += 3
        case UInt8(ascii: ".") where byte(index + 1) == UInt8(ascii: "."): index += 2
        case UInt8(ascii: "t") where spaced && byte(index + 1) == UInt8(ascii: "o") && byte(index + 2).isBlank:
            index += 2
        default: return false
        }
        index = afterBlanks(index)
        guard startsNumber(index) else { return false }
        position = index
        return true
    }
}
