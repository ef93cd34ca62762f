import Persistence
import SurfLanguage

/// A name to find in notes as a whole word with its sign, ignoring case and accents.
package struct MentionMatch: Equatable, Sendable {
    package let kind: MentionKind
    /// The name as typed, without its sign.
    package let name: String
    private let folded: String

    /// - Parameter name: The name, without its sign.
    package init(_ kind: MentionKind, _ name: String) {
        (self.kind, self.name) = (kind, name)
        folded = MentionMatch.folded(name)
    }

    /// A name as it is compared.
    package static func folded(_ name: String) -> String {
        TextFolding.fold(name, [.caseInsensitive, .diacriticInsensitive])
    }

    /// The names that a text mentions, each once, in order, and as it is written first.
    package static func names(_ kind: MentionKind, in bytes: UnsafeBufferPointer<UInt8>) -> [String] {
        var reader = MentionReader(kind, bytes)
        var (names, known): ([String], [String]) = ([], [])
        while let range = reader.next() {
            let name = String(decoding: bytes[range], as: UTF8.self)
            let folded = folded(name)
            if known.contains(folded) { continue }
            names.append(name)
            known.append(folded)
        }
        return names
    }

    /// The names that a text mentions; none without a text.
    package static func names(_ kind: MentionKind, in text: String?) -> [String] {
        guard var text else { return [] }
        return text.withUTF8 { names(kind, in: $0) }
    }

    /// The name with its sign. Every text that mentions the name contains it, ignoring case and accents.
    package var signed: String { kind.signed(name) }

    /// Whether a text mentions the name.
    func occurs(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var reader = MentionReader(kind, bytes)
        while let range = reader.next() { if isName(bytes, range) { return true } }
        return false
    }

    /// The text with a new name at each mention of this one; nil if there is none.
    func replaced(in bytes: UnsafeBufferPointer<UInt8>, by new: String) -> String? {
        var reader = MentionReader(kind, bytes)
        var (replaced, copied): ([UInt8], Int) = ([], 0)
        while let range = reader.next() {
            guard isName(bytes, range) else { continue }
            replaced += bytes[copied..<range.lowerBound]
            replaced += new.utf8
            copied = range.upperBound
        }
        return copied == 0 ? nil : String(decoding: replaced + bytes[copied...], as: UTF8.self)
    }

    private func isName(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        let name = UnsafeBufferPointer(rebasing: bytes[range])
        return TextFolding.fold(name, [.caseInsensitive, .diacriticInsensitive]) == folded
    }
}
