/// Lists that are computed while a predicate is parsed.
enum PredicateLists {
    typealias Operand = FetchPredicate.Operand
    typealias Combination = @Sendable ([Operand], [Operand]) -> [Operand]

    /// What `UNION`, `INTERSECT` and `MINUS` give.
    static let combinations: [String: Combination] = [
        "UNION": { $0 + $1 },
        "INTERSECT": { first, second in
            let texts = Set(second.map(PredicateWriter.text(of:)))
            return first.filter { texts.contains(PredicateWriter.text(of: $0)) }
        },
        "MINUS": { first, second in
            let texts = Set(second.map(PredicateWriter.text(of:)))
            return first.filter { !texts.contains(PredicateWriter.text(of: $0)) }
        },
    ]

    /// The most frequent elements of a list, `mode:({1, 2, 2})`; nil for another function.
    static func function(_ name: String, of arguments: [Operand]) -> Operand? {
        guard ["mode", "mode:"].contains(name), arguments.count == 1, case .list(let elements) = arguments[0] else {
            return nil
        }
        let counts = Dictionary(elements.map { (PredicateWriter.text(of: $0), 1) }, uniquingKeysWith: +)
        let most = counts.values.max() ?? 0
        var seen: Set<String> = []
        return .list(
            elements.filter { element in
                let text = PredicateWriter.text(of: element)
                return counts[text] == most && seen.insert(text).inserted
            })
    }
}
