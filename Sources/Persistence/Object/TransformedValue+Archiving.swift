import Foundation

extension AttributeDescription {
    /// The name of the application's own transformer; nil for the names that mean a keyed archive.
    var archivingTransformerName: String? {
        guard let name = valueTransformerName, !AttributeDescription.archiverNames.contains(name) else { return nil }
        return name
    }

    private static let archiverNames: Set<String> = [
        "", "NSSecureUnarchiveFromData", "NSSecureUnarchiveFromDataTransformer", "NSKeyedUnarchiveFromData",
        "NSUnarchiveFromData",
    ]
}

extension TransformedValue {
    /// Archives a value with `NSKeyedArchiver`; nil when that is not possible.
    init?(archiving any: Any) {
        guard let object = any as? NSObject & NSSecureCoding ?? TransformedValue.bridged(any) else { return nil }
        guard let data = try? NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true) else {
            return nil
        }
        self.init(archived: data)
    }

    /// Converts a value to bytes with a named transformer; nil when the conversion fails or no such transformer is
    /// registered.
    init?(transforming any: Any, by name: String) {
        let transformer = AttributeValueTransformer.valueTransformer(forName: name)
        guard let data = transformer?.transformedValue(any) as? Data else { return nil }
        self.init(archived: data, transformerName: name)
    }

    /// The value, or nil when the bytes cannot be read.
    var unarchived: Any? {
        if let transformerName {
            return AttributeValueTransformer.valueTransformer(forName: transformerName)?.reverseTransformedValue(
                archived)
        }
        return try? NSKeyedUnarchiver.unarchivedObject(ofClasses: TransformedValue.classes, from: archived)
    }

    private static var classes: [AnyClass] {
        [
            NSArray.self, NSDictionary.self, NSString.self, NSNumber.self, NSData.self, NSDate.self, NSSet.self,
            NSURL.self, NSUUID.self, NSNull.self,
        ]
    }

    private static func bridged(_ any: Any) -> (NSObject & NSSecureCoding)? {
        switch any {
        case let value as [Any]: value as NSArray
        case let value as [String: Any]: value as NSDictionary
        case let value as String: value as NSString
        case let value as Data: value as NSData
        case let value as Date: value as NSDate
        case let value as URL: value as NSURL
        default: nil
        }
    }
}
