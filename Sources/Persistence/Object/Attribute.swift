import Foundation
import Synchronization

/// A typed handle on a property, so that no string key stands in the code that uses it.
///
/// ```swift
/// extension JournalEntry {
///     static let locationKey = Attribute<String?>("location")
///     var location: String? {
///         get { self[Self.locationKey] }
///         set { self[Self.locationKey] = newValue }
///     }
/// }
/// ```
/// The slot is found once for each model and remembered. Sendable: make it a static constant.
public final class Attribute<Value: AttributeValue>: Sendable {
    /// The name of the property.
    public let name: String
    private let remembered = Atomic<UInt64>(0)

    public init(_ name: String) {
        self.name = name
    }

    /// - Precondition: the entity has the property.
    func slot(in object: ManagedObject) -> Int {
        let entity = object.entity
        let layout = UInt64(entity.layout.number) << 32 | UInt64(entity.ordinal) << 16
        let known = remembered.load(ordering: .relaxed)
        if known & ~0xFFFF == layout { return Int(known & 0xFFFF) }
        let slot = object.requireSlot(name)
        remembered.store(layout | UInt64(slot), ordering: .relaxed)
        return slot
    }
}

extension ManagedObject {
    /// The value of a property; fires the fault.
    /// - Precondition: the entity has the property.
    public subscript<Value>(attribute: Attribute<Value>) -> Value {
        get { Value(propertyValue: currentValue(attribute.slot(in: self))) }
        set {
            requireValid()
            setTracked(newValue.propertyValue, slot: attribute.slot(in: self))
        }
    }
}

/// A Swift type that an attribute's values can be read as. An unset value reads as nil, 0, false or empty.
public protocol AttributeValue {
    /// The value as the engine keeps it.
    var propertyValue: PropertyValue { get }
    init(propertyValue: PropertyValue)
}

extension Optional: AttributeValue where Wrapped: AttributeValue {
    public var propertyValue: PropertyValue { self?.propertyValue ?? .null }

    public init(propertyValue: PropertyValue) {
        self = propertyValue.isNull ? nil : .some(Wrapped(propertyValue: propertyValue))
    }
}

extension String: AttributeValue {
    public var propertyValue: PropertyValue { .string(self) }

    public init(propertyValue: PropertyValue) {
        if case .string(let value) = propertyValue { self = value } else { self = "" }
    }
}

extension AttributeValue where Self: FixedWidthInteger {
    public var propertyValue: PropertyValue { .integer(Int64(self)) }

    public init(propertyValue: PropertyValue) {
        if case .integer(let value) = propertyValue { self = Self(truncatingIfNeeded: value) } else { self = 0 }
    }
}

extension Int: AttributeValue {}
extension Int16: AttributeValue {}
extension Int32: AttributeValue {}
extension Int64: AttributeValue {}

extension Bool: AttributeValue {
    public var propertyValue: PropertyValue { .boolean(self) }

    public init(propertyValue: PropertyValue) {
        if case .boolean(let value) = propertyValue { self = value } else { self = false }
    }
}

extension Double: AttributeValue {
    public var propertyValue: PropertyValue { .double(self) }

    public init(propertyValue: PropertyValue) {
        switch propertyValue {
        case .double(let value), .date(let value): self = value
        case .float(let value): self = Double(value)
        default: self = 0
        }
    }
}

extension Float: AttributeValue {
    public var propertyValue: PropertyValue { .float(self) }

    public init(propertyValue: PropertyValue) {
        if case .float(let value) = propertyValue { self = value } else { self = 0 }
    }
}

extension Decimal: AttributeValue {
    public var propertyValue: PropertyValue { .decimal(self) }

    public init(propertyValue: PropertyValue) {
        if case .decimal(let value) = propertyValue { self = value } else { self = 0 }
    }
}

extension Date: AttributeValue {
    public var propertyValue: PropertyValue { .date(timeIntervalSinceReferenceDate) }

    public init(propertyValue: PropertyValue) {
        if case .date(let seconds) = propertyValue {
            self.init(timeIntervalSinceReferenceDate: seconds)
        } else {
            self.init(timeIntervalSinceReferenceDate: 0)
        }
    }
}

extension Data: AttributeValue {
    public var propertyValue: PropertyValue { .data(self) }

    public init(propertyValue: PropertyValue) {
        if case .data(let value) = propertyValue { self = value } else { self = Data() }
    }
}

extension UUID: AttributeValue {
    public var propertyValue: PropertyValue { .uuid(self) }

    public init(propertyValue: PropertyValue) {
        if case .uuid(let value) = propertyValue {
            self = value
        } else {
            self = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        }
    }
}

extension URL: AttributeValue {
    public var propertyValue: PropertyValue { .uri(self) }

    public init(propertyValue: PropertyValue) {
        if case .uri(let value) = propertyValue { self = value } else { self = URL(fileURLWithPath: "/") }
    }
}
