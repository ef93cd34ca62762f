/// A number or range in a text, with its unit.
package struct Quantity {
    /// The text after a number.
    package enum Suffix {
        case unit(MeasureUnit)
        case nothing
        /// Letters directly after the number that are not a unit.
        case letters
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
    package func range(_ kind: MeasureKind, bare: MeasureUnit) -> ClosedRange<Double>? {
        guard let from = base(low, lowUnit, kind, bare), let to = base(high, highUnit, kind, bare) else { return nil }
        return from <= to ? from...to : to...from
    }

    private func base(_ number: Double, _ suffix: Suffix, _ kind: MeasureKind, _ bare: MeasureUnit) -> Double? {
        let value: Double
        switch suffix {
        case .unit(let unit) where unit.kind == kind: value = unit.inBase(number)
        case .nothing: value = bare.inBase(number)
        default: return nil
        }
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
        if case .unit(let unit) = first, unit.isMetre { low += (low < 0 ? -1 : 1) * centimetres() }
        var found = Quantity(low: low, high: low, lowUnit: first, highUnit: first, bytes: start..<position)
        if skipDash() {
            found.high = number()
            let second = suffix()
            found.highUnit = second
            if case .nothing = second { found.highUnit = first }
            if case .nothing = first { first = second }
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
        byte(index).isDigit || (byte(index) == UInt8(ascii: ".") && byte(index + 1).isDigit)
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
        let isMark = byte(position) == UInt8(ascii: ".") || byte(position) == UInt8(ascii: ",")
        guard isMark, byte(position + 1).isDigit else { return mantissa }
        position += 1
        while byte(position).isDigit {
            let next = digit()
            if scale < 1e15 { (mantissa, scale) = (mantissa * 10 + next, scale * 10) }
        }
        return mantissa / scale
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
        var start = position
        while byte(start).isBlank { start += 1 }
        for end in ends(ofWordAt: start) where end - start <= 8 {
            guard let unit = MeasureUnit.named(MeasureUnit.key(text[start..<end].lazy.map(\.lowercased))) else {
                continue
            }
            position = end
            return .unit(unit)
        }
        if let end = endOfPrime(start), let feet = MeasureUnit.named(MeasureUnit.key("'".utf8)) {
            position = end
            return .unit(feet)
        }
        return byte(position).isLetter ? .letters : .nothing
    }

    /// The possible ends of a unit that begins at `start`: after its letters and slashes, or before its slash.
    private func ends(ofWordAt start: Int) -> [Int] {
        var end = start
        var slash: Int?
        while byte(end).isLetter || (byte(end) == UInt8(ascii: "/") && end > start) {
            if slash == nil, byte(end) == UInt8(ascii: "/") { slash = end }
            end += 1
        }
        guard end > start else { return [] }
        return slash.map { [end, $0] } ?? [end]
    }

    private func endOfPrime(_ start: Int) -> Int? {
        guard start == position else { return nil }
        if byte(start) == UInt8(ascii: "'") { return start + 1 }
        return byte(start) == 0xE2 && byte(start + 1) == 0x80 && byte(start + 2) == 0xB2 ? start + 3 : nil
    }

    /// Skips `-`, a longer dash, `..` or `to` between two numbers. If there is none, skips nothing and returns false.
    private mutating func skipDash() -> Bool {
        var index = position
        while byte(index).isBlank { index += 1 }
        let spaced = index > position
        switch byte(index) {
        case UInt8(ascii: "-"): index += 1
        case 0xE2 where byte(index + 1) == 0x80 && (0x92...0x94).contains(byte(index + 2)): index += 3
        case UInt8(ascii: ".") where byte(index + 1) == UInt8(ascii: "."): index += 2
        case UInt8(ascii: "t") where spaced && byte(index + 1) == UInt8(ascii: "o") && byte(index + 2).isBlank:
            index += 2
        default: return false
        }
        while byte(index).isBlank { index += 1 }
        guard startsNumber(index) else { return false }
        position = index
        return true
    }
}
