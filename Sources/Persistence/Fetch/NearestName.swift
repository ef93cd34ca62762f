/// Finds what a person may have meant by a name that is not known.
package enum NearestName {
    /// The known name with the fewest edits (at most a third of its letters), regardless of case; nil if none is near.
    package static func nearest(to name: String, among known: [String]) -> String? {
        let candidates = known.map { (name: $0, distance: distance(name.lowercased(), $0.lowercased())) }
        let near = candidates.filter { $0.distance <= max(1, $0.name.count / 3) }
        return near.min { $0.distance < $1.distance }?.name
    }

    /// The number of insertions, deletions and replacements between both (Wagner and Fischer, 1974).
    private static func distance(_ left: String, _ right: String) -> Int {
        let right = Array(right)
        guard left.count < 64, right.count < 64 else { return Int.max }
        var row = Array(0...right.count)
        for (index, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in right.indices {
                let replaced = diagonal + (right[column] == character ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }
}
