/// Parses the predicate language by recursive descent: OR, AND, NOT, comparison, then operands by their own precedence.
///
/// Conditions and operands share one descent, because only what follows tells whether a parenthesis holds one or the
/// other; so parsing takes linear time.
struct PredicateParser {
    /// How deep parentheses, lists, functions and NOT may nest.
    static let maximumDepth = 100
    /// How many arithmetic operations one predicate may have.
    static let maximumOperations = 500

    /// What a part of the text turned out to be.
    enum Term {
        case condition(FetchPredicate.Node)
        case operand(FetchPredicate.Operand)
    }

    private let format: String
    private let lexemes: [PredicateLexeme]
    private var index = 0
    private let arguments: [Any?]
    private var argumentIndex = 0
    private var depth = 0
    private var operationCount = 0

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

    // MARK: Conditions

    private mutating func parseDisjunction() throws(PredicateFormatError) -> Term {
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
        let term = try parseSum()
        let position = self.position
        guard let relation = takeOperator() else {
            if quantifier != nil { throw error("expected a comparison operator") }
            return term
        }
        guard case .operand(let left) = term else {
            throw error("expected AND, OR or the end", at: position)
        }
        let options = try takeOptions()
        let right = try operand(try parseSum())
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
        let found: FetchPredicate.Operator? =
            switch token {
            case .symbol(let symbol): PredicateParser.symbolicOperators[symbol]
            case .word(let word): PredicateParser.wordOperators[word.uppercased()]
            default: nil
            }
        if found != nil { index += 1 }
        return found
    }

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
            default: throw error("expected c, d or cd", at: position)
            }
        }
        index += 1
        try expect("]")
        return options
    }
}

// MARK: Operands

extension PredicateParser {
    private mutating func parseSum() throws(PredicateFormatError) -> Term {
        var left = try parseProduct()
        while let operation = takeArithmetic([.add, .subtract]) {
            left = try combine(left, operation, try parseProduct())
        }
        return left
    }

    private mutating func parseProduct() throws(PredicateFormatError) -> Term {
        var left = try parsePower()
        while let operation = takeArithmetic([.multiply, .divide]) {
            left = try combine(left, operation, try parsePower())
        }
        return left
    }

    private mutating func parsePower() throws(PredicateFormatError) -> Term {
        var left = try parseSign()
        while let operation = takeArithmetic([.power]) {
            left = try combine(left, operation, try parseSign())
        }
        return left
    }

    private mutating func takeArithmetic(_ accepted: [FetchPredicate.Arithmetic]) -> FetchPredicate.Arithmetic? {
        for operation in accepted where accept(operation.rawValue) { return operation }
        return nil
    }

    private mutating func combine(
        _ left: Term, _ operation: FetchPredicate.Arithmetic, _ right: Term
    ) throws(PredicateFormatError) -> Term {
        operationCount += 1
        if operationCount > PredicateParser.maximumOperations {
            throw error("there are more than \(PredicateParser.maximumOperations) arithmetic operations")
        }
        return .operand(.arithmetic(operation, try operand(left), try operand(right)))
    }

    /// A number's own sign belongs to the constant, so that the least integer can be written.
    private mutating func parseSign() throws(PredicateFormatError) -> Term {
        guard accept("-") else { return try parsePrimary() }
        switch token {
        case .integer(let magnitude):
            index += 1
            let negative = magnitude <= UInt64(Int64.max) + 1
            return .operand(.constant(negative ? .integer(Int64(truncatingIfNeeded: 0 &- magnitude)) : .real(-Double(magnitude))))
        case .real(let value):
            index += 1
            return .operand(.constant(.real(-value)))
        default:
            try enter()
            let inner = try operand(try parseSign())
            leave()
            return .operand(.negated(inner))
        }
    }

    private mutating func parsePrimary() throws(PredicateFormatError) -> Term {
        let position = self.position
        switch token {
        case .integer(let value):
            index += 1
            return .operand(.constant(Int64(exactly: value).map { .integer($0) } ?? .real(Double(value))))
        case .real(let value):
            index += 1
            return .operand(.constant(.real(value)))
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

    private mutating func parseParenthesis() throws(PredicateFormatError) -> Term {
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

    private mutating func parseList() throws(PredicateFormatError) -> FetchPredicate.Operand {
        try enter()
        index += 1
        var elements: [FetchPredicate.Operand] = []
        while token != .symbol("}") {
            elements.append(try operand(try parseSum()))
            guard accept(",") else { break }
        }
        guard accept("}") else { throw error("expected , or }") }
        leave()
        return .list(elements)
    }

    private mutating func parseWord() throws(PredicateFormatError) -> Term {
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
        case let keyword where PredicateKeyword.reserved.contains(keyword):
            throw error("\(keyword) is a reserved word where a value is expected; a key of that name is written #\(word)")
        default:
            if let function = try parseFunction(named: word) { return .operand(function) }
            return .operand(try parseKeyPath())
        }
    }

    private mutating func take<Value>(_ value: Value) -> Value {
        index += 1
        return value
    }
}

// MARK: Keys and functions

extension PredicateParser {
    private mutating func parseSelf() throws(PredicateFormatError) -> FetchPredicate.Operand {
        let position = self.position
        index += 1
        var path = FetchPredicate.KeyPath([])
        path.position = FormatPosition(offset: position)
        try parseFurtherKeys(into: &path)
        return .keyPath(path)
    }

    private mutating func parseKeyPath() throws(PredicateFormatError) -> FetchPredicate.Operand {
        let position = self.position
        var path = FetchPredicate.KeyPath([try takeName()])
        path.position = FormatPosition(offset: position)
        try parseFurtherKeys(into: &path)
        return .keyPath(path)
    }

    /// A variable by itself, or keys of a subquery's variable.
    private mutating func parseKeys(of variable: String, at position: Int) throws(PredicateFormatError) -> FetchPredicate.Operand
    {
        var path = FetchPredicate.KeyPath([], of: variable)
        path.position = FormatPosition(offset: position)
        try parseFurtherKeys(into: &path)
        guard path.names.isEmpty else { return .keyPath(path) }
        var result = FetchPredicate.Variable(variable)
        result.position = path.position
        return .variable(result)
    }

    private mutating func parseFurtherKeys(into path: inout FetchPredicate.KeyPath) throws(PredicateFormatError) {
        while true {
            if accept(".") {
                path.names.append(try takeKey())
            } else if token == .symbol("[") {
                index += 1
                guard accept(keyword: "SIZE") else { throw error("expected SIZE: members have no index here") }
                try expect("]")
                path.names.append("@count")
            } else {
                return
            }
            if path.names.count > PredicateParser.maximumDepth { throw error("the key path is too long") }
        }
    }

    private mutating func takeKey() throws(PredicateFormatError) -> String {
        guard case .collectionOperator(let name) = token else { return try takeName() }
        guard PredicateKeyword.collectionOperators.contains(name) else {
            throw error("expected @count, @sum, @min, @max or @avg")
        }
        index += 1
        return "@" + name
    }

    private mutating func takeName() throws(PredicateFormatError) -> String {
        switch token {
        case .word(let name), .escapedWord(let name): return take(name)
        default: throw error("expected a key")
        }
    }

    /// `name(...)` or `name:(...)`; nil for a word that no parenthesis follows.
    private mutating func parseFunction(named name: String) throws(PredicateFormatError) -> FetchPredicate.Operand? {
        let hasColon = lexemes[index + 1].token == .symbol(":")
        let opening = index + (hasColon ? 2 : 1)
        guard opening < lexemes.count, lexemes[opening].token == .symbol("(") else {
            if hasColon { throw error("expected ( after the name of a function", at: lexemes[index + 1].position) }
            return nil
        }
        guard let function = FetchPredicate.Function(rawValue: name) else {
            let known = FetchPredicate.Function.allCases.map(\.rawValue).joined(separator: ", ")
            throw error("there is no function \(name); known are \(known)")
        }
        index = opening + 1
        return .function(function, try parseArguments(of: function))
    }

    private mutating func parseArguments(
        of function: FetchPredicate.Function
    ) throws(PredicateFormatError) -> [FetchPredicate.Operand] {
        try enter()
        var operands: [FetchPredicate.Operand] = []
        if function != .now { operands.append(try operand(try parseSum())) }
        try expect(")")
        leave()
        return operands
    }

    /// `CAST(value, "type")`: how constants are written that have no literal of their own.
    private mutating func parseCast() throws(PredicateFormatError) -> FetchPredicate.Operand {
        index += 1
        try expect("(")
        let valuePosition = position
        guard case .operand(.constant(let value)) = try parseSign() else {
            throw error("expected a constant", at: valuePosition)
        }
        try expect(",")
        guard case .string(let type) = token else { throw error("expected the name of a type in quotes") }
        guard PredicateCast.types.contains(type) else {
            throw error("expected one of \(PredicateCast.types.joined(separator: ", "))")
        }
        guard let result = PredicateCast.constant(of: value, as: type) else {
            throw error("this is no \(type)", at: valuePosition)
        }
        index += 1
        try expect(")")
        return .constant(result)
    }

    private mutating func parseSubquery() throws(PredicateFormatError) -> FetchPredicate.Operand {
        try enter()
        index += 1
        try expect("(")
        guard case .keyPath(let collection) = try operand(try parsePrimary()) else { throw error("expected a key path") }
        try expect(",")
        guard case .variable(let name) = token else { throw error("expected a variable") }
        index += 1
        try expect(",")
        let node = try condition(try parseDisjunction())
        try expect(")")
        guard accept("."), token == .collectionOperator("count") else { throw error("expected .@count") }
        index += 1
        leave()
        return .subquery(FetchPredicate.Subquery(collection, variable: name, condition: node))
    }
}

// MARK: Arguments

extension PredicateParser {
    private mutating func parsePlaceholder(
        _ kind: String, at position: Int
    ) throws(PredicateFormatError) -> FetchPredicate.Operand {
        guard argumentIndex < arguments.count else {
            throw error("there is no argument for %\(kind)", at: position)
        }
        let argument = arguments[argumentIndex]
        argumentIndex += 1
        guard kind != "K" else { return try keyPathArgument(argument, at: position) }
        guard let operand = FetchPredicate.Operand(argument: argument) else {
            throw error("argument \(argumentIndex) has a type that predicates do not know", at: position)
        }
        guard PredicateParser.fits(operand, kind) else {
            throw error("argument \(argumentIndex) does not fit %\(kind)", at: position)
        }
        return operand
    }

    private static func fits(_ operand: FetchPredicate.Operand, _ kind: String) -> Bool {
        switch (kind, operand) {
        case ("@", _): true
        case ("s", .constant(.string)): true
        case ("f", .constant(.integer)), ("f", .constant(.real)), ("f", .constant(.decimal)): true
        case ("lf", .constant(.integer)), ("lf", .constant(.real)), ("lf", .constant(.decimal)): true
        case ("s", _), ("f", _), ("lf", _): false
        case (_, .constant(.integer)): true
        // An unsigned number above the greatest signed one.
        case ("u", .constant(.real(let value))), ("lu", .constant(.real(let value))), ("llu", .constant(.real(let value))):
            value > Double(Int64.max)
        default: false
        }
    }

    private mutating func keyPathArgument(
        _ argument: Any?, at position: Int
    ) throws(PredicateFormatError) -> FetchPredicate.Operand {
        guard case .constant(.string(let text)) = FetchPredicate.Operand(argument: argument) else {
            throw error("argument \(argumentIndex) does not fit %K, which takes the text of a key path", at: position)
        }
        guard var path = FetchPredicate.KeyPath(text: text) else {
            throw error("argument \(argumentIndex) is no key path", at: position)
        }
        path.position = FormatPosition(offset: position)
        try parseFurtherKeys(into: &path)
        return .keyPath(path)
    }
}

// MARK: Tokens

extension PredicateParser {
    private var token: PredicateToken { lexemes[index].token }
    private var position: Int { lexemes[index].position }

    private func error(_ reason: String, at position: Int? = nil) -> PredicateFormatError {
        PredicateFormatError(format: format, position: position ?? self.position, reason: reason)
    }

    private func isKeyword(_ keyword: String) -> Bool {
        if case .word(let word) = token { word.uppercased() == keyword } else { false }
    }

    private mutating func accept(keyword: String) -> Bool {
        guard isKeyword(keyword) else { return false }
        index += 1
        return true
    }

    private mutating func accept(_ symbol: String) -> Bool {
        guard token == .symbol(symbol) else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ symbol: String) throws(PredicateFormatError) {
        guard accept(symbol) else { throw error("expected \(symbol)") }
    }

    private mutating func enter() throws(PredicateFormatError) {
        depth += 1
        if depth > PredicateParser.maximumDepth {
            throw error("it nests deeper than \(PredicateParser.maximumDepth) levels")
        }
    }

    private mutating func leave() {
        depth -= 1
    }

    private func condition(_ term: Term) throws(PredicateFormatError) -> FetchPredicate.Node {
        guard case .condition(let node) = term else { throw error("expected a comparison operator") }
        return node
    }

    private func operand(_ term: Term) throws(PredicateFormatError) -> FetchPredicate.Operand {
        guard case .operand(let operand) = term else { throw error("expected a value, not a condition") }
        return operand
    }
}
