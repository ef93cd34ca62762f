import SurfLanguage

/// The primary keys of the seeded entries: a set of keys above zero, kept as ascending ranges that do not touch.
///
/// Its text, for the store's metadata, is `1-5000,5003`.
package struct SampleKeys: Equatable, Sendable {
    /// The ranges, ascending, with at least one key missing between any two.
    private var ranges: [Run]

    /// Keys that follow each other.
    private struct Run: Equatable {
        var first: Int64
        var last: Int64
    }

    /// The set without keys.
    package init() { ranges = [] }

    /// The set of all keys from one to another.
    ///
    /// Precondition: the first is above zero.
    package init(_ range: ClosedRange<Int64>) {
        precondition(range.lowerBound > 0, "A key is above zero.")
        ranges = [Run(first: range.lowerBound, last: range.upperBound)]
    }

    /// The set of some keys, in any order; those that are not above zero are left out.
    package init(_ keys: some Sequence<Int64>) {
        ranges = []
        for key in keys.filter({ $0 > 0 }).sorted() { append(Run(first: key, last: key)) }
    }

    /// The set that a text says, or nil where the text is none of ours: ascending, disjoint, digits only.
    package init?(_ text: String) {
        ranges = []
        guard !text.isEmpty else { return }
        for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            guard let range = SampleKeys.range(part) else { return nil }
            if let last = ranges.last, range.first <= last.last { return nil }
            append(range)
        }
    }

    /// The set as the text that `init(_: String)` reads.
    package var text: String {
        ranges.map { $0.first == $0.last ? "\($0.first)" : "\($0.first)-\($0.last)" }.joined(separator: ",")
    }

    /// Whether no key is in the set.
    package var isEmpty: Bool { ranges.isEmpty }

    /// How many keys are in the set.
    package var count: Int { ranges.reduce(0) { $0 + Int($1.last - $1.first) + 1 } }

    /// Whether a key is in the set. Complexity: logarithmic in the number of ranges.
    package func contains(_ key: Int64) -> Bool {
        let index = firstRange(endingAtOrAfter: key)
        return index < ranges.count && ranges[index].first <= key
    }

    /// The set without a key.
    package func removing(_ key: Int64) -> SampleKeys {
        let index = firstRange(endingAtOrAfter: key)
        guard index < ranges.count, ranges[index].first <= key else { return self }
        let range = ranges[index]
        var rest: [Run] = []
        if range.first < key { rest.append(Run(first: range.first, last: key - 1)) }
        if range.last > key { rest.append(Run(first: key + 1, last: range.last)) }
        var copy = self
        copy.ranges.replaceSubrange(index...index, with: rest)
        return copy
    }

    /// The set without some keys.
    package func removing(_ keys: some Sequence<Int64>) -> SampleKeys {
        keys.reduce(self) { $0.removing($1) }
    }

    /// Adds a range that begins behind the last one's beginning, and joins the two where they touch.
    private mutating func append(_ range: Run) {
        guard let last = ranges.last, range.first - 1 <= last.last else { return ranges.append(range) }
        ranges[ranges.count - 1].last = max(last.last, range.last)
    }

    private func firstRange(endingAtOrAfter key: Int64) -> Int {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].last < key { low = middle + 1 } else { high = middle }
        }
        return low
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
