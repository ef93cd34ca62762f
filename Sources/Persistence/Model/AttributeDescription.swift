import Foundation

/// What kind of value an attribute holds. The raw values are Core Data's.
public enum AttributeType: Int, Sendable, CaseIterable {
    case undefined = 0
    case integer16 = 100
    case integer32 = 200
    case integer64 = 300
    case decimal = 400
    case double = 500
    case float = 600
    case string = 700
    case boolean = 800
    case date = 900
    case binaryData = 1000
    case uuid = 1100
    case uri = 1200
    case transformable = 1800

    public static let undefinedAttributeType = AttributeType.undefined
    public static let integer16AttributeType = AttributeType.integer16
    public static let integer32AttributeType = AttributeType.integer32
    public static let integer64AttributeType = AttributeType.integer64
    public static let decimalAttributeType = AttributeType.decimal
    public static let doubleAttributeType = AttributeType.double
    public static let floatAttributeType = AttributeType.float
    public static let stringAttributeType = AttributeType.string
    public static let booleanAttributeType = AttributeType.boolean
    public static let dateAttributeType = AttributeType.date
    public static let binaryDataAttributeType = AttributeType.binaryData
    public static let UUIDAttributeType = AttributeType.uuid
    public static let URIAttributeType = AttributeType.uri
    public static let transformableAttributeType = AttributeType.transformable
}

/// A property that holds a value of its own.
public final class AttributeDescription: PropertyDescription, @unchecked Sendable {
    public typealias AttributeType = Persistence.AttributeType

    /// The kind of value.
    public var type: AttributeType = .undefined { willSet { requireMutable() } }
    /// Core Data's older name of `type`.
    public var attributeType: AttributeType {
        get { type }
        set { type = newValue }
    }
    /// The value of an object that was just inserted.
    public var defaultValue: Any? { willSet { requireMutable() } }
    /// The name of the `AttributeValueTransformer` of a transformable attribute; nil archives with `NSKeyedArchiver`.
    public var valueTransformerName: String? { willSet { requireMutable() } }
    /// Whether large data may be kept beside the store. Such attributes cannot be written (spec: opaque format).
    public var allowsExternalBinaryDataStorage = false { willSet { requireMutable() } }
    /// Whether history keeps the value of a deleted object.
    public var preservesValueInHistoryOnDeletion = false { willSet { requireMutable() } }

    /// The name of the class that `value(forKey:)` returns; nil where the transformer decides.
    public var attributeValueClassName: String? {
        switch type {
        case .integer16, .integer32, .integer64, .double, .float, .boolean: "NSNumber"
        case .decimal: "NSDecimalNumber"
        case .string: "NSString"
        case .date: "NSDate"
        case .binaryData: "NSData"
        case .uuid: "NSUUID"
        case .uri: "NSURL"
        case .transformable, .undefined: nil
        }
    }

    public override init() {
        super.init()
    }

    /// An attribute in one expression.
    public convenience init(
        name: String, type: AttributeType, isOptional: Bool = true, isTransient: Bool = false, defaultValue: Any? = nil
    ) {
        self.init()
        self.name = name
        self.type = type
        self.isOptional = isOptional
        self.isTransient = isTransient
        self.defaultValue = defaultValue
    }
}
