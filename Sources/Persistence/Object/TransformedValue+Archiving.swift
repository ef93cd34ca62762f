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
    init?(archiving any: Any, valueClassName: String?) {
        guard let object = any as? NSObject & NSSecureCoding ?? TransformedValue.bridged(any) else { return nil }
        guard let data = try? NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true) else {
            return nil
        }
        self.init(archived: data, valueClassName: valueClassName)
    }

    /// Converts a value to bytes with a named transformer; nil when the conversion fails or no such transformer is
    /// registered.
    init?(transforming any: Any, by name: String) {
        let transformer = AttributeValueTransformer.valueTransformer(forName: name)
        guard let data = transformer?.bytes(of: any) else { return nil }
        self.init(archived: data, transformerName: name)
    }

    /// The value, or nil when the bytes cannot be read.
    var unarchived: Any? {
        if let transformerName {
            return AttributeValueTransformer.valueTransformer(forName: transformerName)?.value(of: archived)
        }
        let ownClass = valueClassName.flatMap(NSClassFromString).map { [$0] } ?? []
        return TransformedValue.unarchive(
            archived, SecureUnarchiveFromDataTransformer.allowedTopLevelClasses + ownClass)
    }

    /// The value in a keyed archive; nil if it cannot be read or has an object of another class. Foundation ends the
    /// program at such an object, so the archive's classes are read first.
    static func unarchive(_ data: Data, _ classes: [AnyClass]) -> Any? {
        let archive = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        guard let objects = archive?["$objects"] as? [Any] else { return nil }
        let names = objects.compactMap { ($0 as? [AnyHashable: Any])?["$classname"] as? String }
        let areAllowed = names.allSatisfy { name in
            guard let found = NSClassFromString(name) as? NSObject.Type else { return false }
            return classes.contains { found.isSubclass(of: $0) }
        }
        return areAllowed ? try? NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data) : nil
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
