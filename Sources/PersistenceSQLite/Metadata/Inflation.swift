import CZlib

/// Decompresses raw DEFLATE data, without a header.
enum Inflation {
    /// The size of the header of zlib's own format, which precedes the same data.
    static let headerSize = 2

    /// All bytes; nil for damaged data, or if there are more than `limit` bytes.
    static func bytes(_ packed: ArraySlice<UInt8>, atMost limit: Int) -> [UInt8]? {
        var stream = z_stream()
        guard surfjournal_inflate_begin(&stream) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        var unpacked: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var status = Z_OK
        packed.withUnsafeBufferPointer { source in
            stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
            stream.avail_in = UInt32(clamping: source.count)
            while status == Z_OK, unpacked.count <= limit {
                let written = chunk.withUnsafeMutableBufferPointer { target in
                    stream.next_out = target.baseAddress
                    stream.avail_out = UInt32(target.count)
                    status = inflate(&stream, Z_NO_FLUSH)
                    return target.count - Int(stream.avail_out)
                }
                unpacked += chunk[..<written]
            }
        }
        return status == Z_STREAM_END && unpacked.count <= limit ? unpacked : nil
    }
}
