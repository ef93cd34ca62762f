import CZlib

/// Decompresses gzip piece by piece, one member after the other. Used by one thread at a time.
final class Gunzip {
    private var stream = z_stream()
    private var input: ArraySlice<UInt8> = []
    private var output = [UInt8](repeating: 0, count: Gunzip.chunk)
    private var isBetweenMembers = false
    private var (consumed, produced) = (0, 0)

    private static let chunk = 1 << 18
    /// Nobody's text unpacks to more than this many times its compressed size, or to more than this many bytes. The
    /// ratio is checked only above the third number of bytes.
    private static let (maxRatio, maxBytes, uncheckedBytes) = (200, 64 << 30, 64 << 20)

    static func recognizes(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

    init() throws(ImportError) {
        guard surfjournal_gunzip_begin(&stream) == Z_OK else { throw .compressed(.damaged) }
    }

    deinit { inflateEnd(&stream) }

    /// Adds the next bytes of the file. Call `next` until it returns nothing before.
    func append(_ bytes: ArraySlice<UInt8>) { input = input + bytes }

    /// The next decompressed bytes; empty if more bytes are needed.
    func next() throws(ImportError) -> ArraySlice<UInt8> {
        while !input.isEmpty {
            // Zeros after the last member are padding.
            if isBetweenMembers {
                guard Gunzip.recognizes(input) else {
                    input = []
                    return []
                }
                guard inflateReset(&stream) == Z_OK else { throw .compressed(.damaged) }
                isBetweenMembers = false
            }
            let count = try inflated()
            if count > 0 { return output[..<count] }
        }
        return []
    }

    /// - Throws: If the last member is incomplete.
    func finish() throws(ImportError) {
        if !isBetweenMembers { throw .compressed(.incomplete) }
    }

    /// Decompresses as much as the output has room for. Returns the number of bytes.
    private func inflated() throws(ImportError) -> Int {
        var status = Z_OK
        let (read, written) = input.withUnsafeBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(target.count)
                status = inflate(&stream, Z_NO_FLUSH)
                return (source.count - Int(stream.avail_in), target.count - Int(stream.avail_out))
            }
        }
        guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR && read > 0 else {
            throw .compressed(.damaged)
        }
        isBetweenMembers = status == Z_STREAM_END
        input = input.dropFirst(read)
        (consumed, produced) = (consumed + read, produced + written)
        let isTooMuch = produced > Gunzip.uncheckedBytes && produced / Gunzip.maxRatio > consumed
        if isTooMuch || produced > Gunzip.maxBytes { throw .compressed(.tooLarge) }
        return written
    }
}

/// The reason why a compressed file is refused.
package enum CompressionFault: Equatable, Sendable {
    case damaged, incomplete
    /// It unpacks to much more than a file of text would.
    case tooLarge
}
