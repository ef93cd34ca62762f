/// The positions of an ordered relationship's members (`Z_FOK_`): 2048, 3072, 4096 and so on in a new list.
///
/// A member that is moved or inserted takes a value between those of its neighbours, so that the others keep theirs.
/// The whole list is numbered anew only where there is no room.
enum LinkPositions {
    static let first: Int64 = 2048
    static let step: Int64 = 1024
    /// The highest position that a list is continued from.
    private static let highest = Int64.max / 2

    /// The positions of all members in order.
    /// - Parameter present: their positions so far; nil for a new member. They need not be in order.
    static func positions(after present: [Int64?]) -> [Int64] {
        var result = kept(of: present)
        var index = 0
        while index < result.count {
            if result[index] != nil {
                index += 1
                continue
            }
            let end = result[index...].firstIndex { $0 != nil } ?? result.count
            let above = end < result.count ? result[end] : nil
            guard let run = run(of: end - index, after: index > 0 ? result[index - 1] : nil, before: above) else {
                return run(of: present.count, after: nil, before: nil) ?? []
            }
            result.replaceSubrange(index..<end, with: run.map(Optional.some))
            index = end
        }
        return result.compactMap { $0 }
    }

    /// `count` increasing positions between two others; nil if there is no room.
    private static func run(of count: Int, after lower: Int64?, before upper: Int64?) -> [Int64]? {
        guard let upper else {
            let start = lower.map { $0 + step } ?? first
            return (lower ?? 0) > highest ? nil : (0..<Int64(count)).map { start + $0 * step }
        }
        let lower = lower ?? 0
        let room = (upper - lower) / Int64(count + 1)
        return room < 1 ? nil : (1...Int64(count)).map { lower + $0 * room }
    }

    /// The positions that stay: as many as possible, increasing.
    private static func kept(of present: [Int64?]) -> [Int64?] {
        // The index of the lowest last position of an increasing list of each length, and the index before each.
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: present.count)
        for (index, position) in present.enumerated() {
            guard let position, position > 0, position <= highest else { continue }
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if (present[ends[middle]] ?? 0) < position { low = middle + 1 } else { high = middle }
            }
            previous[index] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var result = [Int64?](repeating: nil, count: present.count)
        var last = ends.last
        while let index = last {
            result[index] = present[index]
            last = previous[index]
        }
        return result
    }
}
