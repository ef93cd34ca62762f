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
    /// A known place, tag or person similar to one in the filter, or a place similar to the search words.
    func suggestion(_ filter: FilterOptions, text: [String] = [], in journal: Journal) -> String? {
        let typed: [(NameKind, String?)] = [
            (.place, filter.fields.location.first ?? text.joined(separator: " ")), (.board, filter.fields.board.first),
            (.mention(.tag), filter.finding.tag.first), (.mention(.person), filter.finding.with.first),
        ]
        return typed.lazy.compactMap { kind, text in text.flatMap { suggestedName(kind, $0, in: journal) } }.first
    }

    /// A known name similar to the typed one.
    func suggestedName(_ kind: NameKind, _ typed: String, in journal: Journal) -> String? {
        if typed.isEmpty { return nil }
        let known = JournalCompletions(journal: journal, zone: zone).names(kind)
        switch kind {
        case .place, .board: return PlaceSuggestion(places: known).nearest(to: typed)
        // They are found by whole words, so that a part of one does not match.
        case .mention(let kind):
            guard let name = kind.name(typed).map(MentionMatch.folded) else { return nil }
            let isKnown = known.contains { MentionMatch.folded($0) == name }
            return isKnown ? nil : DidYouMean.nearest(to: typed, among: known)
        }
    }
}
