import Foundation

/// A key to sort fetched objects by, and its direction; a Sendable value.
///
/// ```swift
/// let request = Session.fetchRequest()
/// request.sortDescriptors = [
///     FetchSortDescriptor(key: "spot.name", options: [.caseInsensitive, .diacriticInsensitive]),
///     FetchSortDescriptor(key: "rating", ascending: false),
///     // Sessions without a height come last, whatever the direction.
///     FetchSortDescriptor(key: "height", absent: .last),
/// ]
/// let sessions = try context.fetch(request)
///
/// // The same order for objects in memory, and its opposite.
/// let again = sessions.sortedArray(using: request.sortDescriptors ?? [])
/// let lowest = sessions.sortedArray(using: [FetchSortDescriptor(key: "height").reversed]).last
/// ```
///
/// A descriptor with a comparator sorts objects in memory only; a fetch with one throws, as Core Data's SQLite store does.
///
/// Strings are sorted by their UTF-8 bytes unless an option changes that. Nil values come first in ascending and last
/// in descending order unless `absent` changes that. A later descriptor orders objects that are equal by the earlier
/// ones.
public struct FetchSortDescriptor: Sendable, Hashable {
    /// The position of objects without a value.
    public enum AbsentPlacement: Sendable, Hashable {
        /// As if nil were less than every value.
        case asLeast
        /// Before all values, in both directions.
        case first
        /// After all values, in both directions.
        case last
    }

    /// A property, a key path over to-one relationships, or `SELF` for the order of the primary keys.
    public let key: String
    /// Whether lesser values come first.
    public let ascending: Bool
    /// Differences that comparisons of strings ignore.
    public let options: FetchPredicate.Options
    /// The position of objects without a value.
    public let absent: AbsentPlacement
    let order: Order?

    /// A function that compares two values, equal only to itself.
    final class Order: Sendable, Hashable {
        let compare: @Sendable (Any, Any) -> ComparisonResult

        init(_ compare: @escaping @Sendable (Any, Any) -> ComparisonResult) {
            self.compare = compare
        }

        static func == (left: Order, right: Order) -> Bool { left === right }

        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    /// A descriptor for `key`. The key is checked when a fetch uses the descriptor.
    public init(
        key: String, ascending: Bool = true, options: FetchPredicate.Options = [], absent: AbsentPlacement = .asLeast
    ) {
        self.init(key, ascending, options, absent, nil)
    }

    /// A descriptor that compares the values of `key` with a function, for `sortedArray(using:)`. Nil values come first in
    /// ascending order. Without a key, it compares the objects.
    public init(
        key: String?, ascending: Bool, comparator: @escaping @Sendable (Any, Any) -> ComparisonResult
    ) {
        self.init(key ?? "SELF", ascending, [], .asLeast, Order(comparator))
    }

    private init(
        _ key: String, _ ascending: Bool, _ options: FetchPredicate.Options, _ absent: AbsentPlacement, _ order: Order?
    ) {
        self.key = key
        self.ascending = ascending
        self.options = options
        self.absent = absent
        self.order = order
    }

    /// A descriptor for the property with this key path. Its name is that in `EntityDescription.propertyNames` of a
    /// registered model, such as one that was generated, or of a model that a coordinator used.
    /// - Precondition: a model knows the key path.
    public init<Root: ManagedObject, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
        self.init(key: ModelsInUse.requireName(of: keyPath), ascending: ascending)
    }

    /// The opposite order.
    public var reversed: FetchSortDescriptor {
        let opposite: AbsentPlacement =
            switch absent {
            case .asLeast: .asLeast
            case .first: .last
            case .last: .first
            }
        return FetchSortDescriptor(key, !ascending, options, opposite, order)
    }
}
