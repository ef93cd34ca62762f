/// Finds names that may be one name spelled in several ways.
///
/// Two names are variants where they agree but for case, marks, blanks and punctuation (`teahupoo`, `Teahupo'o`), or, being
/// six letters or longer, but for one letter left out, put in, changed or swapped with its neighbour (`Mailbu`). Names
/// whose digits differ are never variants: `Second Reef 1` and `Second Reef 2` are two places.
///
/// Complexity: O(letters of all names, times the logarithm of their number), whatever the names are.
package struct SpellingVariants: Sendable {
    /// A name has at most so many, the likeliest.
    package static let limit = 20

    private let names: [String]
    private let groups: [[Int32]]
    /// How many pairs of names were compared.
    let comparisons: Int

    /// - Parameter names: Distinct, the likeliest spelling first.
    package init(_ names: [String]) {
        var search = VariantSearch(names)
        search.run()
        self.names = names
        groups = names.indices.map { search.variants(of: $0) }
        comparisons = search.comparisons
    }

    /// The variants of the name with that index, in the order of the names.
    package func of(_ index: Int) -> [String] { groups[index].map { names[Int($0)] } }
}
