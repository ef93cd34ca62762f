import Foundation

/// One value of one property, in the form that the engine stores. It is Sendable and never an object of a context.
/// Outside the package, an attribute's value is a `StoredValue`.
///
/// `Any` values of the public interface are converted by `AttributeDescription.propertyValue(from:)` and `anyValue`.
/// Equality serves change tracking: strings are equal only if their UTF-8 bytes are, so a text is kept exactly as it
/// was set, and changing only its normalization form is a change.
@usableFromInline package enum PropertyValue: Sendable {
    /// No value: nil in Swift, NULL in a store.
    case null
    /// The value of an integer attribute of any width.
    case integer(Int64)
    case boolean(Bool)
    case double(Double)
    case float(Float)
    indirect case decimal(Decimal)
    case string(String)
    /// Seconds since 2001-01-01T00:00:00Z.
    case date(Double)
    case data(Data)
    case uuid(UUID)
    case uri(URL)
    /// The value of a transformable attribute.
    indirect case transformed(TransformedValue)
    /// The destination of a to-one relationship.
    case reference(ManagedObjectID)
    /// A pending change of an unordered to-many relationship.
    indirect case toMany(ToManyChange)
    /// All destinations of an ordered to-many relationship, in order.
    case ordered([ManagedObjectID])

    @inlinable package var isNull: Bool {
        if case .null = self { true } else { false }
    }
}

extension PropertyValue: Equatable {
    @usableFromInline package static func == (left: PropertyValue, right: PropertyValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.integer(let a), .integer(let b)): a == b
        case (.boolean(let a), .boolean(let b)): a == b
        case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern || a == b
        case (.float(let a), .float(let b)): a.bitPattern == b.bitPattern || a == b
        case (.decimal(let a), .decimal(let b)): a == b
        case (.string(let a), .string(let b)): a.hasSameBytes(as: b)
        case (.date(let a), .date(let b)): a == b
        case (.data(let a), .data(let b)): a == b
        case (.uuid(let a), .uuid(let b)): a == b
        case (.uri(let a), .uri(let b)): a.absoluteString.hasSameBytes(as: b.absoluteString)
        case (.transformed(let a), .transformed(let b)): a == b
        case (.reference(let a), .reference(let b)): a == b
        case (.toMany(let a), .toMany(let b)): a == b
        case (.ordered(let a), .ordered(let b)): a == b
        default: false
        }
    }
}

extension String {
    /// Whether both strings are the same sequence of UTF-8 bytes; canonically equivalent strings may differ.
    package func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && (other.withContiguousBytes(hasBytes) ?? utf8.elementsEqual(other.utf8))
    }

    /// Whether the string is this sequence of UTF-8 bytes.
    func hasBytes(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if utf8.count != bytes.count { return false }
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return true }
        let isEqual = withContiguousBytes { memcmp($0.baseAddress!, start, bytes.count) == 0 }
        return isEqual ?? utf8.elementsEqual(bytes)
    }

    /// Calls `body` with the UTF-8 if it is contiguous in memory; nil otherwise.
    private func withContiguousBytes<T>(_ body: (UnsafeBufferPointer<UInt8>) -> T) -> T? {
        utf8.withContiguousStorageIfAvailable(body)
    }
}

/// The value of a transformable attribute, as the archived bytes that are stored.
///
/// Two values are equal if their bytes are, or if the unarchived values are, because the same value can be archived in
/// several ways.
@usableFromInline package struct TransformedValue: Sendable, Equatable {
    /// The stored bytes.
    package let archived: Data
    /// The name of the `ValueTransformer` that converts the bytes to a value; nil for a keyed archive.
    package let transformerName: String?
    /// The name of a class that a keyed archive may have besides Foundation's; nil for none.
    package let valueClassName: String?

    package init(archived: Data, transformerName: String? = nil, valueClassName: String? = nil) {
        self.archived = archived
        self.transformerName = transformerName
        self.valueClassName = valueClassName
    }

    @usableFromInline package static func == (left: TransformedValue, right: TransformedValue) -> Bool {
        if left.archived == right.archived { return true }
        guard let one = left.unarchived as? NSObject, let two = right.unarchived as? NSObject else { return false }
        return one.isEqual(two)
    }
}
