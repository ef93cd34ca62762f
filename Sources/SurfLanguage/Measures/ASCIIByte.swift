extension UInt8 {
    /// Whether the byte is an ASCII digit.
    @inlinable package var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    /// Whether the byte is an ASCII letter.
    @inlinable package var isLetter: Bool { lowercased >= 0x61 && lowercased <= 0x7A }

    /// Whether the byte is a space or a tab.
    @inlinable package var isBlank: Bool { self == 0x20 || self == 0x09 }

    /// The byte, in lower case if it is an ASCII letter.
    @inlinable package var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self + 0x20 : self }
}

extension Character {
    /// Whether the character is one of `0` to `9`.
    var isASCIIDigit: Bool { asciiValue?.isDigit == true }
}
