extension [UInt8] {
    /// Appends a number's decimal digits, without making a string.
    mutating func append(decimal number: Int64) {
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

    /// Appends the shortest decimal that is read back as the number, a whole one without a point; nothing for one that no
    /// decimal says.
    mutating func append(number: Double) {
        guard number.isFinite else { return }
        if abs(number) < 1e15, number == number.rounded() { return append(decimal: Int64(number)) }
        append(contentsOf: "\(number)".utf8)
    }
}
