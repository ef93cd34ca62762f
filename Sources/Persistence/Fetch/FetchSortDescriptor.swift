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
/// let again = try sessions.sortedArray(using: request.sortDescriptors ?? [])
/// let lowest = try sessions.sortedArray(using: [FetchSortDescriptor(key: "height").reversed]).last
/// ```
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

    /// A descriptor for `key`. The key is checked when a fetch uses the descriptor.
    public init(
        key: String, ascending: Bool = true, options: FetchPredicate.Options = [], absent: AbsentPlacement = .asLeast
    ) {
        self.key = key
        self.ascending = ascending
        self.options = options
        self.absent = absent
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
        return FetchSortDescriptor(key: key, ascending: !ascending, options: options, absent: opposite)
    }
}
