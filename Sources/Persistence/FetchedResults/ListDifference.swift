/// How one list of distinct elements becomes another: what was removed, inserted and moved, and what stayed in place.
///
/// As few elements as possible move, and rather those in `changed` than others.
struct ListDifference {
    /// An element of both lists: its positions.
    struct Pair: Equatable {
        let old, new: Int
    }

    /// The positions in the old list, in ascending order.
    private(set) var removed: [Int] = []
    /// The positions in the new list, in ascending order.
    private(set) var inserted: [Int] = []
    /// Elements whose order among the others changed, in the order of the new list.
    private(set) var moved: [Pair] = []
    /// The other elements of both lists, in order.
    private(set) var kept: [Pair] = []

    /// - Precondition: no element occurs twice in a list.
    /// - Complexity: O(*n* log *n*) in the length of both lists.
    init<Element: Hashable>(from old: [Element], to new: [Element], changed: Set<Element> = []) {
        var places: [Element: Int] = [:]
        places.reserveCapacity(old.count)
        for (index, element) in old.enumerated() { places[element] = index }
        var common: [Pair] = []
        var isRemoved = [Bool](repeating: true, count: old.count)
        for (index, element) in new.enumerated() {
            guard let place = places[element] else {
                inserted.append(index)
                continue
            }
            isRemoved[place] = false
            common.append(Pair(old: place, new: index))
        }
        removed = isRemoved.indices.filter { isRemoved[$0] }
        let staying = ListDifference.staying(common) { changed.contains(new[$0.new]) }
        for (pair, stays) in zip(common, staying) {
            if stays { kept.append(pair) } else { moved.append(pair) }
        }
    }

    /// Whether each pair stays in place. The unchanged ones do, if their order is the same as before, and as many of the
    /// changed ones as then possible.
    private static func staying(_ pairs: [Pair], isChanged: (Pair) -> Bool) -> [Bool] {
        let isFixed = pairs.map { !isChanged($0) }
        let fixed = zip(pairs, isFixed).filter(\.1).map(\.0.old)
        guard zip(fixed, fixed.dropFirst()).allSatisfy(<) else { return longestRun(pairs.map(\.old)) }
        // A changed element can stay if it lies between its fixed neighbours.
        var highest = pairs.map { _ in -1 }
        var lowest = pairs.map { _ in Int.max }
        for index in pairs.indices.dropFirst() {
            highest[index] = isFixed[index - 1] ? pairs[index - 1].old : highest[index - 1]
        }
        for index in pairs.indices.dropLast().reversed() {
            lowest[index] = isFixed[index + 1] ? pairs[index + 1].old : lowest[index + 1]
        }
        let candidates = pairs.indices.filter { isFixed[$0] || (highest[$0]..<lowest[$0]).contains(pairs[$0].old) }
        var result = pairs.map { _ in false }
        for (index, stays) in zip(candidates, longestRun(candidates.map { pairs[$0].old })) { result[index] = stays }
        return result
    }

    /// Whether each number belongs to a longest increasing subsequence, by patience sorting.
    private static func longestRun(_ numbers: [Int]) -> [Bool] {
        // The index of the least number that ends a run of each length, and the index before each in its run.
        var ends: [Int] = []
        var before = [Int](repeating: -1, count: numbers.count)
        for (index, number) in numbers.enumerated() {
            let length = ends.firstPlace { numbers[$0] >= number }
            before[index] = length > 0 ? ends[length - 1] : -1
            if length == ends.count { ends.append(index) } else { ends[length] = index }
        }
        var result = [Bool](repeating: false, count: numbers.count)
        var index = ends.last ?? -1
        while index >= 0 {
            result[index] = true
            index = before[index]
        }
        return result
    }

    /// The difference as the standard library's value: it turns `old` into `new`. A moved element is removed and
    /// inserted, each associated with the other.
    func collectionDifference<Element>(from old: [Element], to new: [Element]) -> CollectionDifference<Element> {
        var changes: [CollectionDifference<Element>.Change] = []
        changes += removed.map { .remove(offset: $0, element: old[$0], associatedWith: nil) }
        changes += inserted.map { .insert(offset: $0, element: new[$0], associatedWith: nil) }
        for pair in moved {
            changes.append(.remove(offset: pair.old, element: old[pair.old], associatedWith: pair.new))
            changes.append(.insert(offset: pair.new, element: new[pair.new], associatedWith: pair.old))
        }
        guard let difference = CollectionDifference(changes) else {
            preconditionFailure("A list contains an element twice.")
        }
        return difference
    }
}

extension Array {
    /// The first index whose element meets the condition, or `count`. The elements before it do not meet it, and all
    /// after it do.
    func firstPlace(where condition: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
