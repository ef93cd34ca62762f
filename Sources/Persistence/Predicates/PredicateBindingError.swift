/// A predicate or sort descriptor does not fit its entity. The error contains keys and types, never values.
public struct PredicateBindingError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What does not fit.
    /// More cases may be added: a `switch` outside the package needs `@unknown default`.
    @nonexhaustive public enum Reason: Sendable, Equatable {
        /// The entity has no such property. `nearest` is the most similar name that it has.
        case unknownKey(String, entity: String, nearest: String?)
        /// Two operands cannot be compared, or used in one operation.
        case typeMismatch(String, type: String, other: String)
        /// A string that should be a date or a UUID is not valid.
        case invalidConstant(String, type: String)
        /// The pattern of a `MATCHES` is not a valid regular expression.
        case invalidPattern
        /// A variable (`$name`) has no value.
        case unboundVariable(String)
        /// A to-many key path lacks ANY, ALL, NONE or an aggregate such as @count.
        case needsQuantifier(String)
        /// ANY, ALL, NONE or SUBQUERY is used with an operand that is not a to-many key path.
        case needsToMany
        /// The key's value cannot be used here: it is transient, for example, or its type has no order. The second
        /// string is the reason.
        case notComparable(String, String)
        /// The predicate cannot be used for another reason. The string describes it.
        case malformed(String)
    }

    /// What does not fit.
    public let reason: Reason
    /// The position of the key or the operator in the format string, in characters from 0; nil without a format string.
    public let position: Int?

    /// An error with this reason.
    public init(_ reason: Reason, position: Int? = nil) {
        self.reason = reason
        self.position = position
    }

    public var description: String {
        let place = position.map { " (character \($0 + 1) of the predicate)" } ?? ""
        return sentence + place + "."
    }

    private var sentence: String {
        switch reason {
        case .unknownKey(let key, let entity, let nearest):
            "\(entity) has no property “\(key)”" + (nearest.map { "; did you mean “\($0)”?" } ?? "")
        case .typeMismatch(let what, let type, let other): "\(what) is \(type) and cannot be used with \(other)"
        case .invalidConstant(let what, let type): "\(what) is compared with text that is not \(type)"
        case .invalidPattern: "The pattern of MATCHES is not a valid regular expression"
        case .unboundVariable(let name): "The variable $\(name) has no value"
        case .needsQuantifier(let key): "“\(key)” is a to-many key path: put ANY, ALL or NONE before the comparison"
        case .needsToMany: "ANY, ALL and NONE need a to-many key path"
        case .notComparable(let key, let why): "“\(key)” \(why)"
        case .malformed(let what): what
        }
    }
}
