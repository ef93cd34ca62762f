import SurfLanguage

/// The primary keys of the samples: a set of positive keys, kept as ascending ranges with gaps between them.
///
/// Its form in the store's metadata is, for example, `1-5000,5003`.
package struct SampleKeys: Equatable, Sendable {
    /// The ranges, ascending, with at least one key missing between any two.
    private var ranges: [Run]

    /// A range of consecutive keys.
    private struct Run: Equatable {
        var first: Int64
        var last: Int64
    }

    /// The empty set.
    package init() { ranges = [] }

    /// The set of all keys in a range.
    ///
    /// Precondition: The lower bound is positive.
    package init(_ range: ClosedRange<Int64>) {
        precondition(range.lowerBound > 0, "A key is above zero.")
        ranges = [Run(first: range.lowerBound, last: range.upperBound)]
    }

    /// The set for a text; nil unless the text has ascending, disjoint ranges and only digits.
    package init?(_ text: String) {
        ranges = []
        guard !text.isEmpty else { return }
        for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            guard let range = SampleKeys.range(part) else { return nil }
            if let last = ranges.last, range.first <= last.last { return nil }
            append(range)
        }
    }

    /// The range from the lowest to the highest key; nil if there are none.
    package var span: ClosedRange<Int64>? {
        guard let first = ranges.first?.first, let last = ranges.last?.last else { return nil }
        return first...last
    }

    /// The text that `init(_: String)` reads.
    package var text: String {
        ranges.map { $0.first == $0.last ? "\($0.first)" : "\($0.first)-\($0.last)" }.joined(separator: ",")
    }

    /// Whether an entry is a sample: it was seeded, and never edited since.
    package func isSample(_ key: Int64, version: Int64) -> Bool { version == 1 && contains(key) }

    /// Whether a key is in the set. Complexity: logarithmic in the number of ranges.
    package func contains(_ key: Int64) -> Bool {
        let index = firstRange(endingAtOrAfter: key)
        return index < ranges.count && ranges[index].first <= key
    }

    /// Appends a range that begins no earlier than the last one, joining the two if they touch.
    private mutating func append(_ range: Run) {
        guard let last = ranges.last, range.first - 1 <= last.last else { return ranges.append(range) }
        ranges[ranges.count - 1].last = max(last.last, range.last)
    }

    private func firstRange(endingAtOrAfter key: Int64) -> Int {
        ranges.partitioningIndex { $0.last >= key }
    }

    private static func range(_ text: Substring.UTF8View) -> Run? {
        let ends = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map(key)
        guard ends.count <= 2, let low = ends[0], let high = ends[ends.count - 1], low <= high else { return nil }
        return Run(first: low, last: high)
    }

    private static func key(_ text: Substring.UTF8View) -> Int64? {
        guard text.allSatisfy(\.isDigit), let key = Int64(Substring(text)), key > 0 else { return nil }
        return key
    }
}
