import Foundation

/// Conditions on a property, written with its typed handle.
///
/// ```swift
/// let request = Session.fetchRequest()
/// request.predicate = Session.rating >= 4 && Session.spot[Spot.name].begins(with: "mal", [.caseInsensitive])
/// request.sortDescriptors = [FetchSortDescriptor(Session.height, ascending: false)]
/// ```
extension Attribute {
    /// True if the property has this value; nil stands for no value.
    public static func == (left: Attribute, right: Value) -> FetchPredicate {
        comparison("%K == %@", left.name, right.propertyValue.anyValue)
    }

    /// True if the property has another value, or none. For nil: true if it has a value.
    public static func != (left: Attribute, right: Value) -> FetchPredicate {
        comparison("%K != %@", left.name, right.propertyValue.anyValue)
    }

    /// True if the property has one of these values.
    public func isIn(_ values: some Sequence<Value>) -> FetchPredicate {
        comparison("%K IN %@", name, values.map { $0.propertyValue.anyValue })
    }
}

/// A type that handles have for attributes with an order: numbers, dates, texts, and optionals of them.
public protocol OrderedAttributeValue: AttributeValue {
    /// The type without optional.
    associatedtype Present: AttributeValue & Comparable = Self
}

extension Optional: OrderedAttributeValue where Wrapped: OrderedAttributeValue & Comparable {
    /// The type without optional.
    public typealias Present = Wrapped
}
extension Int: OrderedAttributeValue {}
extension Int16: OrderedAttributeValue {}
extension Int32: OrderedAttributeValue {}
extension Int64: OrderedAttributeValue {}
extension Double: OrderedAttributeValue {}
extension Float: OrderedAttributeValue {}
extension Decimal: OrderedAttributeValue {}
extension Date: OrderedAttributeValue {}
extension String: OrderedAttributeValue {}

extension Attribute where Value: OrderedAttributeValue {
    /// True if the property's value is less. Unknown if it has none.
    public static func < (left: Attribute, right: Value.Present) -> FetchPredicate {
        comparison("%K < %@", left.name, right.propertyValue.anyValue)
    }

    /// True if the property's value is less or equal. Unknown if it has none.
    public static func <= (left: Attribute, right: Value.Present) -> FetchPredicate {
        comparison("%K <= %@", left.name, right.propertyValue.anyValue)
    }

    /// True if the property's value is greater. Unknown if it has none.
    public static func > (left: Attribute, right: Value.Present) -> FetchPredicate {
        comparison("%K > %@", left.name, right.propertyValue.anyValue)
    }

    /// True if the property's value is greater or equal. Unknown if it has none.
    public static func >= (left: Attribute, right: Value.Present) -> FetchPredicate {
        comparison("%K >= %@", left.name, right.propertyValue.anyValue)
    }

    /// True if the property's value is in a range. Unknown if it has none.
    public func isIn(_ range: ClosedRange<Value.Present>) -> FetchPredicate {
        comparison(
            "%K BETWEEN {%@, %@}", name, range.lowerBound.propertyValue.anyValue,
            range.upperBound.propertyValue.anyValue)
    }
}

extension Attribute where Value: OrderedAttributeValue, Value.Present == String {
    /// True if the text begins with this one.
    public func begins(with text: String, _ options: FetchPredicate.Options = []) -> FetchPredicate {
        test("BEGINSWITH", text, options)
    }

    /// True if the text ends with this one.
    public func ends(with text: String, _ options: FetchPredicate.Options = []) -> FetchPredicate {
        test("ENDSWITH", text, options)
    }

    /// True if this text occurs in the property's text.
    public func contains(_ text: String, _ options: FetchPredicate.Options = []) -> FetchPredicate {
        test("CONTAINS", text, options)
    }

    /// True if the whole text matches a pattern, in which `?` stands for one character and `*` for any number.
    public func isLike(_ pattern: String, _ options: FetchPredicate.Options = []) -> FetchPredicate {
        test("LIKE", pattern, options)
    }

    /// True if the whole text matches a regular expression in Foundation's syntax.
    public func matches(_ pattern: String, _ options: FetchPredicate.Options = []) -> FetchPredicate {
        test("MATCHES", pattern, options)
    }

    private func test(_ name: String, _ text: String, _ options: FetchPredicate.Options) -> FetchPredicate {
        let flags =
            (options.contains(.caseInsensitive) ? "c" : "") + (options.contains(.diacriticInsensitive) ? "d" : "")
        return comparison("%K \(name)\(flags.isEmpty ? "" : "[\(flags)]") %@", self.name, text)
    }
}

// MARK: Relationships

extension ToOne {
    /// True if this object is the destination; nil stands for none.
    public static func == (left: ToOne, right: Destination?) -> FetchPredicate {
        comparison("%K == %@", left.name, right)
    }

    /// True if another object is the destination, or none. For nil: true if there is one.
    public static func != (left: ToOne, right: Destination?) -> FetchPredicate {
        comparison("%K != %@", left.name, right)
    }

    /// A property of the destination, for predicates and sort descriptors: `Book.author[Author.name]`.
    public subscript<Value>(attribute: Attribute<Value>) -> Attribute<Value> { Attribute(name + "." + attribute.name) }

    /// A relationship of the destination, for predicates: `Chapter.book[Book.author]`.
    public subscript<Next>(relationship: ToOne<Next>) -> ToOne<Next> { ToOne<Next>(name + "." + relationship.name) }
}

extension ToMany {
    /// True if the object is a destination.
    public func contains(_ object: Destination) -> FetchPredicate { comparison("ANY %K == %@", name, object) }

    /// The number of destinations, for predicates.
    public var count: Attribute<Int> { Attribute(name + ".@count") }
}

extension ToManyOrdered {
    /// True if the object is a destination.
    public func contains(_ object: Destination) -> FetchPredicate { comparison("ANY %K == %@", name, object) }

    /// The number of destinations, for predicates.
    public var count: Attribute<Int> { Attribute(name + ".@count") }
}

// MARK: Combining

extension FetchPredicate {
    /// True if both predicates are true.
    public static func && (left: FetchPredicate, right: FetchPredicate) -> FetchPredicate { .and([left, right]) }

    /// True if one of the predicates is true.
    public static func || (left: FetchPredicate, right: FetchPredicate) -> FetchPredicate { .or([left, right]) }

    /// True if the predicate is false; unknown if it is unknown.
    public static prefix func ! (predicate: FetchPredicate) -> FetchPredicate { .not(predicate) }
}

extension FetchSortDescriptor {
    /// A descriptor for the property of a handle.
    public init<Value>(
        _ attribute: Attribute<Value>, ascending: Bool = true, options: FetchPredicate.Options = [],
        absent: AbsentPlacement = .asLeast
    ) {
        self.init(key: attribute.name, ascending: ascending, options: options, absent: absent)
    }
}

/// The predicate of a format whose arguments always fit it.
private func comparison(_ format: String, _ arguments: Any?...) -> FetchPredicate {
    FetchPredicate(format: format, argumentArray: arguments)
}
