extension [UInt8] {
    /// Appends a number's decimal digits without making a string.
    package mutating func append(decimal number: Int64) {
        let longest = 20
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longest) { digits in
            var start = longest
            var rest = number.magnitude
            repeat {
                start &-= 1
                let (tens, digit) = rest.quotientAndRemainder(dividingBy: 10)
                digits[start] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
                rest = tens
            } while rest > 0
            if number < 0 {
                start &-= 1
                digits[start] = UInt8(ascii: "-")
            }
            append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }

    /// Appends the shortest decimal that reads back as the same number, without a point if it is whole. Appends nothing
    /// if the number is not finite.
    package mutating func append(number: Double) {
        guard number.isFinite else { return }
        if abs(number) < 1e15, number == number.rounded() { return append(decimal: Int64(number)) }
        if !append(measured: number) { append(contentsOf: "\(number)".utf8) }
    }

    /// Appends a number with at most three decimals, as most measurements are, without making a string. Returns false
    /// for any other.
    ///
    /// The quotient of two integers that a Double holds exactly is the Double nearest to that decimal. With so few
    /// digits, no other decimal is as short.
    private mutating func append(measured number: Double) -> Bool {
        let magnitude = abs(number)
        guard magnitude < 1e11, magnitude >= 0.001 else { return false }
        var scale: Int64 = 10
        while scale <= 1_000 {
            let scaled = (magnitude * Double(scale)).rounded()
            if scaled / Double(scale) == magnitude {
                if number < 0 { append(UInt8(ascii: "-")) }
                append(shifted: Int64(scaled), scale: scale)
                return true
            }
            scale *= 10
        }
        return false
    }

    /// Appends `number / scale`, with as many decimals as the scale has zeros.
    private mutating func append(shifted number: Int64, scale: Int64) {
        let (whole, fraction) = number.quotientAndRemainder(dividingBy: scale)
        append(decimal: whole)
        append(UInt8(ascii: "."))
        var place = scale / 10
        while place > 0 {
            append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: fraction / place % 10))
            place /= 10
        }
    }
}
