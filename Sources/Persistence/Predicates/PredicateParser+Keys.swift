extension PredicateParser {
    mutating func parseSelf() throws(PredicateFormatError) -> FetchPredicate.Operand {
        let position = self.position
        index += 1
        var path = FetchPredicate.Path([])
        path.position = FormatPosition(offset: position)
        try parseFurtherKeys(into: &path)
        return .keyPath(path)
    }

    mutating func parseKeyPath() throws(PredicateFormatError) -> FetchPredicate.Operand {
        let position = self.position
        var path = FetchPredicate.Path([try takeName()])
        path.position = FormatPosition(offset: position)
        try parseFurtherKeys(into: &path)
        return .keyPath(path)
    }

    /// A variable alone, or a key path that starts at a subquery's variable.
    mutating func parseKeys(of variable: String, at position: Int) throws(PredicateFormatError)
        -> FetchPredicate.Operand
    {
        var path = FetchPredicate.Path([], of: variable)
        path.position = FormatPosition(offset: position)
        try parseFurtherKeys(into: &path)
        guard path.names.isEmpty else { return .keyPath(path) }
        var result = FetchPredicate.Variable(variable)
        result.position = path.position
        return .variable(result)
    }

    mutating func parseFurtherKeys(into path: inout FetchPredicate.Path) throws(PredicateFormatError) {
        while true {
            if accept(".") {
                path.names.append(try takeKey())
            } else if token == .symbol("[") {
                index += 1
                guard accept(keyword: "SIZE") else { throw error("expected SIZE: members cannot be indexed here") }
                try expect("]")
                path.names.append("@count")
            } else {
                return
            }
            if path.names.count > PredicateParser.maximumDepth { throw error("the key path is too long") }
        }
    }

    mutating func takeKey() throws(PredicateFormatError) -> String {
        guard case .collectionOperator(let name) = token else { return try takeName() }
        guard PredicateKeyword.collectionOperators.contains(name) else {
            throw error("expected @count, @sum, @min, @max or @avg")
        }
        index += 1
        return "@" + name
    }

    mutating func takeName() throws(PredicateFormatError) -> String {
        switch token {
        case .word(let name), .escapedWord(let name): return take(name)
        default: throw error("expected a key")
        }
    }

    /// `name(...)`, `name:(...)` or, with two arguments, `name:label:(...)`; nil if no parenthesis follows the word.
    mutating func parseFunction(named name: String) throws(PredicateFormatError) -> FetchPredicate.Operand? {
        if let operation = try parseOperation(named: name) { return operation }
        let hasColon = lexemes[index + 1].token == .symbol(":")
        let opening = index + (hasColon ? 2 : 1)
        guard opening < lexemes.count, lexemes[opening].token == .symbol("(") else {
            if hasColon { throw error("expected ( after the name of a function", at: lexemes[index + 1].position) }
            return nil
        }
        if let aggregate = FetchPredicate.Aggregate(rawValue: name + ":") {
            index = opening + 1
            return .aggregate(aggregate, try parseArgument())
        }
        guard let function = FetchPredicate.Function(rawValue: name) else {
            let known = FetchPredicate.Function.allCases.map(\.rawValue).joined(separator: ", ")
            throw error("there is no function \(name). The functions are \(known)")
        }
        index = opening + 1
        return .function(function, function == .now ? try parseNoArguments() : [try parseArgument()])
    }

    /// Arithmetic in Foundation's notation, such as `add:to:(a, b)`; nil for anything else.
    private mutating func parseOperation(named name: String) throws(PredicateFormatError) -> FetchPredicate.Operand? {
        guard index + 4 < lexemes.count, case .word(let label) = lexemes[index + 2].token,
            [index + 1, index + 3].allSatisfy({ lexemes[$0].token == .symbol(":") }),
            lexemes[index + 4].token == .symbol("("),
            let operation = FetchExpression.operations["\(name):\(label):"]
        else { return nil }
        index += 5
        try enter()
        let left = try parseOperand()
        try expect(",")
        let right = try parseOperand()
        try expect(")")
        leave()
        return .arithmetic(operation, left, right)
    }

    /// The argument and the closing parenthesis.
    private mutating func parseArgument() throws(PredicateFormatError) -> FetchPredicate.Operand {
        try enter()
        let operand = try parseOperand()
        try expect(")")
        leave()
        return operand
    }

    private mutating func parseNoArguments() throws(PredicateFormatError) -> [FetchPredicate.Operand] {
        try expect(")")
        return []
    }

    /// `CAST(value, "type")`, the notation for constants without a literal.
    mutating func parseCast() throws(PredicateFormatError) -> FetchPredicate.Operand {
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
        guard let result = PredicateCast.constant(of: value.value, as: type) else {
            throw error("this is not a valid \(type)", at: valuePosition)
        }
        index += 1
        try expect(")")
        return .constant(StoredValue(result))
    }

    mutating func parseSubquery() throws(PredicateFormatError) -> FetchPredicate.Operand {
        try enter()
        index += 1
        try expect("(")
        let start = position
        guard case .operand(.keyPath(let collection)) = try parsePrimary() else {
            throw error("expected a key path", at: start)
        }
        try expect(",")
        guard case .variable(let name) = token else { throw error("expected a variable") }
        index += 1
        try expect(",")
        let term = try parseDisjunction()
        let node = try condition(term)
        try expect(")")
        guard accept("."), token == .collectionOperator("count") else { throw error("expected .@count") }
        index += 1
        leave()
        return .subquery(FetchPredicate.Subquery(collection, variable: name, condition: node))
    }
}
