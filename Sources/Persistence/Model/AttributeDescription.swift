import Foundation

/// The type of an attribute's values. The raw values are Core Data's.
/// As in Core Data, more cases may be added.
@nonexhaustive(warn) public enum AttributeType: UInt, Sendable, CaseIterable {
    /// No declared type. A value is archived like that of a transformable attribute.
    case undefined = 0
    /// An integer that an `Int16` can represent.
    case integer16 = 100
    /// An integer that an `Int32` can represent.
    case integer32 = 200
    /// An integer that an `Int64` can represent.
    case integer64 = 300
    /// A `Decimal`. SQLite keeps about 15 digits.
    case decimal = 400
    /// A `Double`.
    case double = 500
    /// A `Float`.
    case float = 600
    /// A `String`.
    case string = 700
    /// A `Bool`.
    case boolean = 800
    /// A `Date`.
    case date = 900
    /// A `Data`.
    case binaryData = 1000
    /// A `UUID`.
    case uuid = 1100
    /// A `URL`.
    case uri = 1200
    /// Any value that the attribute's transformer, or `NSKeyedArchiver`, can convert to bytes.
    case transformable = 1800

    /// A `ManagedObjectID`. The type of columns of results (`ExpressionDescription`); an entity has no such attribute.
    case objectID = 2000

    /// Core Data's older name for `undefined`.
    public static let undefinedAttributeType = AttributeType.undefined
    /// Core Data's older name for `integer16`.
    public static let integer16AttributeType = AttributeType.integer16
    /// Core Data's older name for `integer32`.
    public static let integer32AttributeType = AttributeType.integer32
    /// Core Data's older name for `integer64`.
    public static let integer64AttributeType = AttributeType.integer64
    /// Core Data's older name for `decimal`.
    public static let decimalAttributeType = AttributeType.decimal
    /// Core Data's older name for `double`.
    public static let doubleAttributeType = AttributeType.double
    /// Core Data's older name for `float`.
    public static let floatAttributeType = AttributeType.float
    /// Core Data's older name for `string`.
    public static let stringAttributeType = AttributeType.string
    /// Core Data's older name for `boolean`.
    public static let booleanAttributeType = AttributeType.boolean
    /// Core Data's older name for `date`.
    public static let dateAttributeType = AttributeType.date
    /// Core Data's older name for `binaryData`.
    public static let binaryDataAttributeType = AttributeType.binaryData
    /// Core Data's older name for `uuid`.
    public static let UUIDAttributeType = AttributeType.uuid
    /// Core Data's older name for `uri`.
    public static let URIAttributeType = AttributeType.uri
    /// Core Data's older name for `transformable`.
    public static let transformableAttributeType = AttributeType.transformable
    /// Core Data's older name for `objectID`.
    public static let objectIDAttributeType = AttributeType.objectID
}

/// A property that holds a value, as opposed to a relationship. Its type, its default value and its rules decide what a
/// save accepts.
///
/// ```swift
/// let rating = AttributeDescription(name: "rating", type: .integer16, isOptional: false, defaultValue: 3)
/// rating.setValidationPredicates(
///     [FetchPredicate(format: "SELF BETWEEN {1, 5}")], withValidationWarnings: ["One to five stars, please."])
///
/// let photo = AttributeDescription(name: "photo", type: .binaryData)
/// photo.allowsExternalBinaryDataStorage = true
/// // A large photo is a file beside the store, which is read when the value is.
///
/// let isNew = AttributeDescription(name: "isNew", type: .boolean, isTransient: true, defaultValue: true)
/// // A transient attribute has undo and change tracking, but no column.
/// ```
public class AttributeDescription: PropertyDescription, @unchecked Sendable {
    /// The type of an attribute's values.
    public typealias AttributeType = Persistence.AttributeType

    /// The type of the values.
    public var type: AttributeType = .undefined { willSet { requireMutable() } }
    /// Core Data's older name for `type`.
    public var attributeType: AttributeType {
        get { type }
        set { type = newValue }
    }
    /// The value of a newly inserted object.
    public var defaultValue: Any? { willSet { requireMutable() } }
    /// The name of the `AttributeValueTransformer` of a transformable attribute. If nil, values are archived with
    /// `NSKeyedArchiver`.
    public var valueTransformerName: String? { willSet { requireMutable() } }
    /// Whether large data is stored in a file beside the store, in the folder `.NAME_SUPPORT` for a store `NAME.sqlite`.
    /// The file is read when the value is. It applies to the types `binaryData` and `transformable`.
    public var allowsExternalBinaryDataStorage = false { willSet { requireMutable() } }
    /// Whether history keeps the attribute's value when an object is deleted.
    public var preservesValueInHistoryOnDeletion = false { willSet { requireMutable() } }

    /// The name of the class that `value(forKey:)` returns, by default that of the type; nil if the transformer
    /// determines it. A transformable attribute without an own transformer can have values of the class that is set, if
    /// it conforms to `NSSecureCoding`. Values are not checked against it.
    public var attributeValueClassName: String? {
        get { ownValueClassName ?? type.valueClassName }
        set {
            requireMutable()
            ownValueClassName = newValue
        }
    }
    /// The class name that was set.
    var ownValueClassName: String?

    /// An attribute without a name, of the type `undefined`.
    public override init() {
        super.init()
    }

    /// An attribute with these properties.
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

extension AttributeType {
    /// The name of the class of the values that key-value coding returns; nil if a transformer determines it.
    fileprivate var valueClassName: String? {
        switch self {
        case .integer16, .integer32, .integer64, .double, .float, .boolean: "NSNumber"
        case .decimal: "NSDecimalNumber"
        case .string: "NSString"
        case .date: "NSDate"
        case .binaryData: "NSData"
        case .uuid: "NSUUID"
        case .uri: "NSURL"
        case .objectID: "NSManagedObjectID"
        case .transformable, .undefined: nil
        }
    }
}
