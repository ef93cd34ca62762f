/// A range of IDs, split into parts of equal width that are read and formatted independently.
struct ExportIDRanges: Sendable {
    /// Some thousand entries if IDs are dense: many enough that starting a part costs little, few enough for memory.
    private static let width: UInt64 = 8_192
    /// The most parts, so that a single high ID does not cause millions of empty ones.
    private static let most: UInt64 = 4_096

    private let keys: ClosedRange<Int64>
    private let width: UInt64
    let count: Int

    init(_ keys: ClosedRange<Int64>) {
        self.keys = keys
        let distance = UInt64(bitPattern: keys.upperBound &- keys.lowerBound)
        width = max(ExportIDRanges.width, distance / ExportIDRanges.most + 1)
        count = Int(distance / width) + 1
    }

    /// The IDs of a part.
    subscript(part: Int) -> ClosedRange<Int64> {
        let start = Int64(bitPattern: UInt64(bitPattern: keys.lowerBound) &+ UInt64(part) &* width)
        let end = Int64(bitPattern: UInt64(bitPattern: start) &+ (width - 1))
        return start...(part == count - 1 ? keys.upperBound : end)
    }
}
