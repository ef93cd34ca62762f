import Foundation

/// A function of values, computed by the same code in memory and in SQL. The raw value is part of its name in SQL.
package enum ScalarFunction: String, Sendable, CaseIterable {
    case absolute = "ABS"
    case squareRoot = "SQRT"
    case logarithm = "LOG"
    case naturalLogarithm = "LN"
    case exponential = "EXP"
    case ceiling = "CEILING"
    case floor = "FLOOR"
    case whole = "TRUNC"
    case complement = "COMPLEMENT"
    case string = "STRING"
    case number = "NUMBER"
    case count = "LIST_COUNT"
    case sum = "LIST_SUM"
    case least = "LIST_MIN"
    case greatest = "LIST_MAX"
    case average = "LIST_AVERAGE"
    case median = "LIST_MEDIAN"
    case deviation = "LIST_STDDEV"

    /// The function's value; lists take any number of arguments, the others one.
    package func value(of arguments: [PredicateScalar]) -> PredicateScalar {
        switch self {
        case .count: .integer(Int64(arguments.count))
        case .sum: PredicateScopes.value(of: .sum, over: arguments)
        case .least: PredicateScopes.value(of: .min, over: arguments)
        case .greatest: PredicateScopes.value(of: .max, over: arguments)
        case .average: PredicateScopes.value(of: .average, over: arguments)
        case .median: ScalarFunction.median(arguments.compactMap(\.number).sorted())
        case .deviation: ScalarFunction.deviation(arguments.compactMap(\.number))
        default: arguments.first.map(value(of:)) ?? .null
        }
    }

    private func value(of argument: PredicateScalar) -> PredicateScalar {
        switch self {
        case .absolute: PredicateArithmetic.abs(argument)
        case .complement: argument.wholePart.map { .integer(~$0) } ?? .null
        case .string: argument.plainText.map { .text($0) } ?? .null
        case .number: argument.parsedNumber
        case .ceiling: argument.rounded(.up)
        case .floor: argument.rounded(.down)
        case .whole: argument.rounded(.towardZero)
        default: argument.number.map { PredicateScalar(number: real($0)) } ?? .null
        }
    }

    private func real(_ number: Double) -> Double {
        switch self {
        case .squareRoot: number.squareRoot()
        case .logarithm: log10(number)
        case .naturalLogarithm: log(number)
        default: exp(number)
        }
    }

    private static func median(_ sorted: [Double]) -> PredicateScalar {
        guard !sorted.isEmpty else { return .null }
        let middle = sorted.count / 2
        return PredicateScalar(
            number: sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle])
    }

    private static func deviation(_ values: [Double]) -> PredicateScalar {
        let count = Double(values.count)
        let mean = values.reduce(0, +) / count
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return PredicateScalar(number: (squares / count).squareRoot())
    }
}

extension PredicateScalar {
    /// The number as a double; nil for another value.
    fileprivate var number: Double? {
        if case .real(let value) = asReal { value } else { nil }
    }

    /// The number without its fraction, as SQLite casts it to an integer; nil for another value.
    var wholePart: Int64? {
        switch self {
        case .integer(let value): value
        case .real(let value): Int64(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
        default: nil
        }
    }

    fileprivate func rounded(_ rule: FloatingPointRoundingRule) -> PredicateScalar {
        if case .real(let value) = self { return .real(value.rounded(rule)) }
        return number == nil ? .null : self
    }

    /// A text, or a number as text, which is whole without a point.
    fileprivate var plainText: String? {
        switch self {
        case .text(let text): text
        case .integer(let value): String(value)
        case .real(let value): Int64(exactly: value).map(String.init) ?? "\(value)"
        default: nil
        }
    }

    /// The number that a text consists of.
    fileprivate var parsedNumber: PredicateScalar {
        guard case .text(let text) = self else { return number == nil ? .null : self }
        if let whole = Int64(text) { return .integer(whole) }
        guard let value = Double(text), value.isFinite else { return .null }
        return .real(value)
    }
}
