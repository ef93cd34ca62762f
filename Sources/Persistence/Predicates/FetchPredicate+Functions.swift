/// The functions by Foundation's names.
extension FetchPredicate.Operand {
    /// A function such as `floor:` or `add:to:`, the last colon may be missing; nil if there is none of this name and
    /// number of arguments.
    init?(function name: String, _ arguments: [FetchPredicate.Operand]) {
        let name = name.hasSuffix(":") || arguments.isEmpty ? name : name + ":"
        if let aggregate = FetchPredicate.Aggregate(rawValue: name), let first = arguments.first {
            self = .aggregate(aggregate, arguments.count == 1 ? first : .list(arguments))
        } else if let operation = Self.operations[name], arguments.count == 2 {
            self = .arithmetic(operation, arguments[0], arguments[1])
        } else if let function = Self.function(named: name), function.takes(arguments.count) {
            self = .function(function, arguments)
        } else if name == "castObject:toType:", arguments.count == 2, case .constant(let type) = arguments[1],
            let cast = type.string.flatMap(FetchPredicate.Cast.init)
        {
            self = .cast(arguments[0], cast)
        } else {
            return nil
        }
    }

    private static func function(named name: String) -> FetchPredicate.Function? {
        FetchPredicate.Function(rawValue: name.hasSuffix(":") ? String(name.dropLast()) : name)
    }

    /// The names of all functions.
    static var functionNames: [String] {
        FetchPredicate.Function.allCases.map(\.name) + FetchPredicate.Aggregate.allCases.map(\.rawValue)
            + Array(operations.keys) + ["mode:", "castObject:toType:"]
    }

    /// The arithmetic functions of two arguments.
    static let operations: [String: FetchPredicate.Arithmetic] = [
        "add:to:": .add, "from:subtract:": .subtract, "multiply:by:": .multiply, "divide:by:": .divide,
        "raise:toPower:": .power, "modulus:by:": .modulus, "bitwiseAnd:with:": .bitwiseAnd,
        "bitwiseOr:with:": .bitwiseOr, "bitwiseXor:with:": .bitwiseXor, "leftshift:by:": .shiftLeft,
        "rightshift:by:": .shiftRight,
    ]

    /// The operands that this one is computed from, without those of its conditions.
    var parts: [FetchPredicate.Operand] {
        switch self {
        case .constant, .token, .keyPath, .variable, .subquery: []
        case .list(let operands), .function(_, let operands): operands
        case .arithmetic(_, let left, let right), .conditional(_, let left, let right): [left, right]
        case .negated(let inner), .cast(let inner, _), .aggregate(_, let inner): [inner]
        }
    }
}

extension FetchPredicate.Function {
    private var takesNothing: Bool { self == .now || self == .random }

    fileprivate func takes(_ count: Int) -> Bool { count == (takesNothing ? 0 : 1) || self == .random && count == 1 }

    /// The name with a colon for its value.
    var name: String { takesNothing ? rawValue : rawValue + ":" }
}
