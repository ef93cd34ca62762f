extension String {
    /// The text, or its start and an ellipsis if it is longer than `count` bytes of UTF-8.
    package func cut(utf8 count: Int) -> String { utf8.count <= count ? self : prefix(utf8: count) + "\u{2026}" }

    /// The longest start of whole scalars in at most `count` bytes of UTF-8.
    package func prefix(utf8 count: Int) -> String {
        guard utf8.count > count else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: count)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(unicodeScalars[..<end])
    }

    /// The longest end of whole scalars in at most `count` bytes of UTF-8.
    package func suffix(utf8 count: Int) -> String {
        guard utf8.count > count else { return self }
        var start = utf8.index(utf8.endIndex, offsetBy: -count)
        while start.samePosition(in: unicodeScalars) == nil { start = utf8.index(after: start) }
        return String(unicodeScalars[start...])
    }
}
