import Foundation

/// A text to search for, folded once.
///
/// As a predicate: `CONTAINS[cd]`, with `c` and `d` as the two options say.
package struct TextMatch: Equatable, Sendable {
    private let folded: [UInt8]
    private let options: String.CompareOptions
    private let isASCII: Bool

    /// Complexity: linear in the text.
    package init(_ needle: String, caseInsensitive: Bool = true, diacriticInsensitive: Bool = true) {
        var options: String.CompareOptions = []
        if caseInsensitive { options.insert(.caseInsensitive) }
        if diacriticInsensitive { options.insert(.diacriticInsensitive) }
        self.options = options
        folded = TextMatch.fold(needle, options)
        isASCII = folded.allSatisfy { $0 < 0x80 }
    }

    /// Whether the text occurs in `haystack`; an empty one occurs in every text.
    ///
    /// Canonically equivalent texts are equal. Complexity: no allocation where `haystack` is ASCII.
    package func occurs(in haystack: String) -> Bool {
        var haystack = haystack
        let fast: Bool? = haystack.withUTF8 { bytes in
            guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
            return isASCII && find(in: bytes)
        }
        return fast ?? TextMatch.fold(haystack, options).withUnsafeBufferPointer { find(in: $0) }
    }

    /// Whether `needle` occurs in `haystack`.
    package static func contains(
        _ haystack: String, _ needle: String, caseInsensitive: Bool, diacriticInsensitive: Bool
    ) -> Bool {
        TextMatch(needle, caseInsensitive: caseInsensitive, diacriticInsensitive: diacriticInsensitive)
            .occurs(in: haystack)
    }

    private static func fold(_ text: String, _ options: String.CompareOptions) -> [UInt8] {
        Array(text.folding(options: options, locale: nil).precomposedStringWithCanonicalMapping.utf8)
    }

    private func find(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = folded.first else { return true }
        guard bytes.count >= folded.count else { return false }
        let ignoresCase = options.contains(.caseInsensitive)
        for start in 0...(bytes.count - folded.count) where same(bytes[start], first, ignoresCase) {
            if folded.indices.allSatisfy({ same(bytes[start + $0], folded[$0], ignoresCase) }) { return true }
        }
        return false
    }

    private func same(_ byte: UInt8, _ folded: UInt8, _ ignoresCase: Bool) -> Bool {
        (ignoresCase ? byte.lowercased : byte) == folded
    }
}
