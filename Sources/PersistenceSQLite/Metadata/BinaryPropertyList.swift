import Foundation

/// Reads a binary property list, the format of a store's metadata.
///
/// It is read each time a store is opened. Foundation's reader creates Core Foundation objects first and takes ten
/// times as long.
/// Source: the format's description in Apple's `CFBinaryPList.c`.
struct BinaryPropertyList {
    private static let magic = Array("bplist00".utf8)
    private static let trailerSize = 32
    /// The maximum nesting depth.
    private static let maximumDepth = 64
    /// The maximum number of values, counting one again for each list that contains it.
    private static let maximumCount = 500_000
    /// The maximum size of all texts and data together beyond that of the bytes, counting one again for each list that
    /// contains it.
    private static let maximumRepetition = 32 << 20

    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let objectCount: Int
    private let tableStart: Int
    private let keepsReferences: Bool
    private var count = 0
    /// How many bytes of texts and data may still be read.
    private var budget: Int

    /// The bytes are not a list, or the list is too deep or too large.
    struct Damage: Error {}

    /// A reference to an object of a keyed archive (UID), by its index.
    struct Reference: Sendable, Equatable {
        let index: Int
    }

    /// Whether the bytes begin as a binary property list.
    static func hasMagic(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

    /// The value in the bytes: String, Int, Double, Bool, Date, Data, or an array or dictionary of these. Other values
    /// in a list, such as UIDs, are omitted; nil if the whole value is of another type.
    /// - Parameter keepsReferences: Whether a UID is a `Reference`, and values of other types are references to the first
    ///   object, which is none, so that every value keeps its place in a list.
    static func value(of bytes: [UInt8], keepsReferences: Bool = false) throws(Damage) -> (any Sendable)? {
        var list = try BinaryPropertyList(bytes, keepsReferences: keepsReferences)
        return try list.value(of: list.number(at: bytes.count - 16, size: 8), depth: 0)
    }

    private init(_ bytes: [UInt8], keepsReferences: Bool) throws(Damage) {
        self.keepsReferences = keepsReferences
        budget = bytes.count + BinaryPropertyList.maximumRepetition
        let trailer = bytes.count - BinaryPropertyList.trailerSize
        guard trailer >= 8, BinaryPropertyList.hasMagic(bytes) else { throw Damage() }
        self.bytes = bytes
        (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else { throw Damage() }
        objectCount = try BinaryPropertyList.number(bytes, at: trailer + 8, size: 8)
        tableStart = try BinaryPropertyList.number(bytes, at: trailer + 24, size: 8)
        guard tableStart <= trailer, objectCount <= (trailer - tableStart) / offsetSize else { throw Damage() }
    }

    private mutating func value(of object: Int, depth: Int) throws(Damage) -> (any Sendable)? {
        count += 1
        guard depth < BinaryPropertyList.maximumDepth, count <= BinaryPropertyList.maximumCount, object < objectCount
        else { throw Damage() }
        let offset = try number(at: tableStart + object * offsetSize, size: offsetSize)
        guard offset < tableStart else { throw Damage() }
        let low = Int(bytes[offset] & 0x0F)
        switch bytes[offset] >> 4 {
        case 0x0 where low == 8 || low == 9: return low == 9
        case 0x1: return try integer(at: offset + 1, size: 1 << low)
        case 0x2: return try real(at: offset + 1, size: 1 << low)
        case 0x3: return Date(timeIntervalSinceReferenceDate: try real(at: offset + 1, size: 8))
        case 0x4: return Data(bytes[try content(at: offset, width: 1)])
        case 0x5: return String(decoding: bytes[try content(at: offset, width: 1)], as: UTF8.self)
        case 0x6: return text(try content(at: offset, width: 2))
        case 0x8 where keepsReferences: return Reference(index: try number(at: offset + 1, size: low + 1))
        case 0xA: return try values(try run(at: offset, width: referenceSize), depth: depth).compactMap { $0 }
        case 0xD: return try dictionary(at: offset, depth: depth)
        default: return keepsReferences ? Reference(index: 0) : nil
        }
    }

    // MARK: Lists

    private mutating func dictionary(at offset: Int, depth: Int) throws(Damage) -> [String: any Sendable] {
        let both = try run(at: offset, width: 2 * referenceSize)
        let middle = both.lowerBound + both.count / 2
        guard let keys = try values(both.lowerBound..<middle, depth: depth) as? [String] else { throw Damage() }
        let values = try values(middle..<both.upperBound, depth: depth)
        return Dictionary(zip(keys, values), uniquingKeysWith: { first, _ in first }).compactMapValues { $0 }
    }

    private mutating func values(_ references: Range<Int>, depth: Int) throws(Damage) -> [(any Sendable)?] {
        var values: [(any Sendable)?] = []
        for place in stride(from: references.lowerBound, to: references.upperBound, by: referenceSize) {
            values.append(try value(of: try number(at: place, size: referenceSize), depth: depth + 1))
        }
        return values
    }

    // MARK: Bytes

    /// The range of a text or of data, whose size is counted.
    private mutating func content(at offset: Int, width: Int) throws(Damage) -> Range<Int> {
        let range = try run(at: offset, width: width)
        budget -= range.count
        guard budget >= 0 else { throw Damage() }
        return range
    }

    /// The range of the content of a value that begins with its number of units, each of `width` bytes.
    private func run(at offset: Int, width: Int) throws(Damage) -> Range<Int> {
        var (start, count) = (offset + 1, Int(bytes[offset] & 0x0F))
        if count == 0x0F {
            guard start < tableStart, bytes[start] >> 4 == 0x1, bytes[start] & 0x0F <= 3 else { throw Damage() }
            let size = 1 << Int(bytes[start] & 0x0F)
            (start, count) = (start + 1 + size, try number(at: start + 1, size: size))
        }
        guard start <= tableStart, count <= (tableStart - start) / width else { throw Damage() }
        return start..<(start + count * width)
    }

    /// Integers of 1, 2 and 4 bytes are unsigned. A 16-byte integer is read only if it fits.
    private func integer(at place: Int, size: Int) throws(Damage) -> Int {
        switch size {
        case 1, 2, 4: return try number(at: place, size: size)
        case 8: return Int(Int64(bitPattern: try word(at: place)))
        case 16 where try word(at: place) == 0: return try number(at: place + 8, size: 8)
        default: throw Damage()
        }
    }

    private func real(at place: Int, size: Int) throws(Damage) -> Double {
        switch size {
        case 4: return Double(Float(bitPattern: UInt32(try number(at: place, size: 4))))
        case 8: return Double(bitPattern: try word(at: place))
        default: throw Damage()
        }
    }

    private func text(_ range: Range<Int>) -> String {
        let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map { place -> UInt16 in
            let (high, low) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            return high << 8 | low
        }
        return String(decoding: units, as: UTF16.self)
    }

    private func word(at place: Int) throws(Damage) -> UInt64 {
        try BinaryPropertyList.word(bytes, at: place, size: 8)
    }

    private func number(at place: Int, size: Int) throws(Damage) -> Int {
        try BinaryPropertyList.number(bytes, at: place, size: size)
    }

    private static func number(_ bytes: [UInt8], at place: Int, size: Int) throws(Damage) -> Int {
        guard let number = Int(exactly: try word(bytes, at: place, size: size)) else { throw Damage() }
        return number
    }

    /// A big-endian number.
    private static func word(_ bytes: [UInt8], at place: Int, size: Int) throws(Damage) -> UInt64 {
        guard place >= 0, place <= bytes.count - size else { throw Damage() }
        return bytes[place..<(place + size)].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
