import Foundation

/// Folding for comparisons with `[c]` and `[d]`, in memory and in SQL.
///
/// A folded string is in one canonical form, so that different encodings of one text are equal. Without `[d]` it is
/// composed (NFC), so that “café” does not contain “cafe”. `[d]` removes the marks that decomposition separates, such
/// as accents. The vowel signs, nukta and virama of Indic scripts and kana voicing stay, because they make other
/// letters. `[c]` applies simple case folding to each scalar: `ß` stays `ß`, and final sigma equals sigma.
package enum TextFolding {
    /// The folded string; the string itself without options.
    package static func fold(_ text: String, _ options: FetchPredicate.Options) -> String {
        if options.isEmpty { return text }
        var text = text
        return text.withUTF8 { fold($0, options) }
    }

    /// The folded string, from UTF-8 bytes.
    /// - Complexity: one pass; ASCII is not decomposed.
    package static func fold(_ utf8: UnsafeBufferPointer<UInt8>, _ options: FetchPredicate.Options) -> String {
        if options.isEmpty { return String(decoding: utf8, as: UTF8.self) }
        if isASCII(utf8) { return foldASCII(utf8, options) }
        var folded = String.UnicodeScalarView()
        for scalar in String(decoding: utf8, as: UTF8.self).decomposedStringWithCanonicalMapping.unicodeScalars {
            if options.contains(.diacriticInsensitive), isDiacritic(scalar) { continue }
            folded.append(options.contains(.caseInsensitive) ? foldCase(scalar) : scalar)
        }
        let text = String(folded)
        return options.contains(.diacriticInsensitive) ? text : text.precomposedStringWithCanonicalMapping
    }

    static func isASCII(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        utf8.allSatisfy { $0 < 0x80 }
    }

    static func foldCase(_ byte: UInt8) -> UInt8 {
        byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
    }

    private static func foldASCII(_ utf8: UnsafeBufferPointer<UInt8>, _ options: FetchPredicate.Options) -> String {
        guard options.contains(.caseInsensitive) else { return String(decoding: utf8, as: UTF8.self) }
        return String(unsafeUninitializedCapacity: utf8.count) { buffer in
            for index in utf8.indices { buffer[index] = foldCase(utf8[index]) }
            return utf8.count
        }
    }

    private static func isDiacritic(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass.rawValue > 9
    }

    private static func foldCase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.isASCII { return Unicode.Scalar(foldCase(UInt8(scalar.value))) }
        // Dotless i keeps its own case: through I it would become i.
        if scalar.value == 0x131 { return scalar }
        let upper = single(scalar.properties.uppercaseMapping) ?? scalar
        return single(upper.properties.lowercaseMapping) ?? single(scalar.properties.lowercaseMapping) ?? scalar
    }

    private static func single(_ text: String) -> Unicode.Scalar? {
        text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
    }
}
