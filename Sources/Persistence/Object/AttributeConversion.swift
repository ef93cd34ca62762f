import Foundation

/// Conversion between `Any` in the public interface and the engine's values.
extension AttributeType {
    /// The engine's value for `any`; nil when `any` is not a value of this type.
    package func propertyValue(from any: Any?) -> PropertyValue? {
        guard let any else { return .null }
        if let value = presentValue(from: any) { return value }
        if any is NSNull { return .null }
        guard let optional = any as? (any OptionalValue) else { return nil }
        return optional.unwrapped.map { propertyValue(from: $0) } ?? .null
    }

    private func presentValue(from any: Any) -> PropertyValue? {
        switch self {
        case .integer16: return integer(any).flatMap { Int16(exactly: $0) }.map { .integer(Int64($0)) }
        case .integer32: return integer(any).flatMap { Int32(exactly: $0) }.map { .integer(Int64($0)) }
        case .integer64: return integer(any).map { .integer($0) }
        case .boolean: return boolean(any).map { .boolean($0) }
        case .double: return number(any).map { .double($0) }
        case .float: return number(any).map { .float(Float($0)) }
        case .decimal: return decimal(any).map { .decimal($0) }
        case .string: return (any as? String).map { .string($0) }
        case .date: return (any as? Date).map { .date($0.timeIntervalSinceReferenceDate) }
        case .binaryData: return (any as? Data).map { .data($0) }
        case .uuid: return (any as? UUID).map { .uuid($0) }
        case .uri: return (any as? URL).map { .uri($0) }
        case .transformable, .undefined: return TransformedValue(archiving: any).map { .transformed($0) }
        }
    }

    private func integer(_ any: Any) -> Int64? {
        switch any {
        case let value as Int: Int64(value)
        case let value as Int16: Int64(value)
        case let value as Bool: value ? 1 : 0
        case let value as any BinaryInteger: exact(value)
        case let value as NSNumber: value.int64Value
        default: nil
        }
    }

    private func exact(_ value: some BinaryInteger) -> Int64? { Int64(exactly: value) }

    private func boolean(_ any: Any) -> Bool? {
        switch any {
        case let value as Bool: value
        case let value as any BinaryInteger: exact(value) != 0
        case let value as NSNumber: value.boolValue
        default: nil
        }
    }

    private func number(_ any: Any) -> Double? {
        switch any {
        case let value as Double: value
        case let value as Float: Double(value)
        case let value as any BinaryInteger: integer(value).map { Double($0) }
        case let value as Decimal: NSDecimalNumber(decimal: value).doubleValue
        case let value as NSNumber: value.doubleValue
        default: nil
        }
    }

    private func decimal(_ any: Any) -> Decimal? {
        switch any {
        case let value as Decimal: value
        case let value as NSDecimalNumber: value.decimalValue
        case let value as any BinaryInteger: integer(value).map { Decimal($0) }
        case let value as Double: Decimal(value)
        case let value as NSNumber: value.decimalValue
        default: nil
        }
    }
}

extension PropertyValue {
    /// The value for the public interface: NSNumber for numbers and Booleans, Foundation values otherwise; nil for null
    /// and for relationships, which need a context.
    var anyValue: Any? {
        switch self {
        case .null, .reference, .toMany, .ordered: nil
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
        }
    }
}

extension PropertyValue {
    /// Whether `any` is known to be this value in its public form, without converting it. May be false for an equal
    /// value.
    func isSame(as any: Any?) -> Bool {
        switch self {
        case .null: any == nil
        case .string(let text): (any as? String)?.hasSameBytes(as: text) ?? false
        case .integer(let number): (any as? NSNumber)?.int64Value == number
        case .date(let seconds): (any as? Date)?.timeIntervalSinceReferenceDate == seconds
        default: false
        }
    }
}

/// Unwraps an optional that is stored as `Any`.
protocol OptionalValue {
    var unwrapped: Any? { get }
}

extension Optional: OptionalValue {
    var unwrapped: Any? { self.map { $0 as Any } }
}

/// The value inside nested optionals; nil if one of them is empty.
func unwrapped(_ value: Any) -> Any? {
    guard let optional = value as? any OptionalValue else { return value }
    return optional.unwrapped.flatMap(unwrapped)
}
