import Foundation

/// SQLite's arithmetic, so that a predicate gives the same result in memory and in SQL.
///
/// Two integers give an integer. Division truncates towards zero, and an overflow gives a double. Division by zero and
/// a result that is not a number give null.
package enum PredicateArithmetic {
    package static func apply(
        _ operation: FetchPredicate.Arithmetic, _ left: PredicateScalar, _ right: PredicateScalar
    ) -> PredicateScalar {
        if case .integer(let a) = left, case .integer(let b) = right, let result = integers(operation, a, b) {
            return result
        }
        if let combine = bits[operation] {
            guard let a = left.wholePart, let b = right.wholePart else { return .null }
            return .integer(combine(a, b))
        }
        guard case .real(let a) = left.asReal, case .real(let b) = right.asReal else { return .null }
        switch operation {
        case .add: return PredicateScalar(number: a + b)
        case .subtract: return PredicateScalar(number: a - b)
        case .multiply: return PredicateScalar(number: a * b)
        case .divide: return b == 0 ? .null : PredicateScalar(number: a / b)
        // SQLite does not store a negative zero, so the sign of a zero must not matter.
        case .power: return PredicateScalar(number: pow(a == 0 ? 0 : a, b))
        case .modulus: return PredicateScalar(number: fmod(a, b))
        case .bitwiseAnd, .bitwiseOr, .bitwiseXor, .shiftLeft, .shiftRight: return .null
        }
    }

    /// The operations on bits. As in SQLite, a shift by a negative number is one in the other direction.
    private static let bits: [FetchPredicate.Arithmetic: @Sendable (Int64, Int64) -> Int64] = [
        .bitwiseAnd: { $0 & $1 }, .bitwiseOr: { $0 | $1 }, .bitwiseXor: { $0 ^ $1 }, .shiftLeft: { $0 << $1 },
        .shiftRight: { $0 >> $1 },
    ]

    package static func negate(_ value: PredicateScalar) -> PredicateScalar {
        apply(.subtract, .integer(0), value)
    }

    package static func abs(_ value: PredicateScalar) -> PredicateScalar {
        guard let order = value.order(to: .integer(0)) else { return .null }
        return order < 0 ? negate(value) : value
    }

    /// The exact result; nil if it must be a double.
    private static func integers(_ operation: FetchPredicate.Arithmetic, _ a: Int64, _ b: Int64) -> PredicateScalar? {
        let result: (partialValue: Int64, overflow: Bool)
        switch operation {
        case .add: result = a.addingReportingOverflow(b)
        case .subtract: result = a.subtractingReportingOverflow(b)
        case .multiply: result = a.multipliedReportingOverflow(by: b)
        case .divide where b == 0, .modulus where b == 0: return .null
        case .divide: result = a.dividedReportingOverflow(by: b)
        case .modulus: result = (a.remainderReportingOverflow(dividingBy: b).partialValue, false)
        case .power, .bitwiseAnd, .bitwiseOr, .bitwiseXor, .shiftLeft, .shiftRight: return nil
        }
        return result.overflow ? nil : .integer(result.partialValue)
    }
}
