import Foundation

/// A value in the form in which it is stored: an attribute's, made and read by types that conform to `AttributeValue`, or
/// a constant of a predicate.
///
/// Make one with the functions named after the kinds of value, and read it with the properties of the same names, each
/// of which is nil if the value is of another kind.
public struct StoredValue: Sendable, Equatable {
    @usableFromInline package let value: PropertyValue

    @inlinable package init(_ value: PropertyValue) { self.value = value }

    /// No value: nil in Swift, NULL in a store.
    @inlinable public static var null: StoredValue { StoredValue(.null) }
    /// The value of an integer attribute of any width.
    @inlinable public static func integer(_ value: Int64) -> StoredValue { StoredValue(.integer(value)) }
    /// The value of a Boolean attribute.
    @inlinable public static func boolean(_ value: Bool) -> StoredValue { StoredValue(.boolean(value)) }
    /// The value of a double attribute.
    @inlinable public static func double(_ value: Double) -> StoredValue { StoredValue(.double(value)) }
    /// The value of a float attribute.
    @inlinable public static func float(_ value: Float) -> StoredValue { StoredValue(.float(value)) }
    /// The value of a decimal attribute.
    @inlinable public static func decimal(_ value: Decimal) -> StoredValue { StoredValue(.decimal(value)) }
    /// The value of a string attribute.
    @inlinable public static func string(_ value: String) -> StoredValue { StoredValue(.string(value)) }
    /// The value of a date attribute.
    @inlinable public static func date(_ value: Date) -> StoredValue {
        StoredValue(.date(value.timeIntervalSinceReferenceDate))
    }
    /// The value of a binary data attribute.
    @inlinable public static func data(_ value: Data) -> StoredValue { StoredValue(.data(value)) }
    /// The value of a UUID attribute.
    @inlinable public static func uuid(_ value: UUID) -> StoredValue { StoredValue(.uuid(value)) }
    /// The value of a URI attribute.
    @inlinable public static func uri(_ value: URL) -> StoredValue { StoredValue(.uri(value)) }

    /// An object, in a predicate.
    @inlinable public static func reference(_ value: ManagedObjectID) -> StoredValue { StoredValue(.reference(value)) }

    /// Whether there is no value.
    @inlinable public var isNull: Bool { value.isNull }
    /// The value of an integer attribute of any width.
    public var integer: Int64? { if case .integer(let value) = value { value } else { nil } }
    /// The value of a Boolean attribute.
    public var boolean: Bool? { if case .boolean(let value) = value { value } else { nil } }
    /// The value of a double attribute.
    public var double: Double? { if case .double(let value) = value { value } else { nil } }
    /// The value of a float attribute.
    public var float: Float? { if case .float(let value) = value { value } else { nil } }
    /// The value of a decimal attribute.
    public var decimal: Decimal? { if case .decimal(let value) = value { value } else { nil } }
    /// The value of a string attribute.
    public var string: String? { if case .string(let value) = value { value } else { nil } }
    /// The value of a date attribute.
    public var date: Date? {
        if case .date(let seconds) = value { Date(timeIntervalSinceReferenceDate: seconds) } else { nil }
    }
    /// The value of a binary data attribute.
    public var data: Data? { if case .data(let value) = value { value } else { nil } }
    /// The value of a UUID attribute.
    public var uuid: UUID? { if case .uuid(let value) = value { value } else { nil } }
    /// The value of a URI attribute.
    public var uri: URL? { if case .uri(let value) = value { value } else { nil } }
    /// An object, in a predicate.
    public var reference: ManagedObjectID? { if case .reference(let value) = value { value } else { nil } }
}
