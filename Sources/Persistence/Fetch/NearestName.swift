/// Finds what a person may have meant by a name that is not known.
package enum NearestName {
    /// The known name with the fewest edits (at most a third of its letters), regardless of case; nil if none is near.
    package static func nearest(to name: String, among known: [String]) -> String? {
        let wanted = Array(name.lowercased())
        guard wanted.count < longest else { return nil }
        var nearest: (name: String, distance: Int)?
        for candidate in known where candidate.utf8.count < 16 * longest {
            let limit = max(1, candidate.count / 3)
            let letters = Array(candidate.lowercased())
            guard letters.count < longest, abs(letters.count - wanted.count) <= limit else { continue }
            let distance = distance(wanted, letters)
            if distance <= limit, distance < nearest?.distance ?? .max { nearest = (candidate, distance) }
        }
        return nearest?.name
    }

    /// Names of so many letters are near nothing.
    private static let longest = 64

    /// The number of insertions, deletions and replacements between both (Wagner and Fischer, 1974).
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
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
