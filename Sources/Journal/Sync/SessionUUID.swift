import Foundation
import Persistence

/// UUIDs of sessions: random ones, and those of sessions that were there when a journal was migrated.
extension UUID {
    /// The UUID of a session that is there when a journal is migrated, the same in every copy of the journal's file:
    /// version 5 of RFC 9562, from the store's UUID and the session's key.
    package init(session key: Int64, inStore store: String) {
        let space = UUID(uuidString: store).map { withUnsafeBytes(of: $0.uuid) { Array($0) } } ?? Array(store.utf8)
        var bytes = SHA1.hash(space + Array(String(key).utf8))[..<16]
        bytes[6] = bytes[6] & 0x0F | 0x50
        bytes[8] = bytes[8] & 0x3F | 0x80
        self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// A random UUID: version 4 of RFC 9562. Call on any thread.
    package static func random() -> UUID { pool.withLock { $0.next() } }

    private static let pool = LockedValue(RandomUUIDs())

    /// Whether it was derived from a store and a key, not random.
    package var isDerived: Bool { uuid.6 >> 4 == 5 }
}

/// Random UUIDs from bytes that the system gives 16 UUIDs at a time. One at a time takes a fifth of the benchmark's
/// `insert and save`.
private struct RandomUUIDs {
    private var bytes = [UInt8](repeating: 0, count: 256)
    private var used = 256

    mutating func next() -> UUID {
        if used == bytes.count {
            precondition(getentropy(&bytes, bytes.count) == 0, "The system has no random bytes.")
            used = 0
        }
        defer { used += 16 }
        var uuid = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: used, as: uuid_t.self) }
        uuid.6 = uuid.6 & 0x0F | 0x40
        uuid.8 = uuid.8 & 0x3F | 0x80
        return UUID(uuid: uuid)
    }
}

/// SHA-1, which version 5 of UUIDs requires. Source: FIPS 180-4.
enum SHA1 {
    static func hash(_ message: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        var bytes = message + [0x80]
        while bytes.count % 64 != 56 { bytes.append(0) }
        withUnsafeBytes(of: UInt64(message.count * 8).bigEndian) { bytes += $0 }
        for start in stride(from: 0, to: bytes.count, by: 64) { update(&state, bytes[start..<start + 64]) }
        return state.flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
    }

    private static func update(_ state: inout [UInt32], _ block: ArraySlice<UInt8>) {
        let start = block.startIndex
        var words = (0..<16).map { index in
            (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[start + index * 4 + $1]) }
        }
        for index in 16..<80 {
            let word = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
            words.append(rotated(word, 1))
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for index in 0..<80 {
            let (mixed, constant) = round(index, b, c, d)
            let next = rotated(a, 5) &+ mixed &+ e &+ constant &+ words[index]
            (a, b, c, d, e) = (next, a, rotated(b, 30), c, d)
        }
        for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
    }

    private static func round(_ index: Int, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> (UInt32, UInt32) {
        switch index {
        case 0..<20: (b & c | ~b & d, 0x5A82_7999)
        case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
}
