import Foundation

/// Makes bytes of an attribute's values, and values of its bytes: Core Data's `ValueTransformer`, which is not available on
/// every platform.
///
/// Subclass it, register one object under a name, and set that name as an attribute's `valueTransformerName`. Its methods
/// are called on any context's queue, so a subclass is immutable or guards its state.
open class AttributeValueTransformer: @unchecked Sendable {
    private static let transformers = Guarded<[String: AttributeValueTransformer]>([:])

    public init() {}

    /// The bytes (`Data`) that are stored for a value; nil when it is no value of this transformer.
    open func transformedValue(_ value: Any?) -> Any? { value as? Data }

    /// The value of bytes that were stored; nil when they cannot be read.
    open func reverseTransformedValue(_ value: Any?) -> Any? { value as? Data }

    /// Makes a transformer known; nil forgets it.
    public static func setValueTransformer(_ transformer: AttributeValueTransformer?, forName name: String) {
        transformers.withLock { $0[name] = transformer }
    }

    /// The transformer with this name.
    public static func valueTransformer(forName name: String) -> AttributeValueTransformer? {
        transformers.withLock { $0[name] }
    }
}
