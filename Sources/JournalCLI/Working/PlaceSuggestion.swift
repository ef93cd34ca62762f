import Journal

/// Finds the place that somebody may have meant by a name that no session has.
struct PlaceSuggestion {
    /// Words of fewer letters are nearly anything.
    private static let leastLetters = 4

    /// The names of places, the most usual first.
    let places: [String]

    /// The place nearest to what was typed, by its whole name or by one of its words; nil where one has it already, or none
    /// is near.
    func nearest(to typed: String) -> String? {
        if typed.isEmpty || places.contains(where: { TextMatch(typed).occurs(in: $0) }) { return nil }
        var owners: [(word: String, place: String)] = places.map { ($0, $0) }
        for place in places {
            for word in place.split(separator: " ") where word.count >= PlaceSuggestion.leastLetters {
                owners.append((String(word), place))
            }
        }
        let nearest = Suggestion.nearest(to: typed, among: owners.map(\.word))
        return owners.first { $0.word == nearest }?.place
    }
}

extension CommandContext {
    /// The place that a filter nearly names, or words that are searched for.
    func suggestedPlace(_ filter: FilterOptions, text: [String] = [], in journal: Journal) -> String? {
        suggestedPlace(filter.fields.location.first ?? text.joined(separator: " "), in: journal)
    }

    /// The place that somebody nearly named.
    func suggestedPlace(_ typed: String, in journal: Journal) -> String? {
        if typed.isEmpty { return nil }
        return PlaceSuggestion(places: JournalCompletions(journal: journal, zone: zone).places()).nearest(to: typed)
    }
}
