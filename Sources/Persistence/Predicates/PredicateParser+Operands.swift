extension PredicateParser {
    /// A value, or a condition in parentheses. Lists can be combined by words.
    mutating func parseValue() throws(PredicateFormatError) -> Term {
        var left = try parseArithmetic()
        while let combine = takeCombination(after: left) {
            let start = position
            let right = try parseArithmetic()
            guard case .operand(.list(let first)) = left, case .operand(.list(let second)) = right else {
                throw error("UNION, INTERSECT and MINUS combine lists", at: start)
            }
            left = .operand(.list(combine(first, second)))
        }
        return left
    }

    private mutating func takeCombination(after left: Term) -> PredicateLists.Combination? {
        guard case .operand = left, case .word(let word) = token,
            let combination = PredicateLists.combinations[word.uppercased()]
        else { return nil }
        index += 1
        return combination
    }

    /// The operations, those that bind least first.
    private static let precedence: [[FetchPredicate.Arithmetic]] = [
        [.bitwiseOr], [.bitwiseXor], [.bitwiseAnd], [.shiftLeft, .shiftRight], [.add, .subtract], [.multiply, .divide],
        [.power],
    ]

    static func precedence(of operation: FetchPredicate.Arithmetic) -> Int? {
        precedence.firstIndex { $0.contains(operation) }
    }

    private mutating func parseArithmetic(level: Int = 0) throws(PredicateFormatError) -> Term {
        guard level < PredicateParser.precedence.count else { return try parseSign() }
        var left = try parseArithmetic(level: level + 1)
        while let operation = takeArithmetic(PredicateParser.precedence[level], after: left) {
            let start = position
            left = try combine(left, operation, try parseArithmetic(level: level + 1), at: start)
        }
        return left
    }

    mutating func takeArithmetic(
        _ accepted: [FetchPredicate.Arithmetic], after left: Term
    ) -> FetchPredicate.Arithmetic? {
        guard case .operand = left else { return nil }
        for operation in accepted where accept(operation.rawValue) { return operation }
        return nil
    }

    mutating func combine(
        _ left: Term, _ operation: FetchPredicate.Arithmetic, _ right: Term, at start: Int
    ) throws(PredicateFormatError) -> Term {
        operationCount += 1
        if operationCount > PredicateParser.maximumOperations {
            throw error("there are more than \(PredicateParser.maximumOperations) arithmetic operations")
        }
        return .operand(.arithmetic(operation, try operand(left, at: start), try operand(right, at: start)))
    }

    /// Parses a value that must be an operand, not a condition.
    mutating func parseOperand() throws(PredicateFormatError) -> FetchPredicate.Operand {
        let start = position
        let term = try parseValue()
        return try operand(term, at: start)
    }

    /// A minus before a number is part of the constant, so that the smallest integer can be written.
    mutating func parseSign() throws(PredicateFormatError) -> Term {
        if accept("~") { return .operand(.function(.onesComplement, [try parseSigned()])) }
        guard accept("-") else { return try parsePrimary() }
        switch token {
        case .integer(let magnitude):
            index += 1
            let negative = magnitude <= UInt64(Int64.max) + 1
            return .operand(
                .constant(negative ? .integer(Int64(truncatingIfNeeded: 0 &- magnitude)) : .double(-Double(magnitude))))
        case .real(let value):
            index += 1
            return .operand(.constant(.double(-value)))
        default: return .operand(.negated(try parseSigned()))
        }
    }

    /// The operand after a sign.
    private mutating func parseSigned() throws(PredicateFormatError) -> FetchPredicate.Operand {
        try enter()
        let start = position
        let term = try parseSign()
        let inner = try operand(term, at: start)
        leave()
        return inner
    }

    /// An atom, and what is taken from it if it is a list.
    mutating func parsePrimary() throws(PredicateFormatError) -> Term {
        let term = try parseAtom()
        guard case .operand(.list(let elements)) = term else { return term }
        if token == .symbol("."), lexemes[index + 1].token == .collectionOperator("count") {
            index += 2
            return .operand(.aggregate(.count, .list(elements)))
        }
        return token == .symbol("[") ? .operand(try parseElement(of: elements)) : term
    }

    /// `[FIRST]`, `[LAST]`, `[SIZE]` or `[index]`
    private mutating func parseElement(
        of elements: [FetchPredicate.Operand]
    ) throws(PredicateFormatError) -> FetchPredicate.Operand {
        index += 1
        let start = position
        if accept(keyword: "SIZE") {
            try expect("]")
            return .aggregate(.count, .list(elements))
        }
        let place = try parsePlace(in: elements)
        guard elements.indices.contains(place) else { throw error("the list has no such element", at: start) }
        try expect("]")
        return elements[place]
    }

    private mutating func parsePlace(in elements: [FetchPredicate.Operand]) throws(PredicateFormatError) -> Int {
        if accept(keyword: "FIRST") { return 0 }
        if accept(keyword: "LAST") { return elements.count - 1 }
        let start = position
        guard case .constant(let constant) = try parseOperand(), let place = constant.integer else {
            throw error("expected FIRST, LAST, SIZE or a whole number", at: start)
        }
        return Int(place)
    }

    private mutating func parseAtom() throws(PredicateFormatError) -> Term {
        let position = self.position
        switch token {
        case .integer(let value):
            index += 1
            return .operand(.constant(Int64(exactly: value).map { .integer($0) } ?? .double(Double(value))))
        case .real(let value):
            index += 1
            return .operand(.constant(.double(value)))
        case .string(let text):
            index += 1
            return .operand(.constant(.string(text)))
        case .variable(let name):
            index += 1
            return .operand(try parseKeys(of: name, at: position))
        case .placeholder(let kind):
            index += 1
            return .operand(try parsePlaceholder(kind, at: position))
        case .escapedWord, .word: return try parseWord()
        case .symbol("("): return try parseParenthesis()
        case .symbol("{"): return .operand(try parseList())
        case .collectionOperator: throw error("expected a key before the @")
        default: throw error("expected a value")
        }
    }

    mutating func parseParenthesis() throws(PredicateFormatError) -> Term {
        try enter()
        index += 1
        let term = try parseDisjunction()
        if case .condition = term, token != .symbol(")") {
            throw error("expected AND, OR or )")
        }
        try expect(")")
        leave()
        return term
    }

    mutating func parseList() throws(PredicateFormatError) -> FetchPredicate.Operand {
        try enter()
        index += 1
        var elements: [FetchPredicate.Operand] = []
        while token != .symbol("}") {
            elements.append(try parseOperand())
            guard accept(",") else { break }
        }
        guard accept("}") else { throw error("expected , or }") }
        leave()
        return .list(elements)
    }

    mutating func parseWord() throws(PredicateFormatError) -> Term {
        guard case .word(let word) = token else { return .operand(try parseKeyPath()) }
        switch word.uppercased() {
        case "TRUEPREDICATE": return .condition(.constant(take(true)))
        case "FALSEPREDICATE": return .condition(.constant(take(false)))
        case "TRUE", "YES": return .operand(.constant(.integer(take(1))))
        case "FALSE", "NO": return .operand(.constant(.integer(take(0))))
        case "NULL", "NIL": return .operand(.constant(take(.null)))
        case "SELF": return .operand(try parseSelf())
        case "CAST": return .operand(try parseCast())
        case "SUBQUERY": return .operand(try parseSubquery())
        case "TERNARY" where isCall: return .operand(try parseConditional())
        case "FUNCTION" where isCall: return .operand(try parseMessage())
        case let keyword where PredicateKeyword.reserved.contains(keyword):
            throw error(
                "\(keyword) is a reserved word where a value is expected; a key of that name is written #\(word)")
        default:
            if let function = try parseFunction(named: word) { return .operand(function) }
            return .operand(try parseKeyPath())
        }
    }

    /// Whether the word is followed by a parenthesis.
    private var isCall: Bool { lexemes[index + 1].token == .symbol("(") }

    mutating func take<Value>(_ value: Value) -> Value {
        index += 1
        return value
    }
}
