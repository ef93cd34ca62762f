import Foundation

/// Converts an attribute's values to bytes and back. It replaces Core Data's `ValueTransformer`, which is not available
/// on every platform.
///
/// Subclass it, register an instance under a name, and set that name as an attribute's `valueTransformerName`. Its
/// methods are called on the queue of any context, so a subclass must be immutable or guard its state.
open class AttributeValueTransformer: @unchecked Sendable {
    private static let transformers = Guarded<[String: AttributeValueTransformer]>([:])

    /// Called by subclasses.
    public init() {}

    /// The bytes (`Data`) to store for a value; nil if the transformer cannot convert the value.
    open func transformedValue(_ value: Any?) -> Any? { value as? Data }

    /// The value for stored bytes; nil if they cannot be read.
    open func reverseTransformedValue(_ value: Any?) -> Any? { value as? Data }

    /// Registers a transformer under a name; nil removes the registered one. May be called on any thread.
    public static func setValueTransformer(_ transformer: AttributeValueTransformer?, forName name: String) {
        transformers.withLock { $0[name] = transformer }
    }

    /// The transformer with this name; nil if there is none. May be called on any thread.
    public static func valueTransformer(forName name: String) -> AttributeValueTransformer? {
        transformers.withLock { $0[name] }
    }
}
