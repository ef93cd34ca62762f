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
        switch (kind, operand) {
        case ("@", _): true
        case ("s", .constant(.string)): true
        case ("f", .constant(.integer)), ("f", .constant(.double)), ("f", .constant(.decimal)): true
        case ("lf", .constant(.integer)), ("lf", .constant(.double)), ("lf", .constant(.decimal)): true
        case ("s", _), ("f", _), ("lf", _): false
        case (_, .constant(.integer)): true
        // An unsigned number above the largest signed one.
        case ("u", .constant(.double(let value))), ("lu", .constant(.double(let value))),
            ("llu", .constant(.double(let value))):
            value > Double(Int64.max)
        default: false
        }
    }

    mutating func keyPathArgument(
        _ argument: Any?, at position: Int
    ) throws(PredicateFormatError) -> FetchPredicate.Operand {
        guard case .constant(.string(let text)) = FetchPredicate.Operand(argument: argument) else {
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
