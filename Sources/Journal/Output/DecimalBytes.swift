extension [UInt8] {
    /// Appends a number's decimal digits, without making a string.
    mutating func append(decimal number: Int64) {
        if number < 0 { append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        let start = count
        repeat {
            append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        self[start...].reverse()
    }

    /// Appends the shortest decimal that is read back as the number, a whole one without a point; nothing for one that no
    /// decimal says.
    mutating func append(number: Double) {
        guard number.isFinite else { return }
        if abs(number) < 1e15, number == number.rounded() { return append(decimal: Int64(number)) }
        append(contentsOf: "\(number)".utf8)
    }
}
