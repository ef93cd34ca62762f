import Foundation

/// A key or paste, decoded from the terminal's bytes.
enum TypedKey: Equatable {
    /// A control character, or the first scalar of another key's sequence.
    case control(Unicode.Scalar)
    /// A grapheme cluster, as far as it arrived at once.
    case character(Character)
    /// Pasted text.
    case paste(String)
    /// The end of input.
    case end
}

/// Reads keys from bytes that arrive one by one.
///
/// It reads no more bytes than a key needs, so type-ahead stays in the terminal.
struct TypedKeyReader {
    /// The source of the bytes.
    struct Source {
        /// Waits for the next byte. Nil at the end.
        var next: () -> UInt8?
        /// Whether a byte arrives within the given time.
        var isReady: (_ milliseconds: Int32) -> Bool
    }

    /// The longest time that the rest of a sequence may take, in milliseconds.
    private static let patience: Int32 = 50
    /// The same within what may be the mark of a paste.
    private static let patienceInMarks: Int32 = 1000
    private static let pasteStart = Array("\u{1B}[200~".utf8)
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    private let source: Source
    /// Bytes that were read but not used, the next one last.
    private var held: [UInt8] = []
    /// Whether the last key was Escape by itself.
    private var wasEscape = false

    init(_ source: Source) { self.source = source }

    /// Whether a key can be read without waiting.
    var hasInput: Bool { !held.isEmpty || source.isReady(0) }

    /// Waits for a key and reads it.
    mutating func next() -> TypedKey {
        guard let byte = nextByte() else { return .end }
        if byte == 0x1B { return escape() }
        if wasEscape {
            wasEscape = false
            if byte == UInt8(ascii: "["), let key = lateMark(byte) { return key }
        }
        if byte < 0x20 || byte == 0x7F { return .control(Unicode.Scalar(byte)) }
        guard let first = scalar(from: byte) else { return next() }
        return .character(cluster(from: first))
    }

    /// Reads Escape by itself, the start of another key's sequence, or a paste. The end of a paste that did not begin is
    /// skipped.
    private mutating func escape() -> TypedKey {
        let seen = mark(after: [0x1B])
        if seen == TypedKeyReader.pasteStart { return paste() }
        if seen == TypedKeyReader.pasteEnd { return next() }
        held += seen.dropFirst().reversed()
        wasEscape = seen.count == 1
        return .control("\u{1B}")
    }

    /// Reads on as long as the bytes may be one of a paste's marks. A mark that has begun may take longer to arrive than
    /// the sequence of a key.
    private mutating func mark(after start: [UInt8]) -> [UInt8] {
        var seen = start
        let marks = [TypedKeyReader.pasteStart, TypedKeyReader.pasteEnd]
        while !marks.contains(seen), marks.contains(where: { $0.starts(with: seen) }) {
            let patience = seen.count < 3 ? TypedKeyReader.patience : TypedKeyReader.patienceInMarks
            guard isReady(patience), let byte = nextByte() else { break }
            seen.append(byte)
        }
        return seen
    }

    /// Reads the rest of a mark whose Escape arrived so early that it was read as a key. Nil if it is none.
    private mutating func lateMark(_ byte: UInt8) -> TypedKey? {
        let seen = mark(after: [0x1B, byte])
        if seen == TypedKeyReader.pasteStart { return paste() }
        if seen == TypedKeyReader.pasteEnd { return next() }
        held += seen.dropFirst(2).reversed()
        return nil
    }

    /// Reads pasted text. Ctrl-C cancels it. Text above the size limit is dropped entirely, and the bell rings.
    private mutating func paste() -> TypedKey {
        var (bytes, isTooLong) = ([UInt8](), false)
        while !bytes.suffix(TypedKeyReader.pasteEnd.count).elementsEqual(TypedKeyReader.pasteEnd) {
            guard let byte = nextByte() else { return .end }
            if byte == 0x03 { return .control("\u{03}") }
            bytes.append(byte)
            if bytes.count > ScriptLine.sizeLimit + TypedKeyReader.pasteEnd.count {
                bytes.removeSubrange(0..<ScriptLine.sizeLimit)
                isTooLong = true
            }
        }
        if isTooLong { return .control("\u{07}") }
        return .paste(String(decoding: bytes.dropLast(TypedKeyReader.pasteEnd.count), as: UTF8.self))
    }

    /// The scalar with the combining scalars that have already arrived, such as accents.
    private mutating func cluster(from first: Unicode.Scalar) -> Character {
        var cluster = Character(first)
        while hasInput, let byte = nextByte() {
            guard byte >= 0x80 else {
                held.append(byte)
                break
            }
            guard let scalar = scalar(from: byte) else { continue }
            let longer = String(cluster) + String(Character(scalar))
            guard longer.count == 1 else {
                held += String(Character(scalar)).utf8.reversed()
                break
            }
            cluster = Character(longer)
        }
        return cluster
    }

    /// The scalar that begins with a byte. Nil for C1 controls, U+FFFD for bytes that are not UTF-8.
    private mutating func scalar(from byte: UInt8) -> Unicode.Scalar? {
        var bytes = [byte]
        let count = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        while bytes.count < count, byte >= 0xC2, isReady(TypedKeyReader.patience), let more = nextByte() {
            guard more & 0xC0 == 0x80 else {
                held.append(more)
                break
            }
            bytes.append(more)
        }
        let scalar = String(decoding: bytes, as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}"
        return (0x80..<0xA0).contains(scalar.value) ? nil : scalar
    }

    private func isReady(_ milliseconds: Int32) -> Bool { !held.isEmpty || source.isReady(milliseconds) }

    private mutating func nextByte() -> UInt8? { held.popLast() ?? source.next() }
}
