extension PredicateParser {
    mutating func parsePlaceholder(
        _ kind: String, at position: Int
    ) throws(PredicateFormatError) -> FetchPredicate.Operand {
        guard argumentIndex < arguments.count else {
            throw error("there is no argument for %\(kind)", at: position)
        }
        let argument = arguments[argumentIndex]
        argumentIndex += 1
        guard kind != "K" else { return try keyPathArgument(argument, at: position) }
        guard let operand = FetchPredicate.Operand(argument: argument) else {
            throw error("argument \(argumentIndex) has a type that predicates do not support", at: position)
        }
        guard PredicateParser.fits(operand, kind) else {
            throw error("argument \(argumentIndex) does not fit %\(kind)", at: position)
        }
        return operand
    }

    static func fits(_ operand: FetchPredicate.Operand, _ kind: String) -> Bool {
        if kind == "@" { return true }
        guard case .constant(let constant) = operand, let conversion = kind.last else { return false }
        switch constant.value {
        case .string: return conversion == "s"
        case .integer, .double, .decimal: return conversion != "s" && fits(constant, conversion)
        default: return false
        }
    }

    private static func fits(_ number: StoredValue, _ conversion: Character) -> Bool {
        if "fFeEgGaA".contains(conversion) || number.integer != nil { return true }
        // An unsigned number above the largest signed one.
        return "uUxXoO".contains(conversion) && number.double.map { $0 > Double(Int64.max) } == true
    }

    private mutating func keyPathArgument(
        _ argument: Any?, at position: Int
    ) throws(PredicateFormatError) -> FetchPredicate.Operand {
        var path = try path(argument, at: position)
        path.position = FormatPosition(offset: position)
        try parseFurtherKeys(into: &path)
        return .keyPath(path)
    }

    /// The keys of the argument for a `%K` inside a key path.
    mutating func takeKeyArgument() throws(PredicateFormatError) -> [String] {
        let position = self.position
        guard argumentIndex < arguments.count else { throw error("there is no argument for %K", at: position) }
        index += 1
        argumentIndex += 1
        return try path(arguments[argumentIndex - 1], at: position).names
    }

    private func path(
        _ argument: Any?, at position: Int
    ) throws(PredicateFormatError) -> FetchPredicate.Path {
        guard case .constant(let constant) = FetchPredicate.Operand(argument: argument), let text = constant.string
        else {
            throw error("argument \(argumentIndex) does not fit %K, which takes the text of a key path", at: position)
        }
        guard let path = FetchPredicate.Path(text: text) else {
            throw error("argument \(argumentIndex) is not a key path", at: position)
        }
        return path
    }
}
