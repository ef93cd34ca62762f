/// What the words of a wind say: where it blows from, and whether it is clean. Its speed is a measure.
package struct WindReading: Equatable, Sendable {
    /// The direction that it comes from, in degrees.
    package private(set) var from: Double?
    /// From 0 for a calm through offshore to 2.8 for onshore.
    package private(set) var kind: Double?
    /// Whether it is a calm, whose speed is 0.
    package var isCalm: Bool { kind == 0 }

    /// - Complexity: O(*n*) in the text, of which the first 200 bytes count.
    package init(_ text: String) {
        let grammar = Grammar(line: TokenLine(plain: String(text.prefix(200))), units: nil, order: nil)
        var index = 0
        while index < grammar.tokens.count {
            let end = grammar.tokens.count
            let found = grammar.match(index, end) { term -> Bool? in
                switch term {
                case .surface(.calm): note(kind: 0)
                case .surface(.variable): note(kind: 0.35)
                case .windSide(let side): note(kind: side.kind)
                case .compass(let degrees): from = from ?? degrees
                default: return nil
                }
                return true
            }
            index = found?.end ?? index + 1
        }
    }

    private mutating func note(kind: Double) { self.kind = self.kind ?? kind }
}
