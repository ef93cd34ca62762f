/// One key that fetched objects are sorted by; a Sendable value.
///
/// Texts are sorted by their UTF-8 bytes unless an option says otherwise; absent values come first ascending and last
/// descending unless `absent` says otherwise. Later descriptors decide where earlier ones find no difference.
public struct FetchSortDescriptor: Sendable, Hashable {
    /// Where objects without a value stand.
    public enum AbsentPlacement: Sendable, Hashable {
        /// As if an absent value were less than every other.
        case asLeast
        case first
        case last
    }

    /// A property, keys to one over to-one relationships, or `SELF` for the order of the primary keys.
    public let key: String
    public let ascending: Bool
    /// What a comparison of texts overlooks.
    public let options: FetchPredicate.Options
    public let absent: AbsentPlacement

    public init(
        key: String, ascending: Bool = true, options: FetchPredicate.Options = [], absent: AbsentPlacement = .asLeast
    ) {
        self.key = key
        self.ascending = ascending
        self.options = options
        self.absent = absent
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
