import Persistence

/// Finds names that may be one name spelled in several ways.
///
/// Two names are variants where they agree but for case, marks, blanks and punctuation (`teahupoo`, `Teahupo'o`), or, being
/// six letters or longer, but for one letter left out, put in, changed or swapped with its neighbour (`Mailbu`). Names
/// whose digits differ are never variants: `Second Reef 1` and `Second Reef 2` are two places.
///
/// Complexity: linear in the letters of all names, times their length.
package struct SpellingVariants: Sendable {
    private var names: [String]
    private var groups: [[Int]] = []

    /// - Parameter names: Distinct, the likeliest spelling first.
    package init(_ names: [String]) {
        self.names = names
        let letters = names.map(SpellingVariants.letters)
        var byKey: [String: [Int]] = [:]
        for (index, letters) in letters.enumerated() {
            for key in SpellingVariants.keys(letters) { byKey[key, default: []].append(index) }
        }
        var found = Array(repeating: Set<Int>(), count: names.count)
        for indices in byKey.values where indices.count > 1 {
            for index in indices { found[index].formUnion(indices) }
        }
        groups = found.enumerated().map { index, others in
            others.filter { $0 != index && SpellingVariants.areNear(letters[index], letters[$0]) }.sorted()
        }
    }

    /// The variants of the name with that index, in the order of the names.
    package func of(_ index: Int) -> [String] { groups[index].map { names[$0] } }

    private static let least = 6

    private static func letters(_ name: String) -> [Character] {
        TextFolding.fold(name, [.caseInsensitive, .diacriticInsensitive]).filter { $0.isLetter || $0.isNumber }
    }

    /// The letters, and, where they are enough, the letters with each one of them left out.
    private static func keys(_ letters: [Character]) -> Set<String> {
        var keys: Set<String> = [String(letters)]
        guard letters.count >= least, letters.count <= 64 else { return keys }
        for index in letters.indices { keys.insert(String(letters[..<index] + letters[(index + 1)...])) }
        return keys
    }

    /// Whether one change makes the one the other.
    private static func areNear(_ first: [Character], _ second: [Character]) -> Bool {
        guard !first.isEmpty, first.filter(\.isNumber) == second.filter(\.isNumber) else { return false }
        if first == second { return true }
        if min(first.count, second.count) < least - 1 || max(first.count, second.count) < least { return false }
        let start = zip(first, second).prefix { $0 == $1 }.count
        let (left, right) = (first[start...], second[start...])
        if left.dropFirst().elementsEqual(right.dropFirst()) { return true }
        if left.dropFirst().elementsEqual(right) || left.elementsEqual(right.dropFirst()) { return true }
        return left.count > 1 && right.count > 1 && left.dropFirst(2).elementsEqual(right.dropFirst(2))
            && left.prefix(2).elementsEqual(right.prefix(2).reversed())
    }
}
