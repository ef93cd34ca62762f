/// Parses the predicate language by recursive descent: OR, AND, NOT, comparison, then operands by their own precedence.
///
/// Conditions and operands share one descent, because only the text after a parenthesis shows which of them it
/// contains. Parsing takes linear time.
struct PredicateParser {
    /// The maximum depth of parentheses, lists, functions and NOT.
    static let maximumDepth = 100
    /// The maximum number of arithmetic operations in a predicate.
    static let maximumOperations = 500

    /// A parsed part of the text.
    enum Term {
        case condition(FetchPredicate.Node)
        case operand(FetchPredicate.Operand)
    }

    let format: String
    let lexemes: [PredicateLexeme]
    var index = 0
    let arguments: [Any?]
    var argumentIndex = 0
    var depth = 0
    var operationCount = 0

    init(format: String, arguments: [Any?]) throws(PredicateFormatError) {
        self.format = format
        self.arguments = arguments
        var lexer = try PredicateLexer(format)
        lexemes = try lexer.tokens()
    }

    /// The whole text as one condition.
    mutating func parse() throws(PredicateFormatError) -> FetchPredicate.Node {
        let term = try parseDisjunction()
        if case .condition = term, token != .end {
            throw error("expected AND, OR or the end")
        }
        let node = try condition(term)
        guard token == .end else { throw error("expected AND, OR or the end") }
        let surplus = arguments.count - argumentIndex
        if surplus > 0 {
            throw error("there are more arguments than placeholders (\(surplus) too many)")
        }
        return node
    }

    /// The whole text as one operand.
    mutating func parseExpression() throws(PredicateFormatError) -> FetchPredicate.Operand {
        let operand = try parseOperand()
        guard token == .end else { throw error("expected the end") }
        let surplus = arguments.count - argumentIndex
        if surplus > 0 { throw error("there are more arguments than placeholders (\(surplus) too many)") }
        return operand
    }

    // MARK: Conditions

    mutating func parseDisjunction() throws(PredicateFormatError) -> Term {
        let first = try parseConjunction()
        guard isKeyword("OR") || token == .symbol("||") else { return first }
        var nodes = [try condition(first)]
        while accept(keyword: "OR") || accept("||") {
            let term = try parseConjunction()
            nodes.append(try condition(term))
        }
        return .condition(.or(nodes))
    }

    private mutating func parseConjunction() throws(PredicateFormatError) -> Term {
        let first = try parseNegation()
        guard isKeyword("AND") || token == .symbol("&&") else { return first }
        var nodes = [try condition(first)]
        while accept(keyword: "AND") || accept("&&") {
            let term = try parseNegation()
            nodes.append(try condition(term))
        }
        return .condition(.and(nodes))
    }

    private mutating func parseNegation() throws(PredicateFormatError) -> Term {
        guard accept(keyword: "NOT") || accept("!") else { return try parseComparison() }
        try enter()
        let term = try parseNegation()
        leave()
        return .condition(.not(try condition(term)))
    }

    private mutating func parseComparison() throws(PredicateFormatError) -> Term {
        let quantifier = takeQuantifier()
        let term = try parseValue()
        let position = self.position
        guard let relation = takeOperator() else {
            if quantifier != nil { throw error("expected a comparison operator") }
            return term
        }
        guard case .operand(let left) = term else {
            throw error("expected AND, OR or the end", at: position)
        }
        let options = try takeOptions()
        let right = try parseOperand()
        var comparison = FetchPredicate.Comparison(
            left, relation, right, modifier: quantifier?.modifier ?? .direct, options: options)
        comparison.position = FormatPosition(offset: position)
        let node = FetchPredicate.Node.comparison(comparison)
        return .condition(quantifier?.isNegated == true ? .not(node) : node)
    }

    private mutating func takeQuantifier() -> (modifier: FetchPredicate.Modifier, isNegated: Bool)? {
        if accept(keyword: "ANY") || accept(keyword: "SOME") { return (.any, false) }
        if accept(keyword: "ALL") { return (.all, false) }
        if accept(keyword: "NONE") { return (.any, true) }
        return nil
    }

    private mutating func takeOperator() -> FetchPredicate.Operator? {
        if isTypeOperator {
            index += PredicateParser.typeOperator.count
            return .conformsTo
        }
        let found: FetchPredicate.Operator? =
            switch token {
            case .symbol(let symbol): PredicateParser.symbolicOperators[symbol]
            case .word(let word): PredicateParser.wordOperators[word.uppercased()]
            default: nil
            }
        if found != nil { index += 1 }
        return found
    }

    /// Whether `UTI-CONFORMS-TO` follows, the one operator with signs in its name.
    private var isTypeOperator: Bool {
        zip(lexemes[index...], PredicateParser.typeOperator).count { lexeme, expected in
            switch lexeme.token {
            case .word(let word): word.uppercased() == expected
            case .symbol(let symbol): symbol == expected
            default: false
            }
        } == PredicateParser.typeOperator.count
    }

    private static let typeOperator = ["UTI", "-", "CONFORMS", "-", "TO"]
    private static let symbolicOperators: [String: FetchPredicate.Operator] = [
        "=": .equal, "==": .equal, "!=": .notEqual, "<>": .notEqual, "<": .less, "<=": .lessOrEqual, "=<": .lessOrEqual,
        ">": .greater, ">=": .greaterOrEqual, "=>": .greaterOrEqual,
    ]
    private static let wordOperators = Dictionary(
        uniqueKeysWithValues: FetchPredicate.Operator.allCases.map { ($0.rawValue, $0) })

    private mutating func takeOptions() throws(PredicateFormatError) -> FetchPredicate.Options {
        guard accept("[") else { return [] }
        let position = self.position
        guard case .word(let letters) = token else { throw error("expected c, d or cd") }
        var options: FetchPredicate.Options = []
        for letter in letters.lowercased() {
            switch letter {
            case "c": options.insert(.caseInsensitive)
            case "d": options.insert(.diacriticInsensitive)
            case "n": options.insert(.normalized)
            case "l": options.insert(.localeSensitive)
            default: throw error("expected c, d or cd", at: position)
            }
        }
        index += 1
        try expect("]")
        return options
    }
}
