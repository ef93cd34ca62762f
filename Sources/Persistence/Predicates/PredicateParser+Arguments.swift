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
        guard case .constant(let constant) = operand else { return false }
        switch (kind, constant.value) {
        case ("s", .string): return true
        case ("f", .integer), ("f", .double), ("f", .decimal): return true
        case ("lf", .integer), ("lf", .double), ("lf", .decimal): return true
        case ("s", _), ("f", _), ("lf", _): return false
        case (_, .integer): return true
        // An unsigned number above the largest signed one.
        case ("u", .double(let value)), ("lu", .double(let value)), ("llu", .double(let value)):
            return value > Double(Int64.max)
        default: return false
        }
    }

    mutating func keyPathArgument(
        _ argument: Any?, at position: Int
    ) throws(PredicateFormatError) -> FetchPredicate.Operand {
        guard case .constant(let constant) = FetchPredicate.Operand(argument: argument), let text = constant.string
        else {
            throw error("argument \(argumentIndex) does not fit %K, which takes the text of a key path", at: position)
        }
        guard var path = FetchPredicate.Path(text: text) else {
            throw error("argument \(argumentIndex) is not a key path", at: position)
        }
        path.position = FormatPosition(offset: position)
        try parseFurtherKeys(into: &path)
        return .keyPath(path)
    }
}
