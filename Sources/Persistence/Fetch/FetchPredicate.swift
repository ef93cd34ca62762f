/// A condition on objects, written in Core Data's predicate language; a Sendable value.
///
/// ```swift
/// let good = try FetchPredicate(format: "rating >= %d AND location BEGINSWITH[c] %@", 4, "mal")
/// ```
///
/// What it means is fixed by binding it to an entity (`bound(to:in:)`), and is the same in memory and in SQLite. A
/// comparison with an absent value is unknown, and so is its negation; an object matches only if the whole is true.
/// Two operators always know: `== nil`, and `!=`, which takes an absent value to differ from every present one.
public struct FetchPredicate: Sendable, Equatable, CustomStringConvertible {
    /// The condition as a tree.
    public let root: Node

    /// A predicate of a tree that was made in code.
    public init(root: Node) {
        self.root = root
    }

    /// A predicate that holds for every object, or for none.
    public init(value: Bool) {
        root = .constant(value)
    }

    /// Parses `format`; each placeholder (`%@`, `%K`, `%d` ...) takes the next argument.
    ///
    /// Objects among the arguments are kept as their IDs.
    /// - Throws: `PredicateFormatError` with the position of the first mistake.
    public init(format: String, _ arguments: Any?...) throws(PredicateFormatError) {
        try self.init(format: format, argumentArray: arguments)
    }

    /// Parses `format`; each placeholder (`%@`, `%K`, `%d` ...) takes the next element of `argumentArray`.
    /// - Throws: `PredicateFormatError` with the position of the first mistake.
    public init(format: String, argumentArray: [Any?]) throws(PredicateFormatError) {
        var parser = try PredicateParser(format: format, arguments: argumentArray)
        root = try parser.parse()
    }

    /// A predicate of a literal in code.
    /// - Precondition: the format is right and the arguments fit it.
    public init(_ format: StaticString, _ arguments: Any?...) {
        do {
            try self.init(format: format.description, argumentArray: arguments)
        } catch {
            preconditionFailure(error.description)
        }
    }

    /// Holds where all of `predicates` hold; everywhere if there are none.
    public static func and(_ predicates: [FetchPredicate]) -> FetchPredicate {
        switch predicates.count {
        case 0: FetchPredicate(value: true)
        case 1: predicates[0]
        default: FetchPredicate(root: .and(predicates.map(\.root)))
        }
    }

    /// Holds where one of `predicates` holds; nowhere if there are none.
    public static func or(_ predicates: [FetchPredicate]) -> FetchPredicate {
        switch predicates.count {
        case 0: FetchPredicate(value: false)
        case 1: predicates[0]
        default: FetchPredicate(root: .or(predicates.map(\.root)))
        }
    }

    /// Holds where `predicate` is known not to hold.
    public static func not(_ predicate: FetchPredicate) -> FetchPredicate {
        FetchPredicate(root: .not(predicate.root))
    }

    /// The predicate as text that parses to an equal predicate, unless it names objects.
    public var predicateFormat: String { PredicateWriter.text(of: root) }

    public var description: String { predicateFormat }
}
