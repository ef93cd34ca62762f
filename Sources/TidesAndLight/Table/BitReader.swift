/// Reads integers and texts of any width from bytes, the most significant bit first, and never beyond a given end.
///
/// A read beyond the end, or of a width that no field has, returns nil and leaves the position where it was.
struct BitReader {
    private let bytes: UnsafeRawBufferPointer
    /// The position of the next bit, counted from the beginning of the bytes.
    private(set) var position: Int
    private let end: Int

    /// - Parameter range: The bytes to read. It is cut to those that are there.
    init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
        let range = range.clamped(to: 0..<bytes.count)
        self.bytes = bytes
        (position, end) = (range.lowerBound * 8, range.upperBound * 8)
    }

    /// An unsigned number of 0...32 bits. A number of no bits is 0.
    mutating func unsigned(_ bits: Int) -> Int? {
        guard (0...32).contains(bits), bits <= end - position else { return nil }
        if bits == 0 { return 0 }
        let first = position >> 3
        let last = (position + bits - 1) >> 3
        var window: UInt64 = 0
        for index in first...last { window = window << 8 | UInt64(bytes[index]) }
        let unused = (last + 1) * 8 - position - bits
        position += bits
        let mask: UInt64 = (1 << bits) - 1
        return Int(window >> unused & mask)
    }

    /// Skips bits, at most up to the end.
    mutating func skip(_ bits: Int) { position = min(end, position + bits) }

    /// A number of 1...32 bits in two's complement.
    mutating func signed(_ bits: Int) -> Int? {
        guard bits > 0, let number = unsigned(bits) else { return nil }
        return number >> (bits - 1) == 0 ? number : number - 1 << bits
    }

    /// An ISO 8859-1 text up to its terminating zero, which is read too.
    /// - Parameter longest: The most bytes of the text. Nil for a longer one.
    mutating func text(longest: Int) -> String? {
        let start = position
        var scalars = String.UnicodeScalarView()
        for _ in 0...longest {
            guard let byte = unsigned(8) else { break }
            if byte == 0 { return String(scalars) }
            scalars.append(Unicode.Scalar(UInt8(byte)))
        }
        position = start
        return nil
    }

    /// Skips a text up to its terminating zero. False if there is none within `longest` bytes.
    mutating func skipText(longest: Int) -> Bool {
        let start = position
        for _ in 0...longest {
            guard let byte = unsigned(8) else { break }
            if byte == 0 { return true }
        }
        position = start
        return false
    }
}
