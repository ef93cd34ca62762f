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
                path.names += try takeKeys()
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

    private mutating func takeKeys() throws(PredicateFormatError) -> [String] {
        if token == .placeholder("K") { return try takeKeyArgument() }
        guard case .collectionOperator(let name) = token else { return [try takeName()] }
        if PredicateKeyword.memberOperators.contains(name) {
            index += 1
            return []
        }
        guard PredicateKeyword.collectionOperators.contains(name) else {
            throw error("expected @count, @sum, @min, @max or @avg")
        }
        index += 1
        return ["@" + name]
    }

    mutating func takeName() throws(PredicateFormatError) -> String {
        switch token {
        case .word(let name), .escapedWord(let name): return take(name)
        default: throw error("expected a key")
        }
    }
}
