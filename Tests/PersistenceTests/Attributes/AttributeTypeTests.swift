import Foundation
import PersistenceTestSupport
import SQLite
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Every attribute type: the value that is read back, and how it is stored.
@Suite struct AttributeTypeTests {
    /// A value as it is set and read, and as plain SQL sees it.
    struct Sample: Sendable, CustomStringConvertible {
        let key: String
        let value: any Hashable & Sendable
        let storageClass: String
        let sql: String

        init(_ key: String, _ value: any Hashable & Sendable, _ storageClass: String, _ sql: String) {
            self.key = key
            self.value = value
            self.storageClass = storageClass
            self.sql = sql
        }

        var description: String { "\(key) \(sql)" }
    }

    static let samples: [Sample] = [
        Sample("small", Int16.min, "integer", "-32768"), Sample("small", Int16.max, "integer", "32767"),
        Sample("medium", Int32.min, "integer", "-2147483648"), Sample("medium", Int32.max, "integer", "2147483647"),
        Sample("large", Int64.min, "integer", "-9223372036854775808"),
        Sample("large", Int64.max, "integer", "9223372036854775807"), Sample("flag", true, "integer", "1"),
        Sample("flag", false, "integer", "0"), Sample("wide", 0.1, "real", "0.1"),
        Sample("wide", -1.5e300, "real", "-1.5e+300"), Sample("wide", 1e-300, "real", "1.0e-300"),
        Sample("narrow", Float(0.5), "real", "0.5"), Sample("text", "", "text", "''"),
        Sample("text", "a'b", "text", "'a''b'"), Sample("text", "e\u{301}🌊", "text", "'e\u{301}🌊'"),
        Sample("moment", Date(timeIntervalSinceReferenceDate: 0.25), "real", "0.25"),
        Sample("moment", Date.distantPast, "integer", "-63114076800"),
        Sample("moment", Date(timeIntervalSinceReferenceDate: 1e15), "integer", "1000000000000000"),
        Sample("bytes", Data(), "blob", "X''"), Sample("bytes", Data([0, 255]), "blob", "X'00FF'"),
        Sample(
            "token", UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)), "blob",
            "X'000102030405060708090A0B0C0D0E0F'"),
        Sample("link", URL(string: "https://example.org/a?b=c")!, "text", "'https://example.org/a?b=c'"),
        Sample("exact", Decimal(string: "10.11")!, "real", "10.11"),
        Sample("exact", Decimal(-7), "integer", "-7"),
    ]

    private func saved(_ kind: StoreKind, _ values: [String: Any]) throws -> Stack {
        let stack = try Stack(kind, model: AttributeModel.model())
        try stack.withContext { context throws in
            let object = EntityDescription.insertNewObject(forEntityName: "Specimen", into: context)
            for (key, value) in values { object.setValue(value, forKey: key) }
            try context.save()
        }
        return stack
    }

    /// The value as another context reads it.
    private func read(_ stack: Stack, _ key: String) throws -> Any? {
        try stack.withContext { context throws in
            try context.fetch(FetchRequest<ManagedObject>(entityName: "Specimen"))[0].value(forKey: key)
        }
    }

    private func sql(_ stack: Stack, _ expression: String) throws -> Value {
        let connection = try Connection(path: try #require(stack.store.url).path, options: [.readOnly, .noMutex])
        return try connection.scalar("SELECT \(expression) FROM ZSPECIMEN")
    }

    @Test(arguments: StoreKind.allCases, samples)
    func `an attribute value is read back as it was set`(_ kind: StoreKind, _ sample: Sample) throws {
        let found = try read(saved(kind, [sample.key: sample.value]), sample.key)
        let expected = sample.value
        #expect((found as? AnyHashable) == AnyHashable(expected) || (found as? NSObject)?.isEqual(expected) == true)
    }

    @Test(arguments: samples)
    func `an attribute value is stored in Core Data's storage class`(_ sample: Sample) throws {
        let stack = try saved(.sqlite, [sample.key: sample.value])
        let column = "Z" + sample.key.uppercased()
        #expect(try sql(stack, "typeof(\(column))") == .text(sample.storageClass))
        #expect(try sql(stack, "quote(\(column)) = quote(\(sample.sql))") == .integer(1))
    }

    @Test(arguments: StoreKind.allCases)
    func `an attribute that was never set is nil, and NULL in the file`(_ kind: StoreKind) throws {
        let stack = try saved(kind, [:])
        for (name, attribute) in try #require(stack.coordinator.managedObjectModel.entitiesByName["Specimen"])
            .attributesByName where !attribute.isTransient
        {
            #expect(try read(stack, name) == nil)
            if kind == .sqlite { #expect(try sql(stack, "Z\(name.uppercased())") == .null) }
        }
    }

    /// A value of another type than the attribute's, and the value that it becomes.
    static let conversions: [(key: String, set: any Sendable, read: any Hashable & Sendable)] = [
        ("large", 1.9, 1), ("large", -1.9, -1), ("large", UInt8(200), 200), ("large", true, 1), ("large", Float(3), 3),
        ("large", Decimal(Int64.max), Int64.max), ("flag", 2, true), ("flag", 0.1, true), ("flag", Float(0.1), true),
        ("flag", Decimal(0), false), ("wide", UInt64.max, 18_446_744_073_709_551_615.0), ("wide", CGFloat(2.5), 2.5),
        ("wide", Decimal(string: "0.5")!, 0.5), ("narrow", 0.5, Float(0.5)), ("exact", 3, Decimal(3)),
        ("exact", 1.5, Decimal(1.5)), ("text", "abc".dropFirst(), "bc"), ("medium", Int?.some(4), 4),
    ]

    @Test(arguments: StoreKind.allCases, conversions)
    func `a number or text of another type is converted to the attribute's type`(
        _ kind: StoreKind, _ conversion: (key: String, set: any Sendable, read: any Hashable & Sendable)
    ) throws {
        let found = try read(saved(kind, [conversion.key: conversion.set]), conversion.key)
        let expected = conversion.read
        #expect((found as? AnyHashable) == AnyHashable(expected) || (found as? NSObject)?.isEqual(expected) == true)
    }

    @Test(
        arguments: [
            ("small", 40_000 as any Sendable), ("large", UInt64.max), ("large", Double.nan), ("large", 1e30),
            ("large", Decimal(string: "9223372036854775808")!), ("large", "1"), ("exact", Double.infinity), ("text", 1),
            ("moment", 5), ("token", "x"), ("flag", Date(timeIntervalSinceReferenceDate: 1)),
        ])
    func `a batch refuses a value that the attribute cannot hold`(_ key: String, _ value: any Sendable) throws {
        let stack = try saved(.sqlite, [:])
        try stack.withContext { context throws in
            let request = BatchInsertRequest(entityName: "Specimen", objects: [[key: value]])
            #expect(persistenceError { _ = try context.execute(request) }?.code == .validationGeneric)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `NSNull is no value in every attribute`(_ kind: StoreKind) throws {
        let keys = ["small", "flag", "wide", "exact", "text", "moment", "bytes", "token", "link", "things"]
        let stack = try saved(kind, Dictionary(uniqueKeysWithValues: keys.map { ($0, NSNull()) }))
        for key in keys { #expect(try read(stack, key) == nil) }
    }

    @Test func `any number but 0 in a Boolean's column reads as true`() throws {
        let stack = try saved(.sqlite, ["flag": true])
        try StoreFile(#require(stack.store.url)).execute("UPDATE ZSPECIMEN SET ZFLAG = 2")
        #expect(try read(stack, "flag") as? NSNumber == NSNumber(value: true))
    }

    @Test(arguments: StoreKind.allCases)
    func `a string keeps an embedded NUL`(_ kind: StoreKind) throws {
        let stack = try saved(kind, ["text": "a\0b"])
        #expect(try read(stack, "text") as? String == "a\0b")
        if kind == .sqlite { #expect(try sql(stack, "hex(ZTEXT)") == .text("610062")) }
    }

    @Test(
        arguments: [("wide", Double.nan as any Sendable), ("narrow", Float.nan), ("exact", Decimal.nan)], [false, true])
    func `NaN is stored as NULL`(_ property: (key: String, nan: any Sendable), _ isUpdate: Bool) throws {
        let stack = try saved(.sqlite, [property.key: isUpdate ? 1 : property.nan])
        if isUpdate {
            try stack.withContext { context throws in
                let object = try context.fetch(FetchRequest<ManagedObject>(entityName: "Specimen"))[0]
                object.setValue(property.nan, forKey: property.key)
                try context.save()
            }
        }
        #expect(try sql(stack, "Z\(property.key.uppercased())") == .null)
        #expect(try read(stack, property.key) == nil)
    }

    @Test func `a decimal with more digits than a double loses them in an SQLite store`() throws {
        let long = try #require(Decimal(string: "0.12345678901234567890123"))
        let stack = try saved(.sqlite, ["exact": long])
        #expect(try sql(stack, "typeof(ZEXACT)") == .text("real"))
        let found = try #require(try read(stack, "exact") as? NSNumber)
        #expect(abs(found.doubleValue - 0.12345678901234568) < 1e-16)
    }

    @Test(arguments: StoreKind.allCases)
    func `attributes can be set back to nil`(_ kind: StoreKind) throws {
        let stack = try saved(kind, ["text": "x", "large": 1, "moment": Date(), "things": ["a"]])
        try stack.withContext { context throws in
            let object = try context.fetch(FetchRequest<ManagedObject>(entityName: "Specimen"))[0]
            for key in ["text", "large", "moment", "things"] { object.setValue(nil, forKey: key) }
            try context.save()
        }
        for key in ["text", "large", "moment", "things"] { #expect(try read(stack, key) == nil) }
    }

    @Test(arguments: StoreKind.allCases)
    func `a transformable value is stored as a secure archive`(_ kind: StoreKind) throws {
        let stack = try saved(kind, ["things": ["reef", "point"]])
        #expect(try read(stack, "things") as? [String] == ["reef", "point"])
        guard kind == .sqlite else { return }
        let bytes = try #require(try sql(stack, "ZTHINGS").blob)
        let list = try NSKeyedUnarchiver.unarchivedObject(ofClasses: [NSArray.self, NSString.self], from: Data(bytes))
        #expect(list as? [String] == ["reef", "point"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a transformable value is encoded by the attribute's named transformer`(_ kind: StoreKind) throws {
        AttributeValueTransformer.setValueTransformer(ReversedText(), forName: "Reversed")
        let stack = try saved(kind, ["reversed": "abc"])
        #expect(try read(stack, "reversed") as? String == "abc")
        if kind == .sqlite { #expect(try sql(stack, "ZREVERSED") == .blob(Array("cba".utf8))) }
    }

    /// A saved and reread value of a transformable attribute.
    private func reread(_ value: Any, _ adjust: (AttributeDescription) -> Void) throws -> (value: Any?, bytes: Data) {
        let shade = AttributeDescription(name: "shade", type: .transformable)
        adjust(shade)
        let entity = EntityDescription(name: "Specimen", properties: [shade])
        let stack = try Stack(.sqlite, model: ManagedObjectModel(entities: [entity]))
        try stack.withContext { context throws in
            EntityDescription.insertNewObject(forEntityName: "Specimen", into: context).setValue(value, forKey: "shade")
            try context.save()
        }
        return (try read(stack, "shade"), Data(try #require(try sql(stack, "ZSHADE").blob)))
    }

    @Test func `a transformable value can have the class that its attribute names`() throws {
        #expect(
            try reread(Shade(0.5)) { $0.attributeValueClassName = NSStringFromClass(Shade.self) }.value as? Shade
                == Shade(0.5))
        #expect(try reread(Shade(0.5)) { _ in }.value == nil)
    }

    @Test func `a transformer of keyed archives stores them, and reads the classes that it allows`() throws {
        let name = NSValueTransformerName("ShadeTransformer")
        ValueTransformer.setValueTransformer(ShadeTransformer(), forName: name)
        #expect(ValueTransformer.valueTransformerNames().contains(name))
        let (value, bytes) = try reread(Shade(0.25)) { $0.valueTransformerName = name.rawValue }
        #expect(value as? Shade == Shade(0.25))
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: Shade.self, from: bytes) == Shade(0.25))
        #expect(ShadeTransformer().transformedValue(bytes) as? Shade == Shade(0.25))
        #expect(SecureUnarchiveFromDataTransformer().transformedValue(bytes) == nil)
    }

    @Test func `a transformable value that cannot be read is not erased by a class's validator`() throws {
        AttributeValueTransformer.setValueTransformer(UnreadableText(), forName: "Unreadable")
        let specimen = EntityDescription(name: "Specimen", class: ValidatedSpecimen.self)
        let sealed = AttributeDescription(name: "sealed", type: .transformable)
        sealed.valueTransformerName = "Unreadable"
        specimen.properties = [sealed]
        let stack = try Stack(.sqlite, model: ManagedObjectModel(entities: [specimen]))
        try stack.withContext { context throws in
            let object = EntityDescription.insertNewObject(forEntityName: "Specimen", into: context)
            object.setValue("abc", forKey: "sealed")
            try context.save()
            #expect(object.value(forKey: "sealed") == nil)
        }
        #expect(try sql(stack, "ZSEALED") == .blob(Array("abc".utf8)))
    }

    @Test(arguments: StoreKind.allCases)
    func `a transient attribute has its default value and is kept only in its context`(_ kind: StoreKind) throws {
        let stack = try Stack(kind, model: AttributeModel.model())
        try stack.withContext { context throws in
            let object = EntityDescription.insertNewObject(forEntityName: "Specimen", into: context)
            #expect(object.value(forKey: "count") as? Int == 3)
            object.setValue("note", forKey: "memo")
            try context.save()
            #expect(object.value(forKey: "memo") as? String == "note")
            object.setValue(4, forKey: "count")
            #expect(context.hasChanges)
            #expect(!object.hasPersistentChangedValues)
            try context.save()
            #expect(object.version == 1)
        }
        #expect(try read(stack, "memo") == nil)
        #expect(try read(stack, "count") as? Int == 3)
    }
}

private final class ValidatedSpecimen: ManagedObject {
    override func validateValue(_ value: inout Any?, forKey key: String) throws {}
}

/// Stores a string that nobody can read again.
private final class UnreadableText: AttributeValueTransformer, @unchecked Sendable {
    override func transformedValue(_ value: Any?) -> Any? { (value as? String).map { Data($0.utf8) } }

    override func reverseTransformedValue(_ value: Any?) -> Any? { nil }
}

private final class ShadeTransformer: SecureUnarchiveFromDataTransformer, @unchecked Sendable {
    override class var allowedTopLevelClasses: [AnyClass] { super.allowedTopLevelClasses + [Shade.self] }
}

/// A value of an own class.
final class Shade: NSObject, NSSecureCoding, Sendable {
    static var supportsSecureCoding: Bool { true }
    let depth: Double

    init(_ depth: Double) {
        self.depth = depth
    }

    init?(coder: NSCoder) {
        depth = coder.decodeDouble(forKey: "depth")
    }

    func encode(with coder: NSCoder) { coder.encode(depth, forKey: "depth") }

    override func isEqual(_ object: Any?) -> Bool { (object as? Shade)?.depth == depth }

    override var hash: Int { depth.hashValue }
}
