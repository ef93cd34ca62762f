import SurfLanguage

/// The sessions in a FIT file of a watch: its messages `session`, or `record` if the file ends without one.
///
/// A FIT file has a header, then messages, then a checksum, perhaps several times. A definition message lays out the data
/// messages after it that have the same local number. Source: Garmin's FIT protocol and its global profile.
struct FITTracks: TrackSource {
    private enum Part { case header, messages, checksum }

    private var bytes: [UInt8] = []
    private var position = 0
    private var part = Part.header
    /// The number of bytes of messages that follow.
    private var left = 0
    private var checksum = FITChecksum()
    private var definitions: [UInt8: FITDefinition] = [:]
    private var activity = FITActivity()
    private var isFinished = false
    private var hasHeader = false
    private var tracks: [Track]?

    var isAtEnd: Bool { isFinished }

    static func recognizes(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.dropFirst(8).starts(with: Array(".FIT".utf8))
    }

    mutating func append(_ more: ArraySlice<UInt8>) {
        bytes.removeFirst(position)
        position = 0
        bytes += more
    }

    mutating func finish() { isFinished = true }

    func waypoint(near position: Coordinates) -> String? { nil }

    /// The tracks come after the last message, because it gives the local time.
    mutating func next() throws(ImportError) -> Track? {
        while try step() {}
        guard isFinished else { return nil }
        if tracks == nil {
            guard hasHeader, part == .header, position == bytes.count else { throw .track(line: 1, .malformed) }
            tracks = activity.tracks.reversed()
        }
        return tracks?.popLast()
    }

    /// Takes the next header, message or checksum. Returns false if more bytes are needed.
    private mutating func step() throws(ImportError) -> Bool {
        switch part {
        case .header: return try header()
        case .messages where left == 0:
            part = .checksum
            return true
        case .messages: return try message()
        case .checksum:
            guard let sum = rest(2) else { return false }
            guard checksum.value == UInt16(sum[0]) | UInt16(sum[1]) << 8 else { throw .track(line: 1, .malformed) }
            (position, part) = (position + 2, .header)
            return true
        }
    }

    /// The next bytes, without consuming them; nil if too few have arrived.
    private func rest(_ count: Int) -> [UInt8]? {
        bytes.count - position >= count ? Array(bytes[position..<position + count]) : nil
    }

    private mutating func take(_ taken: [UInt8]) {
        for byte in taken { checksum.add(byte) }
        position += taken.count
    }

    private mutating func header() throws(ImportError) -> Bool {
        guard let size = rest(1)?.first, let header = rest(Int(size)) else { return false }
        guard size >= 12, Array(header[8..<12]) == Array(".FIT".utf8) else { throw .track(line: 1, .malformed) }
        checksum = FITChecksum()
        take(header)
        left = (4..<8).reduce(0) { $0 | Int(header[$1]) << (8 * ($1 - 4)) }
        (part, hasHeader) = (.messages, true)
        definitions.removeAll()
        return true
    }

    // MARK: Messages

    private mutating func message() throws(ImportError) -> Bool {
        guard let first = rest(1)?.first else { return false }
        let isCompressed = first & 0x80 != 0
        let isDefinition = !isCompressed && first & 0x40 != 0
        let taken: [UInt8]?
        if isDefinition {
            taken = try definition(first)
        } else {
            let local = isCompressed ? first >> 5 & 3 : first & 0x0F
            guard let definition = definitions[local] else { throw .track(line: 1, .malformed) }
            taken = rest(1 + definition.size)
            if let taken { activity.add(FITMessage(definition, taken[1...])) }
        }
        guard let taken else { return false }
        take(taken)
        left -= taken.count
        if left < 0 { throw .track(line: 1, .malformed) }
        return true
    }

    /// Reads a definition message. Returns its bytes, or nil if they are not all here.
    private mutating func definition(_ first: UInt8) throws(ImportError) -> [UInt8]? {
        guard let head = rest(6) else { return nil }
        let fields = Int(head[5])
        var size = 6 + fields * 3
        if first & 0x20 != 0 {
            guard let all = rest(size + 1) else { return nil }
            size += 1 + Int(all[size]) * 3
        }
        guard let taken = rest(size) else { return nil }
        definitions[first & 0x0F] = FITDefinition(taken, fields: fields)
        return taken
    }
}

/// The layout of data messages.
struct FITDefinition: Sendable {
    let number: UInt16
    let isBigEndian: Bool
    /// The byte range of each field in a message, by field number.
    private(set) var fields: [UInt8: Range<Int>] = [:]
    private(set) var size = 0

    /// - Parameters:
    ///   - bytes: The definition message: its header, a reserved byte, the order of bytes, the global number, then three
    ///     bytes for each field, and the same for fields that developers add.
    init(_ bytes: [UInt8], fields count: Int) {
        isBigEndian = bytes[2] == 1
        let (low, high) = isBigEndian ? (bytes[4], bytes[3]) : (bytes[3], bytes[4])
        number = UInt16(high) << 8 | UInt16(low)
        for index in 0..<count {
            let length = Int(bytes[7 + index * 3])
            fields[bytes[6 + index * 3]] = size..<size + length
            size += length
        }
        for index in stride(from: 6 + count * 3 + 1, to: bytes.count, by: 3) { size += Int(bytes[index + 1]) }
    }
}

/// A data message.
struct FITMessage {
    let number: UInt16
    private let definition: FITDefinition
    private let bytes: ArraySlice<UInt8>

    init(_ definition: FITDefinition, _ bytes: ArraySlice<UInt8>) {
        (self.definition, self.bytes, number) = (definition, bytes, definition.number)
    }

    /// A field's number of one, two or four bytes. Nil if it is not there, or all of its bits are set, which means none.
    func number(_ field: UInt8) -> Int? {
        guard let range = definition.fields[field], [1, 2, 4].contains(range.count) else { return nil }
        let value = bytes[(bytes.startIndex + range.lowerBound)..<(bytes.startIndex + range.upperBound)]
        let number = (definition.isBigEndian ? Array(value) : value.reversed()).reduce(0) { $0 << 8 | Int($1) }
        return number == (1 << (8 * range.count)) - 1 ? nil : number
    }

    /// A time, in seconds since 2001-01-01T00:00:00Z. FIT counts from 1989-12-31T00:00:00Z.
    func time(_ field: UInt8) -> Double? { number(field).map { Double($0) - 347_241_600 } }

    /// A position in semicircles.
    func position(_ latitude: UInt8, _ longitude: UInt8) -> Coordinates? {
        guard let latitude = degrees(latitude), let longitude = degrees(longitude) else { return nil }
        return Coordinates(latitude: latitude, longitude: longitude)
    }

    private func degrees(_ field: UInt8) -> Double? {
        guard let number = number(field), number != 0x7FFF_FFFF, let bits = UInt32(exactly: number) else { return nil }
        return Double(Int32(bitPattern: bits)) * 180 / 2_147_483_648
    }
}

/// The checksum of FIT files, a CRC of 16 bits.
struct FITChecksum: Sendable {
    private(set) var value: UInt16 = 0

    mutating func add(_ byte: UInt8) {
        value ^= UInt16(byte)
        for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xA001 : value >> 1 }
    }
}
