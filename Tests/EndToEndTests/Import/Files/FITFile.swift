import Foundation

/// The bytes of a FIT file with sessions, as a watch writes them.
struct FITFile {
    private var messages: [UInt8] = []

    /// A session.
    /// - Parameters:
    ///   - start: Seconds since 1989-12-31T00:00:00Z.
    ///   - sport: FIT's number; 38 is surfing.
    mutating func addSession(start: UInt32, seconds: UInt32, sport: UInt8, latitude: Double, longitude: Double) {
        let fields: [(UInt8, UInt8, UInt8)] = [(2, 4, 0x86), (7, 4, 0x86), (5, 1, 0), (3, 4, 0x85), (4, 4, 0x85)]
        define(18, fields)
        messages +=
            [0] + bytes(start) + bytes(seconds * 1_000) + [sport] + semicircles(latitude) + semicircles(longitude)
    }

    /// A point, without a session.
    mutating func addPoint(_ time: UInt32) {
        define(20, [(253, 4, 0x86)])
        messages += [0] + bytes(time)
    }

    /// The activity, which tells the hours of the place.
    mutating func addActivity(_ time: UInt32, local: UInt32) {
        define(34, [(253, 4, 0x86), (5, 4, 0x86)])
        messages += [0] + bytes(time) + bytes(local)
    }

    private mutating func define(_ number: UInt8, _ fields: [(UInt8, UInt8, UInt8)]) {
        messages += [0x40, 0, 0, number, 0, UInt8(fields.count)] + fields.flatMap { [$0.0, $0.1, $0.2] }
    }

    private func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }

    private func semicircles(_ degrees: Double) -> [UInt8] {
        bytes(UInt32(bitPattern: Int32(degrees / 180 * 2_147_483_648)))
    }

    /// The whole file, with its header and checksum.
    var data: Data {
        let header: [UInt8] = [12, 0x10, 0x64, 0] + bytes(UInt32(messages.count)) + Array(".FIT".utf8)
        var sum: UInt16 = 0
        for byte in header + messages {
            sum ^= UInt16(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xA001 : sum >> 1 }
        }
        return Data(header + messages + [UInt8(truncatingIfNeeded: sum), UInt8(sum >> 8)])
    }
}
