import Journal

/// Finds names that may be different spellings of the same name.
///
/// Two names are variants if they differ only in case, accents, spaces and punctuation (`teahupoo`, `Teahupo'o`). Names
/// of six letters or more are also variants if one letter is missing, added, changed or swapped with its neighbour
/// (`Mailbu`). Names with different digits are never variants: `Second Reef 1` and `Second Reef 2` are two places.
///
/// Complexity: O(n log m) for n letters in m names, whatever the names are.
package struct SpellingVariants: Sendable {
    /// The most variants of a name; the likeliest are kept.
    package static let limit = 20

    private let names: [String]
    private let groups: [[Int32]]
    /// The number of pairs of names compared.
    let comparisons: Int

    /// - Parameter names: Distinct names, the likeliest spelling first.
    package init(_ names: [String]) {
        var search = VariantSearch(names)
        search.run()
        self.names = names
        groups = names.indices.map { search.variants(of: $0) }
        comparisons = search.comparisons
    }

    /// The variants of the name at `index`, in the order of the names.
    package func of(_ index: Int) -> [String] { groups[index].map { names[Int($0)] } }
}
