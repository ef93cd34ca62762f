/// The checksum of a TCD file's header: CRC-32 as in zlib.
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { rest, _ in rest & 1 == 0 ? rest >> 1 : rest >> 1 ^ 0xEDB8_8320 }
    }

    static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in table[Int((sum ^ UInt32(byte)) & 255)] ^ sum >> 8 }
    }
}
