extension FetchPredicate.Operand {
    /// The operand for an argument: a constant, or a list for an array or a set; nil for a type that predicates do not
    /// support. An entity is its name.
    init?(argument: Any?) {
        if let token = argument as? PersistentHistoryToken {
            self = .token(token)
        } else if let expression = argument as? FetchExpression {
            self = expression.operand
        } else if let entity = argument as? EntityDescription {
            self = .constant(entity.name.map { .string($0) } ?? .null)
        } else if let value = PropertyValue(argument) {
            guard let constant = FetchPredicate.Operand.writable(value) else { return nil }
            self = .constant(StoredValue(constant))
        } else if let elements = argument.flatMap(unwrapped).flatMap(elements) {
            let operands = elements.compactMap { FetchPredicate.Operand(argument: $0) }
            guard operands.count == elements.count else { return nil }
            self = .list(operands)
        } else {
            return nil
        }
    }

    /// The value as a predicate's text has it: a number above the largest signed integer is a double. Nil for a number
    /// that is not finite, which has no text.
    private static func writable(_ value: PropertyValue) -> PropertyValue? {
        switch value {
        case .double(let number) where !number.isFinite: nil
        case .decimal(let number): UInt64("\(number)").map { $0 > Int64.max ? .double(Double($0)) : value } ?? value
        default: value
        }
    }
}
