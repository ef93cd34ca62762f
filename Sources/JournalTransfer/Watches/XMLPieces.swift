import SurfLanguage

/// A piece of an XML document.
enum XMLPiece: Equatable, Sendable {
    /// A start tag, without the prefixes of names. An empty element has an end too.
    case start(String, attributes: [String: String])
    case end(String)
    /// Text between tags, perhaps a part of it.
    case text(String)
}

/// Why a document is not read.
enum XMLBreak: Error, Equatable {
    /// The text is not well-formed, or ends early.
    case malformed
    /// The root is another one than those that are read; its name.
    case unknown(String)
    /// The document has a type declaration and may have none. They define entities, which can expand to more than memory
    /// holds.
    case declaration
    /// A tag is longer than the limit, or the elements are nested too deeply.
    case tooLarge
}

/// Splits an XML document into pieces, without a document type: the subset that programs write for other programs.
///
/// A type declaration is refused, or passed over: of what it declares nothing is used, so that a text that names one of its
/// entities is malformed.
///
/// There is a parser in Foundation's XML module. The program would link it and libxml2, and load both at every start,
/// for one kind of file; and entities would have to be kept from expanding. This reader knows the five predefined
/// entities and numbers, and refuses a document that declares others.
///
/// Call `append` with the next bytes, then `next` until it returns nil, and repeat. Memory: one tag and the bytes last
/// appended. Texts and comments are of any length.
struct XMLPieces: Sendable {
    /// The longest tag, in bytes.
    static let longest = 1 << 20
    /// The most elements within each other.
    static let deepest = 100

    private var bytes: [UInt8] = []
    private var position = 0
    private(set) var line = 1
    private var open: [String] = []
    private var hasRoot = false
    private var isFinished = false
    /// What ends the comment, instruction or section that the position is in.
    private var section: Section?
    /// The end of an empty element.
    private var pending: XMLPiece?
    /// The type declaration that the position is in.
    private var declaration: XMLDeclaration?
    /// Whether a type declaration before the root is passed over.
    private let skipsDeclaration: Bool
    /// The elements whose attributes are read; nil for all. Those of others are left out, which is much faster.
    var wanted: Set<String>?

    init(skipsDeclaration: Bool = false, wanted: Set<String>? = nil) {
        (self.skipsDeclaration, self.wanted) = (skipsDeclaration, wanted)
    }

    mutating func append(_ more: ArraySlice<UInt8>) {
        bytes.removeFirst(position)
        position = 0
        bytes += more
    }

    mutating func finish() { isFinished = true }

    /// The next piece, or nil if more bytes are needed. After `finish`, nil means the end.
    mutating func next() throws(XMLBreak) -> XMLPiece? {
        if let piece = pending {
            pending = nil
            return piece
        }
        while position < bytes.count {
            if let inside = section {
                let piece = try rest(of: inside)
                if piece != nil || section != nil { return piece }
            } else if declaration != nil {
                guard try skipDeclaration() else { return nil }
            } else if bytes[position] != UInt8(ascii: "<") {
                guard let piece = try text() else { return nil }
                if !open.isEmpty { return piece }
            } else if isPlainTag {
                guard let end = try endOfTag() else { return nil }
                return try tag(take(to: end).dropFirst().dropLast())
            } else if let found = Section.all.first(where: { begins($0.start) }) {
                section = found
                position += found.start.utf8CodeUnitCount
            } else if Section.all.contains(where: { isCut($0.start) }) {
                return try waiting()
            } else {
                if !skipsDeclaration || hasRoot { throw .declaration }
                declaration = XMLDeclaration()
            }
        }
        if isFinished, !open.isEmpty || !hasRoot || section != nil { throw .malformed }
        return nil
    }

    /// Whether a tag begins here: neither a section nor a declaration, nor a `<` without what follows it.
    private var isPlainTag: Bool {
        guard position + 1 < bytes.count else { return isFinished }
        return bytes[position + 1] != UInt8(ascii: "!") && bytes[position + 1] != UInt8(ascii: "?")
    }

    /// Passes over a part of the type declaration. Returns whether it has ended.
    private mutating func skipDeclaration() throws(XMLBreak) -> Bool {
        guard var scan = declaration else { return true }
        let end = scan.end(in: bytes[position...])
        if scan.size > XMLPieces.longest { throw .tooLarge }
        _ = take(to: end ?? bytes.count)
        declaration = end == nil ? scan : nil
        if end == nil, isFinished { throw .malformed }
        return end != nil
    }

    // MARK: Sections

    /// A part of a document that ends with a mark.
    private struct Section {
        let start: StaticString
        let end: StaticString
        let isText: Bool

        static let all = [
            Section(start: "<?", end: "?>", isText: false), Section(start: "<!--", end: "-->", isText: false),
            Section(start: "<![CDATA[", end: "]]>", isText: true),
        ]
    }

    /// Takes the section's bytes, as far as they are here. Returns them if they are text.
    private mutating func rest(of inside: Section) throws(XMLBreak) -> XMLPiece? {
        let (mark, rest) = (Array(inside.end.bytes), bytes[position...])
        let end = rest.indices.first { rest[$0] == mark[0] && rest[$0...].starts(with: mark) }
        if end == nil, isFinished { throw .malformed }
        let text = take(to: end ?? max(position, characterEnd(before: bytes.count - mark.count + 1)))
        if end != nil {
            position += mark.count
            section = nil
        }
        return inside.isText && !text.isEmpty ? .text(String(decoding: text, as: UTF8.self)) : nil
    }

    /// A position at which no character is cut, at most three bytes before `end`.
    private func characterEnd(before end: Int) -> Int {
        let start = max(position, end - 3)
        guard end > start else { return max(position, end) }
        return bytes[start..<end].lastIndex { $0 >= 0xC0 } ?? end
    }

    // MARK: Finding ends

    private func begins(_ mark: StaticString) -> Bool { bytes[position...].starts(with: mark.bytes) }

    /// Whether the bytes end within a mark.
    private func isCut(_ mark: StaticString) -> Bool {
        let rest = bytes[position...]
        return rest.count < mark.utf8CodeUnitCount && mark.bytes.starts(with: rest)
    }

    /// Nil, for more bytes.
    /// - Throws: `.malformed` if there are none, `.tooLarge` if too many were waited for.
    private func waiting() throws(XMLBreak) -> XMLPiece? {
        if isFinished { throw .malformed }
        if bytes.count - position > XMLPieces.longest { throw .tooLarge }
        return nil
    }

    /// The position after a tag's `>`, which may also be in a quoted value.
    private func endOfTag() throws(XMLBreak) -> Int? {
        var quote: UInt8?
        for index in position..<bytes.count {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return index + 1
            }
        }
        _ = try waiting()
        return nil
    }

    /// The text up to the next tag, as far as it was read. Omits a character or an entity at the end that may be incomplete.
    private mutating func text() throws(XMLBreak) -> XMLPiece? {
        let tag = bytes[position...].firstIndex(of: UInt8(ascii: "<"))
        let end = tag ?? (isFinished ? bytes.count : textEnd)
        if end == position { return try waiting() }
        let text = take(to: end)
        let isBlank = text.allSatisfy(XMLPieces.isBlank)
        if open.isEmpty, !isBlank { throw .malformed }
        return .text(open.isEmpty ? "" : try XMLPieces.unescaped(text))
    }

    /// Where a text can be divided that has not ended yet.
    private var textEnd: Int {
        let end = characterEnd(before: bytes.count)
        let entity = bytes[max(position, end - XMLPieces.longestEntity)..<end].lastIndex(of: UInt8(ascii: "&"))
        guard let entity, !bytes[entity..<end].contains(UInt8(ascii: ";")) else { return end }
        return entity
    }

    /// The most bytes of `&#x10FFFF;`, with some zeros.
    private static let longestEntity = 16

    /// The bytes up to `end`, which are read then.
    private mutating func take(to end: Int) -> ArraySlice<UInt8> {
        let taken = bytes[position..<end]
        line += taken.count { $0 == 0x0A }
        position = end
        return taken
    }

    // MARK: Tags

    /// - Parameter inner: The bytes between `<` and `>`.
    private mutating func tag(_ inner: ArraySlice<UInt8>) throws(XMLBreak) -> XMLPiece {
        if inner.first == UInt8(ascii: "/") {
            let name = String(decoding: inner.dropFirst(), as: UTF8.self).trimmingBlanks()
            guard open.popLast() == name else { throw .malformed }
            return .end(XMLPieces.local(name))
        }
        let isEmpty = inner.last == UInt8(ascii: "/")
        let words = isEmpty ? inner.dropLast() : inner
        let nameEnd = words.firstIndex { XMLPieces.isBlank($0) } ?? words.endIndex
        let name = String(decoding: words[..<nameEnd], as: UTF8.self)
        if name.isEmpty || (open.isEmpty && hasRoot) { throw .malformed }
        if open.count >= XMLPieces.deepest { throw .tooLarge }
        let local = XMLPieces.local(name)
        let attributes = wanted?.contains(local) == false ? [:] : try XMLPieces.attributes(words[nameEnd...])
        hasRoot = true
        if isEmpty { pending = .end(local) } else { open.append(name) }
        return .start(local, attributes: attributes)
    }

    private static func attributes(_ bytes: ArraySlice<UInt8>) throws(XMLBreak) -> [String: String] {
        var (attributes, rest): ([String: String], ArraySlice<UInt8>) = ([:], bytes.drop(while: isBlank))
        while !rest.isEmpty {
            guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else { throw .malformed }
            let name = local(String(decoding: rest[..<equals], as: UTF8.self).trimmingBlanks())
            let value = rest[(equals + 1)...].drop(while: isBlank)
            guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
                let end = value.dropFirst().firstIndex(of: quote)
            else { throw .malformed }
            attributes[name] = try unescaped(value[(value.startIndex + 1)..<end])
            rest = value[(end + 1)...].drop(while: isBlank)
        }
        return attributes
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    /// A name without its prefix.
    private static func local(_ name: String) -> String {
        name.utf8.lastIndex(of: UInt8(ascii: ":")).map { String(name[name.utf8.index(after: $0)...]) } ?? name
    }

    /// A text with its entities replaced.
    private static func unescaped(_ bytes: ArraySlice<UInt8>) throws(XMLBreak) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
        var (text, rest): (String, Substring) = ("", Substring(String(decoding: bytes, as: UTF8.self)))
        while let start = rest.firstIndex(of: "&") {
            guard let end = rest[start...].firstIndex(of: ";") else { throw .malformed }
            text += rest[..<start]
            text.unicodeScalars.append(try scalar(rest[rest.index(after: start)..<end]))
            rest = rest[rest.index(after: end)...]
        }
        return text + rest
    }

    private static func scalar(_ entity: Substring) throws(XMLBreak) -> Unicode.Scalar {
        switch entity {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard entity.hasPrefix("#") else { throw .malformed }
            let isHex = entity.hasPrefix("#x")
            let number = UInt32(entity.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10)
            guard let scalar = number.flatMap(Unicode.Scalar.init), scalar.value > 0 else { throw .malformed }
            return scalar
        }
    }
}

extension StaticString {
    fileprivate var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
    }
}
