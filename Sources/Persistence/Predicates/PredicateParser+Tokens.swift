extension PredicateParser {
    var token: PredicateToken { lexemes[index].token }
    var position: Int { lexemes[index].position }

    func error(_ reason: String, at position: Int? = nil) -> PredicateFormatError {
        PredicateFormatError(format: format, position: position ?? self.position, reason: reason)
    }

    func isKeyword(_ keyword: String) -> Bool {
        if case .word(let word) = token { word.uppercased() == keyword } else { false }
    }

    mutating func accept(keyword: String) -> Bool {
        guard isKeyword(keyword) else { return false }
        index += 1
        return true
    }

    mutating func accept(_ symbol: String) -> Bool {
        guard token == .symbol(symbol) else { return false }
        index += 1
        return true
    }

    mutating func expect(_ symbol: String) throws(PredicateFormatError) {
        guard accept(symbol) else { throw error("expected \(symbol)") }
    }

    mutating func enter() throws(PredicateFormatError) {
        depth += 1
        if depth > PredicateParser.maximumDepth {
            throw error("it is nested deeper than \(PredicateParser.maximumDepth) levels")
        }
    }

    mutating func leave() {
        depth -= 1
    }

    func condition(_ term: Term) throws(PredicateFormatError) -> FetchPredicate.Node {
        guard case .condition(let node) = term else { throw error("expected a comparison operator") }
        return node
    }

    func operand(_ term: Term, at start: Int) throws(PredicateFormatError) -> FetchPredicate.Operand {
        guard case .operand(let operand) = term else { throw error("expected a value, not a condition", at: start) }
        return operand
    }
}
