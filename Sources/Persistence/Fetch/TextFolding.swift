import Foundation

/// What comparisons with `[c]` and `[d]` overlook, decided in one place for memory and SQL.
///
/// A folded text is in one canonical form, so that forms of one text are equal: composed (NFC) where marks count, so that
/// “cafe” is no part of “café”. `[d]` drops the marks that decomposition sets free (accents; the vowel signs, nukta and
/// virama of Indic scripts and kana voicing stay, because they make other letters). `[c]` maps each scalar by simple case folding: `ß` stays `ß`, final sigma equals sigma.
package enum TextFolding {
    /// The folded text; the text itself without options.
    package static func fold(_ text: String, _ options: FetchPredicate.Options) -> String {
        if options.isEmpty { return text }
        var text = text
        return text.withUTF8 { fold($0, options) }
    }

    /// The folded text of UTF-8 bytes.
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
        // Dotless i has a case of its own.
        if scalar.value == 0x131 { return scalar }
        let upper = single(scalar.properties.uppercaseMapping) ?? scalar
        return single(upper.properties.lowercaseMapping) ?? single(scalar.properties.lowercaseMapping) ?? scalar
    }

    private static func single(_ text: String) -> Unicode.Scalar? {
        text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
    }
}
