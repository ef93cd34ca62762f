/// The kinds of names that notes mention with a sign before them: `#dawnie` is a tag, `@ana` a person.
package enum MentionKind: String, CaseIterable, Sendable {
    case tag, person

    /// The sign before a name.
    package var sign: UInt8 {
        switch self {
        case .tag: UInt8(ascii: "#")
        case .person: UInt8(ascii: "@")
        }
    }

    /// The word for several of them, which is a command and a JSON key too.
    package var plural: String {
        switch self {
        case .tag: "tags"
        case .person: "people"
        }
    }

    /// A name with its sign.
    package func signed(_ name: String) -> String { String(UnicodeScalar(sign)) + name }

    /// The name in a text, which may have its sign; nil if the text is not a name of this kind.
    package func name(_ text: String) -> String? {
        let bytes = text.utf8.first == sign ? Array(text.utf8) : [sign] + Array(text.utf8)
        return bytes.withUnsafeBufferPointer { bytes in
            var reader = MentionReader(self, bytes)
            guard let range = reader.next(), range == 1..<bytes.count else { return nil }
            return String(decoding: bytes[range], as: UTF8.self)
        }
    }
}
