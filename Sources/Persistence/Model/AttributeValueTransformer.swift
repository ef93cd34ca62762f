import Foundation

/// Converts an attribute's values to bytes and back. Foundation's `ValueTransformer`, which Linux does not have.
///
/// ```swift
/// final class LinesTransformer: AttributeValueTransformer, @unchecked Sendable {
///     override func transformedValue(_ value: Any?) -> Any? {
///         (value as? [String]).map { Data($0.joined(separator: "\n").utf8) }
///     }
///     override func reverseTransformedValue(_ value: Any?) -> Any? {
///         (value as? Data).map { String(decoding: $0, as: UTF8.self).components(separatedBy: "\n") }
///     }
/// }
/// AttributeValueTransformer.setValueTransformer(LinesTransformer(), forName: "Lines")
/// let repairs = AttributeDescription(name: "repairs", type: .transformable)
/// repairs.valueTransformerName = "Lines"
/// // A board's list of repairs is stored as plain text that other programs can read.
/// ```
///
/// Subclass it, register an instance under a name, and set that name as an attribute's `valueTransformerName`. Its
/// methods are called on the queue of any context, so a subclass must be immutable or guard its state.
open class AttributeValueTransformer: @unchecked Sendable {
    private static let transformers = LockedValue<[String: AttributeValueTransformer]>([:])

    /// Called by subclasses.
    public init() {}

    /// The class of the values that the transformer returns.
    open class func transformedValueClass() -> AnyClass { NSData.self }

    /// Whether a value can be converted back. An attribute needs that. Default: true.
    open class func allowsReverseTransformation() -> Bool { true }

    /// The bytes (`Data`) to store for a value; nil if the transformer cannot convert the value.
    open func transformedValue(_ value: Any?) -> Any? { value as? Data }

    /// The value for stored bytes; nil if they cannot be read.
    open func reverseTransformedValue(_ value: Any?) -> Any? { value as? Data }

    /// Registers a transformer under a name; nil removes the registered one. May be called on any thread.
    public static func setValueTransformer(_ transformer: AttributeValueTransformer?, forName name: String) {
        transformers.withLock { $0[name] = transformer }
    }

    /// Registers a transformer under a name; nil removes the registered one. May be called on any thread.
    public static func setValueTransformer(
        _ transformer: AttributeValueTransformer?, forName name: NSValueTransformerName
    ) {
        setValueTransformer(transformer, forName: name.rawValue)
    }

    /// The transformer with this name; nil if there is none. May be called on any thread.
    public static func valueTransformer(forName name: String) -> AttributeValueTransformer? {
        transformers.withLock { $0[name] }
    }

    /// The names of the registered transformers, sorted. May be called on any thread.
    public static func valueTransformerNames() -> [NSValueTransformerName] {
        transformers.withLock { $0.keys.sorted() }.map { NSValueTransformerName($0) }
    }

    /// The bytes to store for a value.
    func bytes(of value: Any) -> Data? { transformedValue(value) as? Data }

    /// The value of stored bytes.
    func value(of bytes: Data) -> Any? { reverseTransformedValue(bytes) }
}

/// A transformer whose direction is the other one, as in Foundation: it reads values from keyed archives, and archives
/// them in reverse. Subclass it and override `allowedTopLevelClasses` for values of own classes, which must conform to
/// `NSSecureCoding`. Foundation's `NSSecureUnarchiveFromDataTransformer`.
open class SecureUnarchiveFromDataTransformer: AttributeValueTransformer, @unchecked Sendable {
    /// The classes that a value can have.
    open class var allowedTopLevelClasses: [AnyClass] {
        [
            NSArray.self, NSDictionary.self, NSString.self, NSNumber.self, NSData.self, NSDate.self, NSSet.self,
            NSURL.self, NSUUID.self, NSNull.self,
        ]
    }

    /// The value in a keyed archive (`Data`); nil if it cannot be read.
    open override func transformedValue(_ value: Any?) -> Any? {
        (value as? Data).flatMap { TransformedValue.unarchive($0, type(of: self).allowedTopLevelClasses) }
    }

    /// A keyed archive (`Data`) of a value; nil if it cannot be archived.
    open override func reverseTransformedValue(_ value: Any?) -> Any? {
        value.flatMap { TransformedValue(archiving: $0, valueClassName: nil)?.archived }
    }

    override func bytes(of value: Any) -> Data? { reverseTransformedValue(value) as? Data }

    override func value(of bytes: Data) -> Any? { transformedValue(bytes) }
}

/// The name of a value transformer, as Foundation has it elsewhere.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A name with this text.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The name for keyed archives with Foundation's classes, which attributes have without a transformer too.
    public static let secureUnarchiveFromDataTransformerName = NSValueTransformerName("NSSecureUnarchiveFromData")
}

/// Foundation's name for the type.
public typealias ValueTransformer = AttributeValueTransformer
/// The name without the prefix.
public typealias ValueTransformerName = NSValueTransformerName
