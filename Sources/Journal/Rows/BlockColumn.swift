import SurfLanguage

/// A column of output, with the position of its values in row blocks.
package enum BlockColumn: Equatable, Sendable {
    case id, rev, sample
    case date(Int)
    case integer(Int)
    case number(Int)
    case text(Int)
    /// Names in the notes.
    case mentions(MentionKind, Int)
    /// A field that is not in the store.
    case absent

    package init(_ column: EntryColumn, in block: RecordBlock) {
        switch column {
        case .id: self = .id
        case .rev: self = .rev
        case .sample: self = .sample
        case .field(let field): self = block.column(field).map { BlockColumn(field.kind, $0) } ?? .absent
        case .mentions(let kind): self = block.column(.notes).map { .mentions(kind, $0) } ?? .absent
        }
    }

    private init(_ kind: EntryField.Kind, _ slot: Int) {
        switch kind {
        case .date: self = .date(slot)
        case .integer: self = .integer(slot)
        case .number: self = .number(slot)
        case .text, .zone, .measure: self = .text(slot)
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the bytes are UTF-8. Complexity: linear, eight bytes at a time where they are ASCII.
    package var isUTF8: Bool {
        let raw = UnsafeRawBufferPointer(self)
        var index = 0
        while index &+ 8 <= count {
            let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if word & 0x8080_8080_8080_8080 != 0 { return String(validating: self, as: UTF8.self) != nil }
            index &+= 8
        }
        while index < count {
            if self[index] >= 0x80 { return String(validating: self, as: UTF8.self) != nil }
            index &+= 1
        }
        return true
    }
}
