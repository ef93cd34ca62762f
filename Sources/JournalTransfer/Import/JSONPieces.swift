import Journal

/// An object of a JSON file, not parsed yet.
struct JSONPiece: Equatable, Sendable {
    /// The line on which the object begins, from 1.
    var line: Int
    var raw: [UInt8]
}

/// Splits a JSON file into objects, piece by piece: the elements of one array, those of the first array of objects in one
/// object, or one object per line.
///
/// Call `append` with the next bytes, then `next` until it returns nil, and repeat. Memory: one element and the bytes
/// last appended.
struct JSONPieces: Sendable {
    enum Kind { case array, member, lines }

    private enum Place {
        case beforeMember, beforeArray, beforeElement, inElement, afterElement, afterArray
    }

    private let isArray: Bool
    private let isMember: Bool
    private var member = JSONMember()
    private var bytes: [UInt8] = []
    /// The start of the current element.
    private var start = 0
    private var position = 0
    private var line = 1
    private var firstLine = 1
    private var place: Place
    private var nesting = JSONNesting()
    private var hasElements = false
    private var isFinished = false

    init(_ kind: Kind) {
        isArray = kind != .lines
        switch kind {
        case .array: place = .beforeArray
        case .member: place = .beforeMember
        case .lines: place = .beforeElement
        }
        isMember = kind == .member
    }

    mutating func append(_ more: ArraySlice<UInt8>) {
        let done = place == .inElement ? start : position
        bytes.removeFirst(done)
        (start, position) = (start - done, position - done)
        bytes.append(contentsOf: more)
    }

    mutating func finish() { isFinished = true }

    /// The next object, or nil if more bytes are needed to complete it.
    mutating func next() throws(ImportError) -> JSONPiece? {
        while position < bytes.count {
            if place == .beforeMember {
                findMember()
            } else if isMember, place == .afterArray {
                position = bytes.count
            } else if place != .inElement {
                try step(bytes[position])
            } else if endsElement(bytes[position]) {
                place = isArray ? .afterElement : .beforeElement
                return try piece(to: position)
            } else {
                look(at: bytes[position])
            }
        }
        return try last()
    }

    // MARK: Between elements

    /// Passes over what is before the array.
    private mutating func findMember() {
        let byte = bytes[position]
        if member.begins(at: byte) {
            (start, firstLine, place, hasElements) = (position, line, .inElement, true)
        } else {
            if byte == 0x0A { line += 1 }
            position += 1
        }
    }

    private mutating func step(_ byte: UInt8) throws(ImportError) {
        if byte.isJSONBlank {
            if byte == 0x0A { line += 1 }
            position += 1
            return
        }
        switch (place, byte) {
        case (.beforeArray, UInt8(ascii: "[")): place = .beforeElement
        case (.beforeArray, _): throw .broken(line: line, .noArray)
        case (.beforeElement, UInt8(ascii: "]")) where isArray && !hasElements: place = .afterArray
        case (.beforeElement, UInt8(ascii: ",")) where isArray, (.beforeElement, UInt8(ascii: "]")) where isArray:
            throw .broken(line: line, .strayText)
        case (.beforeElement, _):
            (start, firstLine, place, hasElements) = (position, line, .inElement, true)
            return
        case (.afterElement, UInt8(ascii: ",")): place = .beforeElement
        case (.afterElement, UInt8(ascii: "]")): place = .afterArray
        default: throw .broken(line: line, .strayText)
        }
        position += 1
    }

    /// Handles the remaining bytes at the end of the file.
    private mutating func last() throws(ImportError) -> JSONPiece? {
        if place == .inElement { try requireSize(to: bytes.count) }
        guard isFinished else { return nil }
        if isArray, place != .afterArray {
            throw .broken(line: line, place == .beforeArray || place == .beforeMember ? .noArray : .unclosed)
        }
        guard place == .inElement else { return nil }
        place = .beforeElement
        return try piece(to: bytes.count)
    }

    // MARK: In an element

    /// Whether an element, or its line, ends before a byte.
    private func endsElement(_ byte: UInt8) -> Bool {
        guard isArray else { return byte == 0x0A }
        return !nesting.isInString && nesting.depth == 0 && (byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]"))
    }

    private mutating func look(at byte: UInt8) {
        position += 1
        if byte == 0x0A { line += 1 }
        if isArray { nesting.take(byte) }
    }

    private func requireSize(to end: Int) throws(ImportError) {
        if end - start > ImportLimit.rowBytes { throw .tooLarge(line: firstLine, .row) }
    }

    private mutating func piece(to end: Int) throws(ImportError) -> JSONPiece {
        try requireSize(to: end)
        var last = end
        while last > start, bytes[last - 1].isJSONBlank { last -= 1 }
        return JSONPiece(line: firstLine, raw: Array(bytes[start..<last]))
    }
}
