/// Functions, casts, conditional values and subqueries.
extension PredicateParser {
    /// `name(...)`, `name:(...)` or `name:label:(...)`; nil if no parenthesis follows the word.
    mutating func parseFunction(named name: String) throws(PredicateFormatError) -> FetchPredicate.Operand? {
        let start = position
        var fullName = name
        var next = index + 1
        while lexemes[next].token == .symbol(":") {
            fullName += ":"
            next += 1
            guard case .word(let label) = lexemes[next].token else { continue }
            fullName += label
            next += 1
        }
        guard lexemes[next].token == .symbol("(") else {
            if next == index + 1 { return nil }
            throw error("expected ( after the name of a function", at: lexemes[index + 1].position)
        }
        index = next
        let arguments = try parseArguments()
        if let lists = PredicateLists.function(fullName, of: arguments) { return lists }
        guard let operand = FetchPredicate.Operand(function: fullName, arguments) else {
            throw error(PredicateParser.unknownFunction(fullName, arguments.count), at: start)
        }
        return operand
    }

    private static func unknownFunction(_ name: String, _ count: Int) -> String {
        let known = FetchPredicate.Operand.functionNames.sorted().joined(separator: ", ")
        guard FetchPredicate.Operand.functionNames.contains(where: { $0 == name || $0 == name + ":" }) else {
            return "there is no function \(name). The functions are \(known)"
        }
        return "the function \(name) does not take \(count) values"
    }

    /// The operands between two parentheses.
    private mutating func parseArguments() throws(PredicateFormatError) -> [FetchPredicate.Operand] {
        try enter()
        try expect("(")
        var arguments: [FetchPredicate.Operand] = []
        while token != .symbol(")") {
            arguments.append(try parseOperand())
            guard accept(",") else { break }
        }
        try expect(")")
        leave()
        return arguments
    }

    /// `TERNARY(condition, value, otherwise)`
    mutating func parseConditional() throws(PredicateFormatError) -> FetchPredicate.Operand {
        try enter()
        index += 1
        try expect("(")
        let term = try parseDisjunction()
        let node = try condition(term)
        try expect(",")
        let value = try parseOperand()
        try expect(",")
        let otherwise = try parseOperand()
        try expect(")")
        leave()
        return .conditional(node, value, otherwise)
    }

    /// `FUNCTION(value, "method:", ...)`, for the methods of texts, numbers and dates that have an equivalent.
    mutating func parseMessage() throws(PredicateFormatError) -> FetchPredicate.Operand {
        index += 1
        let start = position
        let arguments = try parseArguments()
        guard arguments.count > 1, case .constant(let name) = arguments[1], let method = name.string else {
            throw error("FUNCTION takes a value and the name of a method in quotes", at: start)
        }
        guard let operand = arguments[0].sending(method, Array(arguments.dropFirst(2))) else {
            throw error("predicates have no method \(method) of \(arguments.count - 2) values", at: start)
        }
        return operand
    }

    /// `CAST(value, "type")`. For a constant, it is the notation of types without a literal.
    mutating func parseCast() throws(PredicateFormatError) -> FetchPredicate.Operand {
        try enter()
        index += 1
        try expect("(")
        let start = position
        let value = try parseOperand()
        try expect(",")
        guard case .string(let type) = token else { throw error("expected the name of a type in quotes") }
        guard PredicateCast.types.contains(type) else {
            throw error("expected one of \(PredicateCast.types.joined(separator: ", "))")
        }
        index += 1
        try expect(")")
        leave()
        return try cast(value, to: type, at: start)
    }

    private func cast(
        _ value: FetchPredicate.Operand, to type: String, at start: Int
    ) throws(PredicateFormatError) -> FetchPredicate.Operand {
        if case .constant(let constant) = value, let result = PredicateCast.constant(of: constant.value, as: type) {
            return .constant(StoredValue(result))
        }
        guard let cast = FetchPredicate.Cast(rawValue: type) else {
            throw error(value.isConstant ? "this is not a valid \(type)" : "expected a constant", at: start)
        }
        return .cast(value, cast)
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
        leave()
        var result = FetchPredicate.Path([], of: name)
        let end = position
        try parseFurtherKeys(into: &result)
        guard !result.names.isEmpty else { throw error("expected .@count", at: end) }
        var query = FetchPredicate.Subquery(collection, variable: name, condition: node)
        query.result = result.names
        return .subquery(query)
    }
}

extension FetchPredicate.Operand {
    var isConstant: Bool {
        if case .constant = self { true } else { false }
    }

    /// The value of a method of Foundation's classes; nil for a method that predicates do not have.
    fileprivate func sending(_ method: String, _ arguments: [FetchPredicate.Operand]) -> FetchPredicate.Operand? {
        switch (method, arguments.count) {
        case ("lowercaseString", 0): .function(.lowercase, [self])
        case ("uppercaseString", 0): .function(.uppercase, [self])
        case ("length", 0): .function(.length, [self])
        case ("stringValue", 0), ("description", 0): .cast(self, .string)
        case ("intValue", 0), ("integerValue", 0), ("longLongValue", 0):
            .function(.trunc, [.cast(self, .number)])
        case ("floatValue", 0), ("doubleValue", 0), ("timeIntervalSinceReferenceDate", 0): .cast(self, .number)
        case ("timeIntervalSince1970", 0):
            .arithmetic(.add, .cast(self, .number), .constant(.double(978_307_200)))
        case ("dateByAddingTimeInterval:", 1): .arithmetic(.add, self, arguments[0])
        case ("timeIntervalSinceDate:", 1): .arithmetic(.subtract, self, arguments[0])
        default: nil
        }
    }
}
