import Journal

/// Suggests a known place for a name that no entry has.
struct PlaceSuggestion {
    /// The least number of letters of a word that is compared. Shorter words resemble almost anything.
    private static let leastLetters = 4

    /// The names of places, the most frequent first.
    let places: [String]

    /// The place whose name, or a word of it, is most similar to the typed text. Nil if a place matches the text
    /// already, or none is similar.
    func nearest(to typed: String) -> String? {
        if typed.isEmpty || places.contains(where: { TextMatch(typed).occurs(in: $0) }) { return nil }
        var owners: [(word: String, place: String)] = places.map { ($0, $0) }
        for place in places {
            for word in place.split(separator: " ") where word.count >= PlaceSuggestion.leastLetters {
                owners.append((String(word), place))
            }
        }
        let nearest = DidYouMean.nearest(to: typed, among: owners.map(\.word))
        return owners.first { $0.word == nearest }?.place
    }
}

extension CommandContext {
    /// A known place similar to the filter's place or to the search words.
    func suggestedPlace(_ filter: FilterOptions, text: [String] = [], in journal: Journal) -> String? {
        suggestedPlace(filter.fields.location.first ?? text.joined(separator: " "), in: journal)
    }

    /// A known place similar to the typed text.
    func suggestedPlace(_ typed: String, in journal: Journal) -> String? {
        if typed.isEmpty { return nil }
        return PlaceSuggestion(places: JournalCompletions(journal: journal, zone: zone).places()).nearest(to: typed)
    }
}
