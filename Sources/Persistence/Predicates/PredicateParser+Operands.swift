extension PredicateParser {
    mutating func parseSum() throws(PredicateFormatError) -> Term {
        var left = try parseProduct()
        while let operation = takeArithmetic([.add, .subtract], after: left) {
            let start = position
            left = try combine(left, operation, try parseProduct(), at: start)
        }
        return left
    }

    mutating func parseProduct() throws(PredicateFormatError) -> Term {
        var left = try parsePower()
        while let operation = takeArithmetic([.multiply, .divide], after: left) {
            let start = position
            left = try combine(left, operation, try parsePower(), at: start)
        }
        return left
    }

    mutating func parsePower() throws(PredicateFormatError) -> Term {
        var left = try parseSign()
        while let operation = takeArithmetic([.power], after: left) {
            let start = position
            left = try combine(left, operation, try parseSign(), at: start)
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

    /// Parses a sum that must be an operand, not a condition.
    mutating func parseOperand() throws(PredicateFormatError) -> FetchPredicate.Operand {
        let start = position
        let term = try parseSum()
        return try operand(term, at: start)
    }

    /// A minus before a number is part of the constant, so that the smallest integer can be written.
    mutating func parseSign() throws(PredicateFormatError) -> Term {
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
        default:
            try enter()
            let start = position
            let term = try parseSign()
            let inner = try operand(term, at: start)
            leave()
            return .operand(.negated(inner))
        }
    }

    mutating func parsePrimary() throws(PredicateFormatError) -> Term {
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
        case let keyword where PredicateKeyword.reserved.contains(keyword):
            throw error(
                "\(keyword) is a reserved word where a value is expected; a key of that name is written #\(word)")
        default:
            if let function = try parseFunction(named: word) { return .operand(function) }
            return .operand(try parseKeyPath())
        }
    }

    mutating func take<Value>(_ value: Value) -> Value {
        index += 1
        return value
    }
}
