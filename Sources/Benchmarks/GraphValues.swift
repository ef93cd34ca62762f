/// The values of the authors and books, by their numbers. `Tests/Peers` has them too.
enum GraphValues {
    static let booksOfAuthor = 10
    private static let firstYear = 1_900
    private static let years = 120

    /// The author of a book. Books that are beside each other in the table have different ones.
    static func author(_ book: Int, of authors: Int) -> Int { book &* 7_919 % authors }

    static func name(_ number: Int) -> String { "Author \(number &* 7_919 % 1_000_003)" }
    static func country(_ number: Int) -> String { "Country \(number % 20)" }
    static func born(_ number: Int) -> Int32 { Int32(1_850 + number % 150) }
    static func title(_ number: Int) -> String {
        "The \(words[number % words.count]) of \(number &* 104_729 % 1_000_003)"
    }
    static func isbn(_ number: Int) -> String { "978-\(1_000_000 + number)" }
    static func year(_ number: Int) -> Int32 { Int32(firstYear + number % years) }
    static func price(_ number: Int) -> Double { Double(number % 5_000) / 100 }

    private static let words = ["Wave", "Shore", "Long Summer", "Tide", "Reef", "Wind", "Harbour", "Storm", "Sandbar"]
}
