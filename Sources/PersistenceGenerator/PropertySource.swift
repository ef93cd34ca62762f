import DataModel

/// The source of a property: its typed handle, and the property with the type that Xcode gives it.
struct PropertySource {
    private let name: String
    private let handle: String
    private let type: String
    private let getter: String
    private let setter: String

    /// The handle and the property, with the indentation of an extension's members.
    var text: String {
        let (name, literal) = (SwiftText.identifier(name), SwiftText.literal(name))
        return """
                public static let \(name) = \(handle)(\(literal))
                public var \(name): \(type) {
                    get { \(getter) }
                    set { \(setter) }
                }

            """
    }

    private enum Form {
        /// The handle's own type.
        case plain
        /// A class of Foundation in place of the handle's type.
        case bridged
        /// The seconds of a date.
        case seconds
    }

    private init(_ name: String, handle: String, type: String, _ form: Form) {
        self.name = name
        self.handle = handle
        self.type = type
        let key = "Self.\(SwiftText.identifier(name))"
        switch form {
        case .plain: (getter, setter) = ("self[\(key)]", "self[\(key)] = newValue")
        case .bridged: (getter, setter) = ("self[bridged: \(key)]", "self[bridged: \(key)] = newValue")
        case .seconds: (getter, setter) = ("self[seconds: \(key)]", "self[seconds: \(key)] = newValue")
        }
    }

    init(_ attribute: ModelAttribute, _ types: TypeNames) {
        let (name, isScalar) = (attribute.property.name, attribute.usesScalarValue)
        func handle(_ value: String) -> String { "\(types["Attribute"])<\(value)>" }
        switch attribute.kind {
        case .integer16, .integer32, .integer64, .double, .float, .boolean:
            let value = types[attribute.kind.valueType]
            if isScalar {
                self.init(name, handle: handle(value), type: value, .plain)
            } else {
                self.init(name, handle: handle(value + "?"), type: types["NSNumber"] + "?", .bridged)
            }
        case .decimal:
            self.init(name, handle: handle(types["Decimal"] + "?"), type: types["NSDecimalNumber"] + "?", .bridged)
        case .date where isScalar:
            self.init(name, handle: handle(types["Date"] + "?"), type: types["TimeInterval"], .seconds)
        case .string, .date, .binaryData, .uuid, .uri:
            let value = types[attribute.kind.valueType] + "?"
            self.init(name, handle: handle(value), type: value, .plain)
        case .transformable, .undefined:
            let value = attribute.customClassName ?? types["NSObject"]
            self.init(name, handle: "\(types["Transformable"])<\(value)>", type: value + "?", .plain)
        }
    }

    init(_ relationship: ModelRelationship, _ types: TypeNames) {
        let (name, destination) = (relationship.property.name, types.objectClass(of: relationship.destination))
        if !relationship.isToMany {
            self.init(name, handle: "\(types["ToOne"])<\(destination)>", type: destination + "?", .plain)
        } else if relationship.isOrdered {
            self.init(
                name, handle: "\(types["ToManyOrdered"])<\(destination)>", type: types["NSOrderedSet"] + "?", .bridged)
        } else {
            self.init(name, handle: "\(types["ToMany"])<\(destination)>", type: types["NSSet"] + "?", .bridged)
        }
    }
}

extension ModelAttribute.Kind {
    /// The Swift type of a value.
    fileprivate var valueType: String {
        switch self {
        case .integer16: "Int16"
        case .integer32: "Int32"
        case .integer64: "Int64"
        case .decimal: "Decimal"
        case .double: "Double"
        case .float: "Float"
        case .string: "String"
        case .boolean: "Bool"
        case .date: "Date"
        case .binaryData: "Data"
        case .uuid: "UUID"
        case .uri: "URL"
        case .transformable, .undefined: "NSObject"
        }
    }
}
