/// A checksum that finds accidents, not forgery: 64-bit FNV-1a. Every change of a single byte changes it.
package enum Checksum {
    /// The checksum of bytes.
    package static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }
}
