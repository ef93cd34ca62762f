import Foundation
import Synchronization

/// A typed handle for a property, used in place of a string key.
///
/// ```swift
/// final class Session: ManagedObject {
///     static let date = Attribute<Date?>("date")
///     static let height = Attribute<Double?>("height")
///     static let rating = Attribute<Int16>("rating")
///     static let notes = Attribute<String?>("notes")
///     static let spot = ToOne<Spot>("spot")
///     static let board = ToOne<Board>("board")
///
///     var rating: Int16 {
///         get { self[Self.rating] }
///         set { self[Self.rating] = newValue }
///     }
///     // The other properties are written in the same way.
/// }
/// ```
///
/// The slot is looked up once per model and cached. Store the handle in a static constant.
public final class Attribute<Value: AttributeValue>: Sendable {
    /// The name of the property.
    public let name: String
    /// The entity's `layoutKey`, with the slot in the low 16 bits.
    @usableFromInline let remembered = Atomic<UInt64>(0)
    /// The `layoutKey` of an entity that has no such property.
    private let missing = Atomic<UInt64>(0)

    /// Creates a handle for the property called `name`.
    public init(_ name: String) {
        self.name = name
    }

    /// - Precondition: the entity has the property.
    @inlinable func slot(in object: ManagedObject) -> Int {
        let key = object.layoutKey
        let known = remembered.load(ordering: .relaxed)
        return known & ~0xFFFF == key ? Int(known & 0xFFFF) : findSlot(in: object, key)
    }

    /// Whether the object's entity has the property.
    package func exists(in object: ManagedObject) -> Bool {
        let key = object.layoutKey
        if remembered.load(ordering: .relaxed) & ~0xFFFF == key { return true }
        if missing.load(ordering: .relaxed) == key { return false }
        let slot = object.entity.slot(named: name)
        if slot == nil { missing.store(key, ordering: .relaxed) }
        return slot != nil
    }

    @usableFromInline func findSlot(in object: ManagedObject, _ key: UInt64) -> Int {
        let slot = object.requireSlot(name)
        remembered.store(key | UInt64(slot), ordering: .relaxed)
        return slot
    }
}

extension ManagedObject {
    @usableFromInline func propertyValue(ofSlot slot: Int) -> PropertyValue { currentValue(slot) }

    @usableFromInline func set(_ value: PropertyValue, slot: Int) {
        requireValid()
        setTracked(value, slot: slot)
    }

    @inlinable func attributeValue<Value: AttributeValue>(ofSlot slot: Int) -> Value {
        if let cell = cell(ofSlot: slot), let value = Value(_cell: cell) { return value }
        return Value(storedValue: StoredValue(propertyValue(ofSlot: slot)))
    }

    /// The value of a property. Reading it fires the fault.
    /// - Precondition: the entity has the property.
    public subscript<Value>(attribute: Attribute<Value>) -> Value {
        @inlinable get { attributeValue(ofSlot: attribute.slot(in: self)) }
        @inlinable set { set(newValue.storedValue.value, slot: attribute.slot(in: self)) }
    }
}

/// A Swift type as which an attribute's values can be read. The types that Core Data stores conform; a type of your own
/// does by being stored as one of them. A nil value reads as nil, 0, false or empty.
///
/// ```swift
/// /// Which tide a board likes.
/// enum Tide: Int64, AttributeValue {
///     case low, rising, high, falling
///
///     var storedValue: StoredValue { .integer(rawValue) }
///     init(storedValue: StoredValue) { self = storedValue.integer.flatMap(Tide.init) ?? .low }
/// }
///
/// extension Board {
///     static let tide = Attribute<Tide?>("tide")
/// }
/// ```
public protocol AttributeValue {
    /// The value in the form that the engine stores.
    var storedValue: StoredValue { get }
    /// Creates the value that the engine stores as `storedValue`.
    init(storedValue: StoredValue)
    /// Creates the value from a cell; nil if that is not possible, so that it is created from its `storedValue`. Only
    /// the engine implements it. The default implementation returns nil.
    init?(_cell cell: borrowing _RowCell)
}

extension AttributeValue {
    package var propertyValue: PropertyValue { storedValue.value }

    @inlinable public init?(_cell cell: borrowing _RowCell) { return nil }
}

extension Optional: AttributeValue where Wrapped: AttributeValue {
    @inlinable public var storedValue: StoredValue { self?.storedValue ?? .null }

    @inlinable public init(storedValue: StoredValue) {
        self = storedValue.isNull ? nil : .some(Wrapped(storedValue: storedValue))
    }

    @inlinable public init?(_cell cell: borrowing _RowCell) {
        if cell.isNull {
            self = .none
        } else {
            guard let value = Wrapped(_cell: cell) else { return nil }
            self = .some(value)
        }
    }
}

extension String: AttributeValue {
    @inlinable public var storedValue: StoredValue { .string(self) }

    @inlinable public init(storedValue: StoredValue) {
        if case .string(let value) = storedValue.value { self = value } else { self = "" }
    }

    @inlinable public init?(_cell cell: borrowing _RowCell) {
        guard let text = cell.text else { return nil }
        self = text
    }
}

extension AttributeValue where Self: FixedWidthInteger {
    @inlinable public var storedValue: StoredValue { .integer(Int64(self)) }

    @inlinable public init(storedValue: StoredValue) {
        if case .integer(let value) = storedValue.value { self = Self(truncatingIfNeeded: value) } else { self = 0 }
    }

    @inlinable public init?(_cell cell: borrowing _RowCell) {
        guard let integer = cell.integer else { return nil }
        self = Self(truncatingIfNeeded: integer)
    }
}

extension Int: AttributeValue {}
extension Int16: AttributeValue {}
extension Int32: AttributeValue {}
extension Int64: AttributeValue {}

extension Bool: AttributeValue {
    @inlinable public var storedValue: StoredValue { .boolean(self) }

    @inlinable public init(storedValue: StoredValue) {
        if case .boolean(let value) = storedValue.value { self = value } else { self = false }
    }
}

extension Double: AttributeValue {
    @inlinable public var storedValue: StoredValue { .double(self) }

    @inlinable public init(storedValue: StoredValue) {
        switch storedValue.value {
        case .double(let value), .date(let value): self = value
        case .float(let value): self = Double(value)
        default: self = 0
        }
    }
}

extension Float: AttributeValue {
    @inlinable public var storedValue: StoredValue { .float(self) }

    @inlinable public init(storedValue: StoredValue) {
        if case .float(let value) = storedValue.value { self = value } else { self = 0 }
    }
}

extension Decimal: AttributeValue {
    @inlinable public var storedValue: StoredValue { .decimal(self) }

    @inlinable public init(storedValue: StoredValue) {
        if case .decimal(let value) = storedValue.value { self = value } else { self = 0 }
    }
}

extension Date: AttributeValue {
    @inlinable public var storedValue: StoredValue { .date(self) }

    @inlinable public init(storedValue: StoredValue) {
        if case .date(let seconds) = storedValue.value {
            self.init(timeIntervalSinceReferenceDate: seconds)
        } else {
            self.init(timeIntervalSinceReferenceDate: 0)
        }
    }

    @inlinable public init?(_cell cell: borrowing _RowCell) {
        guard let seconds = cell.seconds else { return nil }
        self.init(timeIntervalSinceReferenceDate: seconds)
    }
}

extension Data: AttributeValue {
    @inlinable public var storedValue: StoredValue { .data(self) }

    @inlinable public init(storedValue: StoredValue) {
        if case .data(let value) = storedValue.value { self = value } else { self = Data() }
    }
}

extension UUID: AttributeValue {
    @inlinable public var storedValue: StoredValue { .uuid(self) }

    @inlinable public init(storedValue: StoredValue) {
        if case .uuid(let value) = storedValue.value {
            self = value
        } else {
            self = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        }
    }
}

extension URL: AttributeValue {
    @inlinable public var storedValue: StoredValue { .uri(self) }

    @inlinable public init(storedValue: StoredValue) {
        if case .uri(let value) = storedValue.value { self = value } else { self = URL(fileURLWithPath: "/") }
    }
}
