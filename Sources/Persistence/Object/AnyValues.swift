import Foundation

/// The table of conversion between `Any`, in the public interface, and the engine's values.
extension PropertyValue {
    /// What a value of the public interface stands for, whatever it is for: a whole number or a Boolean is `integer`,
    /// any other number `double` or `decimal`, an object is the reference to it, and nil, NSNull and an empty optional
    /// are `null`. Nil for a value of another type.
    init?(_ any: Any?) {
        guard let any = present(any) else {
            self = .null
            return
        }
        switch any {
        case let text as String: self = .string(text)
        case let number as any BinaryInteger: self.init(integer: number)
        case let number as any BinaryFloatingPoint: self = .double(Double(number))
        case let date as Date: self = .date(date.timeIntervalSinceReferenceDate)
        case let data as Data: self = .data(data)
        case let uuid as UUID: self = .uuid(uuid)
        case let url as URL: self = .uri(url)
        case let id as ManagedObjectID: self = .reference(id)
        case let object as ManagedObject: self = .reference(object.objectID)
        case let text as Substring: self = .string(String(text))
        // Bool and Decimal are bridged.
        case let number as NSDecimalNumber: self = .decimal(number.decimalValue)
        case let number as NSNumber: self.init(number)
        default: return nil
        }
    }

    private init?(integer: some BinaryInteger) {
        if let value = Int64(exactly: integer) {
            self = .integer(value)
        } else if let value = UInt64(exactly: integer) {
            self = .decimal(Decimal(value))
        } else {
            return nil
        }
    }

    private init?(_ number: NSNumber) {
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .double(number.doubleValue)
        case UInt8(ascii: "Q"): self.init(integer: number.uint64Value)
        default: self = .integer(number.int64Value)
        }
    }

    /// The value for the public interface: NSNumber for numbers and Booleans, Foundation values otherwise, the ID for a
    /// to-one relationship; nil for null and for to-many relationships, which need a context.
    var anyValue: Any? {
        switch self {
        case .null, .toMany, .ordered: nil
        case .integer(let value): NSNumber(value: value)
        case .boolean(let value): NSNumber(value: value)
        case .double(let value): NSNumber(value: value)
        case .float(let value): NSNumber(value: value)
        case .decimal(let value): NSDecimalNumber(decimal: value)
        case .string(let value): value
        case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
        case .data(let value): value
        case .uuid(let value): value
        case .uri(let value): value
        case .transformed(let value): value.unarchived
        case .reference(let id): id
        }
    }
}

extension AttributeDescription {
    /// The engine's value for `any`; nil when `any` is not a value of the attribute's type.
    package func propertyValue(from any: Any?) -> PropertyValue? {
        guard let any = present(any) else { return .null }
        guard type == .transformable || type == .undefined else { return PropertyValue(any)?.converted(to: type) }
        let value =
            if type == .transformable, let name = archivingTransformerName {
                TransformedValue(transforming: any, by: name)
            } else {
                TransformedValue(archiving: any, valueClassName: ownValueClassName)
            }
        return value.map { .transformed($0) }
    }
}

extension PropertyValue {
    /// The value in the form of an attribute's type; nil if it cannot be one. A number with a fraction loses it in an
    /// integer, and is false only if it is 0.
    fileprivate func converted(to type: AttributeType) -> PropertyValue? {
        switch (type, self) {
        case (.string, .string), (.date, .date), (.binaryData, .data), (.uuid, .uuid), (.uri, .uri): self
        case (.integer16, _): whole.flatMap { Int16(exactly: $0) }.map { .integer(Int64($0)) }
        case (.integer32, _): whole.flatMap { Int32(exactly: $0) }.map { .integer(Int64($0)) }
        case (.integer64, _): whole.map { .integer($0) }
        case (.boolean, _): number.map { .boolean($0 != 0) }
        case (.double, _): number.map { .double($0) }
        case (.float, _): number.map { .float(Float($0)) }
        case (.decimal, _): decimal.map { .decimal($0) }
        default: nil
        }
    }

    private var whole: Int64? {
        switch self {
        case .integer(let value): value
        case .double(let value): Int64(exactly: value.rounded(.towardZero))
        case .decimal(let value) where value >= Decimal(Int64.min) && value <= Decimal(Int64.max):
            NSDecimalNumber(decimal: value).int64Value
        default: nil
        }
    }

    private var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        case .decimal(let value): NSDecimalNumber(decimal: value).doubleValue
        default: nil
        }
    }

    private var decimal: Decimal? {
        switch self {
        case .integer(let value): Decimal(value)
        case .double(let value): value.isInfinite ? nil : Decimal(value)
        case .decimal(let value): value
        default: nil
        }
    }
}

// MARK: Optionals and collections

/// The value inside nested optionals; nil for an empty optional and for NSNull.
func present(_ any: Any?) -> Any? {
    guard let value = any.flatMap(unwrapped), !(value is NSNull) else { return nil }
    return value
}

/// The value inside nested optionals; nil if one of them is empty.
func unwrapped(_ value: Any) -> Any? {
    guard let optional = value as? any OptionalValue else { return value }
    return optional.unwrapped.flatMap(unwrapped)
}

/// Unwraps an optional that is stored as `Any`.
private protocol OptionalValue {
    var unwrapped: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var unwrapped: Any? { self.map { $0 as Any } }
}

/// The elements of an array, a set or an ordered set of the standard library, of Foundation or of a relationship; nil
/// for any other value.
func elements(of value: Any) -> [Any]? {
    switch value {
    case let array as [Any]: array
    case let set as Set<AnyHashable> where !(type(of: value) is AnyClass): set.map(\.base)
    case let set as MutableObjectSet: set.allObjects
    case let set as MutableObjectOrderedSet: set.array
    case let set as NSSet: set.allObjects
    case let set as NSOrderedSet: set.array
    case let array as NSArray: Array(array)
    default: nil
    }
}
