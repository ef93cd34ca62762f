/// The string operators of predicates, over UTF-8 bytes. Every string begins with, ends with and contains "".
package enum TextTest: String, Sendable, Equatable, CaseIterable {
    case beginsWith
    case endsWith
    case contains
    case like

    /// Whether `text` passes the test. `pattern` is already folded; `text` is folded here.
    package func holds(
        _ text: UnsafeBufferPointer<UInt8>, _ pattern: UnsafeBufferPointer<UInt8>, _ options: FetchPredicate.Options
    ) -> Bool {
        if options.isEmpty || (!options.contains(.caseInsensitive) && TextFolding.isASCII(text)) {
            return holds(text, pattern)
        }
        if self == .contains, TextFolding.isASCII(text) {
            return TextTest.contains(text, pattern) { TextFolding.foldCase($0) }
        }
        var folded = TextFolding.fold(text, options)
        return folded.withUTF8 { holds($0, pattern) }
    }

    private func holds(_ text: UnsafeBufferPointer<UInt8>, _ pattern: UnsafeBufferPointer<UInt8>) -> Bool {
        switch self {
        case .beginsWith: text.starts(with: pattern)
        case .endsWith: text.count >= pattern.count && text.suffix(pattern.count).elementsEqual(pattern)
        case .contains: TextTest.contains(text, pattern) { $0 }
        case .like: TextLike.matches(text, pattern)
        }
    }

    private static func contains(
        _ text: UnsafeBufferPointer<UInt8>, _ pattern: UnsafeBufferPointer<UInt8>, _ fold: (UInt8) -> UInt8
    ) -> Bool {
        guard let first = pattern.first else { return true }
        guard text.count >= pattern.count else { return false }
        for start in 0...(text.count - pattern.count) where fold(text[start]) == first {
            var length = 1
            while length < pattern.count, fold(text[start + length]) == pattern[length] { length += 1 }
            if length == pattern.count { return true }
        }
        return false
    }
}

extension TextTest {
    /// The same test for strings; folds the pattern too.
    package func holds(_ text: String, _ pattern: String, _ options: FetchPredicate.Options) -> Bool {
        var text = text
        var pattern = TextFolding.fold(pattern, options)
        return text.withUTF8 { textBytes in
            pattern.withUTF8 { holds(textBytes, $0, options) }
        }
    }
}

/// `LIKE`: `*` is any text, `?` any character (a scalar and the marks after it), and `\` makes the next one literal.
enum TextLike {
    /// Whether the whole text matches.
    /// - Complexity: O(text × pattern), because only the last `*` is ever tried again.
    static func matches(_ text: UnsafeBufferPointer<UInt8>, _ pattern: UnsafeBufferPointer<UInt8>) -> Bool {
        var here = 0
        var at = 0
        var retry: (text: Int, pattern: Int)?
        while true {
            if at < pattern.count, pattern[at] == UInt8(ascii: "*") {
                at += 1
                retry = (here, at)
            } else if let next = step(text, here, pattern, at) {
                (here, at) = next
            } else if here == text.count && at == pattern.count {
                return true
            } else if let last = retry, last.text < text.count {
                retry = (last.text + 1, last.pattern)
                (here, at) = (last.text + 1, last.pattern)
            } else {
                return false
            }
        }
    }

    private static func step(
        _ text: UnsafeBufferPointer<UInt8>, _ here: Int, _ pattern: UnsafeBufferPointer<UInt8>, _ at: Int
    ) -> (Int, Int)? {
        guard here < text.count, at < pattern.count else { return nil }
        switch pattern[at] {
        case UInt8(ascii: "?"):
            return isInsideScalar(text[here]) ? nil : (endOfCharacter(text, here), at + 1)
        case UInt8(ascii: "\\") where at + 1 < pattern.count:
            return text[here] == pattern[at + 1] ? (here + 1, at + 2) : nil
        case let byte:
            return text[here] == byte ? (here + 1, at + 1) : nil
        }
    }

    private static func isInsideScalar(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

    private static func endOfCharacter(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        var end = endOfScalar(text, start)
        while end < text.count, text[end] >= 0x80 {
            let next = endOfScalar(text, end)
            guard let scalar = String(decoding: text[end..<next], as: UTF8.self).unicodeScalars.first,
                scalar.properties.generalCategory == .nonspacingMark
            else { break }
            end = next
        }
        return end
    }

    private static func endOfScalar(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        var end = start + 1
        while end < text.count, isInsideScalar(text[end]) { end += 1 }
        return end
    }
}
