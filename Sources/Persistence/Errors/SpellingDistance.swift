/// Finds the known name that a misspelt one probably stands for.
package enum SpellingDistance {
    /// The known name with the fewest edits (at most a third of its letters), ignoring case; nil if none is close
    /// enough.
    package static func nearest(to name: String, among known: [String]) -> String? {
        let wanted = Array(name.lowercased())
        guard wanted.count < longest else { return nil }
        var nearest: (name: String, distance: Int)?
        for candidate in known where candidate.utf8.count < 16 * longest {
            let limit = candidate.count < shortest ? 0 : max(1, candidate.count / 3)
            let letters = Array(candidate.lowercased())
            guard letters.count < longest, abs(letters.count - wanted.count) <= limit else { continue }
            let distance = distance(wanted, letters)
            if distance <= limit, distance < nearest?.distance ?? .max { nearest = (candidate, distance) }
        }
        return nearest?.name
    }

    /// Shorter names must be equal: one edit turns them into any other word of their length.
    private static let shortest = 3
    /// Names with this many letters or more are not compared.
    private static let longest = 64

    /// The number of insertions, deletions, replacements and swaps of neighbours that turn one into the other (Damerau,
    /// 1964; Wagner and Fischer, 1974).
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var (before, row) = ([Int](), Array(0...right.count))
        for (index, character) in left.enumerated() {
            var next = [index + 1]
            for column in right.indices {
                let replaced = row[column] + (right[column] == character ? 0 : 1)
                next.append(min(replaced, row[column + 1] + 1, next[column] + 1))
                if index > 0, column > 0, right[column] == left[index - 1], right[column - 1] == character {
                    next[column + 1] = min(next[column + 1], before[column - 1] + 1)
                }
            }
            (before, row) = (row, next)
        }
        return row[right.count]
    }
}
