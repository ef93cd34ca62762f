/// Tells a day at the beach, or at home, without a session: `drove to Jalama, flat, didn't surf`.
package enum UnsurfedDay {
    /// Whether a text says that nobody went in.
    package static func isTold(in text: String) -> Bool {
        let words = String(text.prefix(longest)).folded.filter { $0 != "'" }.split { !$0.isLetter }.map(String.init)
        return phrases.isIn(words) || flat.isIn(words) && homewards.isIn(words)
    }

    private static let longest = 2_000

    private static let phrases = Phrases([
        "didnt surf", "did not surf", "didnt go in", "did not go in", "didnt go out", "did not go out",
        "didnt paddle out",
        "did not paddle out", "didnt get in", "never paddled out", "never went in", "never got in", "never went out",
        "never put the suit on", "never even put the suit on", "never even put the wetsuit on", "no surf today",
        "stayed home", "stayed at home", "stayed on the beach", "stayed dry", "for nothing", "wasnt worth paddling out",
        "not worth paddling out", "decided not to go", "no entre", "no surfee", "no nos metimos", "no me meti",
        "para nada",
        "nicht gesurft", "nicht ins wasser", "nicht im wasser", "umsonst gefahren", "pas surfe", "pas mis a leau",
        "pas alle a leau", "pour rien", "nao surfei", "nao entrei", "nao entramos",
    ])

    private static let flat = Phrases([
        "flat", "plato", "plat", "platt", "flach", "too big", "closed out", "demasiado grande",
    ])
    private static let homewards = Phrases(["home", "casa", "maison", "hause"])
}

/// Phrases of whole words, found by their first word.
private struct Phrases {
    private var byFirstWord: [String: [[String]]] = [:]

    init(_ phrases: [String]) {
        for words in phrases.map({ $0.split(separator: " ").map(String.init) }) {
            byFirstWord[words[0], default: []].append(words)
        }
    }

    func isIn(_ words: [String]) -> Bool {
        words.indices.contains { start in
            byFirstWord[words[start]]?.contains { words[start...].starts(with: $0) } == true
        }
    }
}
