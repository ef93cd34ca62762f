/// A condition on objects, written in Core Data's predicate language; a Sendable value.
///
/// ```swift
/// let good = FetchPredicate(format: "rating >= %d AND spot.name BEGINSWITH[c] %@", 4, "mal")
/// let request = Session.fetchRequest()
/// request.predicate = good
/// let sessions = try context.fetch(request)
///
/// // The same predicate tests an object that is in memory already.
/// let isGood = good.evaluate(with: sessions[0])
///
/// // Conditions over a to-many relationship: spots with a session above five feet, and what they have in common.
/// let big = Spot.fetchRequest()
/// big.predicate = FetchPredicate(andPredicateWithSubpredicates: [
///     FetchPredicate(format: "ANY sessions.height > 5"),
///     FetchPredicate(format: "sessions.@avg.rating >= 3"),
/// ])
///
/// // A condition that a person typed may have mistakes.
/// let typed = try FetchPredicate(validating: "rating > 3")
/// ```
///
/// Keys and types are checked when the predicate is bound to an entity, which every fetch does. A predicate means the
/// same in memory and in SQLite. A comparison with a nil value is unknown, and so is its negation; an object matches
/// only if the whole predicate is true. Two operators are never unknown: `== nil`, and `!=`, for which nil differs from
/// every other value.
public struct FetchPredicate: Sendable, Equatable, CustomStringConvertible {
    /// The condition as a tree.
    public let root: Node

    /// A predicate with a tree that was built in code.
    public init(root: Node) {
        self.root = root
    }

    /// A predicate with the same result for every object: `value`.
    public init(value: Bool) {
        root = .constant(value)
    }

    /// Parses `format`; each placeholder (`%@`, `%K`, `%d` ...) takes the next argument.
    ///
    /// Objects among the arguments are stored as their IDs.
    /// - Precondition: the format is valid and the arguments fit it. `init(validating:_:)` throws for one that is not.
    public init(format: String, _ arguments: Any?...) {
        self.init(format: format, argumentArray: arguments)
    }

    /// Parses `format`; each placeholder (`%@`, `%K`, `%d` ...) takes the next element of `argumentArray`.
    /// - Precondition: the format is valid and the arguments fit it. `init(validating:argumentArray:)` throws for one
    ///   that is not.
    public init(format: String, argumentArray: [Any?]?) {
        self = orTrap { try FetchPredicate(validating: format, argumentArray: argumentArray ?? []) }
    }

    /// Parses a format that is a literal in the source code: `init(format:_:)` for short.
    /// - Precondition: the format is valid and the arguments fit it.
    public init(_ format: StaticString, _ arguments: Any?...) {
        self.init(format: format.description, argumentArray: arguments)
    }

    /// Parses a format that may have mistakes, such as one that a person typed.
    ///
    /// Keys and types are not checked before the predicate meets an entity: a fetch throws for them, and so does
    /// `evaluate(validating:)`.
    /// - Throws: `PredicateFormatError` with the position of the first mistake, or for an argument that does not fit
    ///   its placeholder.
    public init(validating format: String, _ arguments: Any?...) throws(PredicateFormatError) {
        try self.init(validating: format, argumentArray: arguments)
    }

    /// Parses a format that may have mistakes; each placeholder takes the next element of `argumentArray`.
    /// - Throws: `PredicateFormatError` as `init(validating:_:)`.
    public init(validating format: String, argumentArray: [Any?]) throws(PredicateFormatError) {
        var parser = try PredicateParser(format: format, arguments: argumentArray)
        root = try parser.parse()
    }

    /// True if all of `predicates` are true, or if there are none.
    public static func and(_ predicates: [FetchPredicate]) -> FetchPredicate {
        switch predicates.count {
        case 0: FetchPredicate(value: true)
        case 1: predicates[0]
        default: FetchPredicate(root: .and(predicates.map(\.root)))
        }
    }

    /// True if at least one of `predicates` is true; false if there are none.
    public static func or(_ predicates: [FetchPredicate]) -> FetchPredicate {
        switch predicates.count {
        case 0: FetchPredicate(value: false)
        case 1: predicates[0]
        default: FetchPredicate(root: .or(predicates.map(\.root)))
        }
    }

    /// True if `predicate` is false; unknown if `predicate` is unknown.
    public static func not(_ predicate: FetchPredicate) -> FetchPredicate {
        FetchPredicate(root: .not(predicate.root))
    }

    /// The predicate as text that parses to an equal predicate, unless it contains object IDs.
    public var predicateFormat: String { PredicateWriter.text(of: root) }

    public var description: String { predicateFormat }
}
