/// Binds functions, casts and conditional values. What is constant is computed at once.
extension PredicateBinder {
    mutating func apply(
        _ function: FetchPredicate.Function, _ operands: [FetchPredicate.Operand]
    ) throws(PredicateBindingError) -> TypedOperand {
        switch function {
        case .now: return typed(.date(environment.now.timeIntervalSinceReferenceDate))
        case .random: return try random(operands.first)
        case .median: return try overList(.median, elements(operands, function))
        case .stddev: return try overList(.deviation, elements(operands, function))
        default: break
        }
        guard let first = operands.first, operands.count == 1 else {
            throw PredicateBindingError(.malformed("The function \(function.rawValue) takes one value"))
        }
        let operand = try self.operand(first)
        if function == .noindex { return operand }
        if let computed = PredicateBinder.numberFunctions[function] {
            try requireNumber(operand, function.rawValue)
            return calling(computed, [operand], .number)
        }
        guard operand.type == .text else {
            throw PredicateBindingError(
                .typeMismatch(operand.name, type: operand.type.name, other: function.rawValue),
                position: operand.position)
        }
        return applying(PredicateBinder.textFunction(function), to: operand)
    }

    private mutating func random(_ limit: FetchPredicate.Operand?) throws(PredicateBindingError) -> TypedOperand {
        guard let limit else { return typed(.double(.random(in: 0..<1))) }
        guard case .integer(let limit) = try operand(limit).constant, limit > 0 else {
            throw PredicateBindingError(.malformed("The function random takes a constant from 1"))
        }
        return typed(.integer(.random(in: 0..<limit)))
    }

    private static let numberFunctions: [FetchPredicate.Function: ScalarFunction] = [
        .abs: .absolute, .sqrt: .squareRoot, .log: .logarithm, .ln: .naturalLogarithm, .exp: .exponential,
        .ceiling: .ceiling, .floor: .floor, .trunc: .whole, .onesComplement: .complement,
    ]

    private static func textFunction(_ function: FetchPredicate.Function) -> TextFunction {
        switch function {
        case .lowercase: .lowercase
        case .uppercase: .uppercase
        case .length: .length
        default: .fold([.caseInsensitive, .diacriticInsensitive])
        }
    }

    /// Applies a string function to the operand.
    func applying(_ function: TextFunction, to operand: TypedOperand) -> TypedOperand {
        var result = operand
        if case .text(let text) = operand.constant {
            result.operand = .constant(function.value(of: text))
        } else if operand.constant == nil {
            result.operand = .text(function, operand.operand)
        }
        result.type = function == .length ? .number : .text
        return result
    }

    private func calling(
        _ function: ScalarFunction, _ operands: [TypedOperand], _ type: PredicateValueType
    ) -> TypedOperand {
        let constants = operands.compactMap(\.constant)
        let operand: BoundOperand =
            constants.count == operands.count
            ? .constant(function.value(of: constants)) : .call(function, operands.map(\.operand))
        let named = operands.first { $0.constant == nil }
        return TypedOperand(
            operand: operand, type: type, needsCast: true, name: named?.name ?? "The value", position: named?.position)
    }

    // MARK: Lists

    mutating func overList(
        _ aggregate: FetchPredicate.Aggregate, _ elements: [FetchPredicate.Operand]
    ) throws(PredicateBindingError) -> TypedOperand {
        try overList(PredicateBinder.listFunction(aggregate), elements)
    }

    private static func listFunction(_ aggregate: FetchPredicate.Aggregate) -> ScalarFunction {
        switch aggregate {
        case .count: .count
        case .sum: .sum
        case .min: .least
        case .max: .greatest
        case .average: .average
        }
    }

    private mutating func overList(
        _ function: ScalarFunction, _ elements: [FetchPredicate.Operand]
    ) throws(PredicateBindingError) -> TypedOperand {
        var operands: [TypedOperand] = []
        for element in elements { operands.append(try operand(element)) }
        guard let first = operands.first, function == .least || function == .greatest else {
            if function != .count { for operand in operands { try requireNumber(operand, "a function of a list") } }
            return calling(function, operands, .number)
        }
        for index in operands.indices { operands[index] = try unified(operands[index], first, at: first.position).0 }
        return calling(function, operands, operands[0].type)
    }

    private func elements(
        _ operands: [FetchPredicate.Operand], _ function: FetchPredicate.Function
    ) throws(PredicateBindingError) -> [FetchPredicate.Operand] {
        guard operands.count == 1, case .list(let elements) = operands[0] else {
            throw PredicateBindingError(.malformed("The function \(function.rawValue) takes a list"))
        }
        return elements
    }

    // MARK: Casts and conditions

    func cast(_ operand: TypedOperand, to type: FetchPredicate.Cast) throws(PredicateBindingError) -> TypedOperand {
        switch (operand.type, type) {
        case (.number, .string), (.double, .string), (.float, .string), (.text, .string):
            return calling(.string, [operand], .text)
        case (.text, .number), (.text, .decimal): return calling(.number, [operand], .number)
        case (let from, .number) where from.isNumber || from == .date: return operand.with(.number)
        case (let from, .decimal) where from.isNumber: return operand.with(.number)
        case (let from, .date) where from.isNumber || from == .date: return operand.with(.date)
        default:
            throw PredicateBindingError(
                .typeMismatch(operand.name, type: operand.type.name, other: "CAST to \(type.rawValue)"),
                position: operand.position)
        }
    }

    func choice(
        _ condition: BoundPredicate, _ value: TypedOperand, _ otherwise: TypedOperand
    ) throws(PredicateBindingError) -> TypedOperand {
        let (value, otherwise) = try unified(value, otherwise, at: value.position)
        var result = value.type == .null ? otherwise : value
        result.operand = .choice(condition, value.operand, otherwise.operand)
        result.needsCast = value.needsCast || otherwise.needsCast
        if result.type.isNumber { result.type = .number }
        return result
    }
}

extension TypedOperand {
    fileprivate func with(_ type: PredicateValueType) -> TypedOperand {
        var result = self
        result.type = type
        return result
    }
}
