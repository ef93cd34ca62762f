import Foundation
import Persistence
import SQLite

/// The SQL functions that compiled predicates call. Each is the evaluator's own function and returns NULL for NULL.
/// `PREDICATE_MATCHES` also takes the row's key, for its error.
package enum PredicateFunctions {
    static let matches = "PREDICATE_MATCHES"
    static let fold = "PREDICATE_FOLD"
    static let lowercase = "PREDICATE_LOWERCASE"
    static let uppercase = "PREDICATE_UPPERCASE"
    static let length = "PREDICATE_LENGTH"

    static func name(of test: TextTest) -> String {
        switch test {
        case .beginsWith: "PREDICATE_BEGINSWITH"
        case .endsWith: "PREDICATE_ENDSWITH"
        case .contains: "PREDICATE_CONTAINS"
        case .like: "PREDICATE_LIKE"
        }
    }

    static func name(of function: ScalarFunction) -> String { "PREDICATE_" + function.rawValue }

    /// The function for arithmetic that SQLite has no operator for; nil for other arithmetic.
    static func name(of operation: FetchPredicate.Arithmetic) -> String? {
        switch operation {
        case .power: "PREDICATE_POWER"
        case .modulus: "PREDICATE_MODULUS"
        case .bitwiseXor: "PREDICATE_XOR"
        default: nil
        }
    }

    /// Registers the functions on a connection. Call it once per connection, before its first compiled predicate.
    ///
    /// - Parameter computedKeys: the computed keys of the connection's model.
    /// - Throws: `DatabaseError` for a computed key whose SQL name SQLite rejects.
    package static func register(on connection: Connection, computedKeys: [ComputedKey] = []) throws {
        for test in TextTest.allCases { try register(test, on: connection) }
        try registerMatches(on: connection)
        try registerTextFunctions(on: connection)
        try registerNumberFunctions(on: connection)
        for key in computedKeys { try register(key, on: connection) }
    }

    private static func register(_ test: TextTest, on connection: Connection) throws {
        for count in [2, 3] {
            try connection.createFunction(name(of: test), argumentCount: count, deterministic: true) { arguments in
                guard !arguments.isNull(0), !arguments.isNull(1) else { return .null }
                let options = FetchPredicate.Options(rawValue: count == 3 ? Int(arguments.int64(2)) : 0)
                return .integer(test.holds(arguments.textBytes(0), arguments.textBytes(1), options) ? 1 : 0)
            }
        }
    }

    private static func registerMatches(on connection: Connection) throws {
        let cache = TextPatternCache()
        try connection.createFunction(matches, argumentCount: 4, deterministic: true) { arguments in
            guard !arguments.isNull(0), !arguments.isNull(1) else { return .null }
            let options = FetchPredicate.Options(rawValue: Int(arguments.int64(2)))
            guard let pattern = cache.pattern(arguments.string(1), options) else { return .null }
            let key = arguments.int64(3)
            do {
                return .integer(try pattern.matches(arguments.string(0), key: key) ? 1 : 0)
            } catch {
                throw FunctionRefusal(error)
            }
        }
    }

    private static func registerTextFunctions(on connection: Connection) throws {
        let functions: [(String, TextFunction)] = [(lowercase, .lowercase), (uppercase, .uppercase), (length, .length)]
        for (name, function) in functions {
            try connection.createFunction(name, argumentCount: 1, deterministic: true) { arguments in
                arguments.isNull(0) ? .null : value(of: function.value(of: arguments.string(0)))
            }
        }
        try connection.createFunction(fold, argumentCount: 2, deterministic: true) { arguments in
            guard !arguments.isNull(0) else { return .null }
            return .text(
                TextFolding.fold(arguments.textBytes(0), FetchPredicate.Options(rawValue: Int(arguments.int64(1)))))
        }
    }

    private static func registerNumberFunctions(on connection: Connection) throws {
        for operation in FetchPredicate.Arithmetic.allCases {
            guard let name = name(of: operation) else { continue }
            try connection.createFunction(name, argumentCount: 2, deterministic: true) { arguments in
                value(of: PredicateArithmetic.apply(operation, scalar(of: arguments[0]), scalar(of: arguments[1])))
            }
        }
        for function in ScalarFunction.allCases {
            let name = name(of: function)
            try connection.createFunction(name, argumentCount: -1, deterministic: true) { arguments in
                value(of: function.value(of: (0..<arguments.count).map { scalar(of: arguments[$0]) }))
            }
        }
    }

    private static func register(_ key: ComputedKey, on connection: Connection) throws {
        try connection.createFunction(key.sqlName, argumentCount: 1, deterministic: true) { arguments in
            guard arguments.type(0) == .text, let number = key.function(arguments.textBytes(0)), !number.isNaN
            else { return .null }
            return .real(number)
        }
    }

    private static func scalar(of value: Value) -> PredicateScalar {
        switch value {
        case .integer(let integer): .integer(integer)
        case .real(let real): .real(real)
        case .text(let text): .text(text)
        case .null, .blob: .null
        }
    }

    private static func value(of scalar: PredicateScalar) -> Value {
        switch scalar {
        case .integer(let integer): .integer(integer)
        case .real(let real): .real(real)
        case .text(let text): .text(text)
        case .null, .blob, .object: .null
        }
    }
}
