/// Splits a text into lines, piece by piece. A line that is longer than the limit is an error.
package struct TextLines: Sendable {
    private var bytes: [UInt8] = []
    private var start = 0
    private(set) var line = 0
    private var isFinished = false

    /// The longest line, in bytes.
    package static let longest = 1 << 20

    mutating func append(_ more: ArraySlice<UInt8>) {
        bytes.removeFirst(start)
        start = 0
        bytes += more
    }

    mutating func finish() { isFinished = true }

    /// Whether all lines of the file were returned.
    var isAtEnd: Bool { isFinished && start == bytes.count }

    /// The next line without its end, or nil if more bytes are needed. `line` is then its number, from 1.
    mutating func next() throws(ImportError) -> String? {
        let end = bytes[start...].firstIndex(of: 0x0A)
        if (end ?? bytes.count) - start > TextLines.longest { throw .tooLarge(line: line + 1, .line) }
        guard let end = end ?? (isFinished && start < bytes.count ? bytes.count : nil) else { return nil }
        var text = bytes[start..<end]
        if text.last == 0x0D { text = text.dropLast() }
        line += 1
        start = min(end + 1, bytes.count)
        return String(decoding: text, as: UTF8.self)
    }
}
