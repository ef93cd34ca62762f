/// A predicate or sort descriptor that does not fit its entity. Names keys and types, never values.
public struct PredicateBindingError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What does not fit.
    public enum Reason: Sendable, Equatable {
        /// The entity has no such property; `nearest` is the most similar name that it has.
        case unknownKey(String, entity: String, nearest: String?)
        /// Two operands cannot be compared or computed with.
        case typeMismatch(String, type: String, other: String)
        /// A text that stands for a date, an UUID or the like and is none.
        case invalidConstant(String, type: String)
        case invalidPattern
        case unboundVariable(String)
        /// A to-many key path that has no ANY, ALL, NONE or @count.
        case needsQuantifier(String)
        /// ANY, ALL or NONE before something that is no to-many key path.
        case needsToMany
        /// The store has no value for the key, or it has no order.
        case notComparable(String, String)
        case malformed(String)
    }

    public let reason: Reason
    /// Where the key or the operator stood in the format string, in characters from 0; nil if there was none.
    public let position: Int?

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
        case .typeMismatch(let what, let type, let other): "\(what) is \(type) and does not go with \(other)"
        case .invalidConstant(let what, let type): "\(what) is compared with a text that is no \(type)"
        case .invalidPattern: "The pattern of MATCHES is no regular expression"
        case .unboundVariable(let name): "The variable $\(name) has no value"
        case .needsQuantifier(let key): "“\(key)” leads to many objects: put ANY, ALL or NONE before the comparison"
        case .needsToMany: "ANY, ALL and NONE stand before a key path that leads to many objects"
        case .notComparable(let key, let why): "“\(key)” \(why)"
        case .malformed(let what): what
        }
    }
}
