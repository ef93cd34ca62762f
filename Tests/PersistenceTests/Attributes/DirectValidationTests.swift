import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Calling `validateValue(_:forKey:)` outside a save.
@Suite struct DirectValidationTests {
    /// Items in boxes, whose class has no validator.
    private func model() -> ManagedObjectModel {
        let count = AttributeDescription(name: "count", type: .integer32)
        count.setValidationPredicates([FetchPredicate("SELF <= 5")], withValidationWarnings: [])
        let item = EntityDescription(
            name: "Thing",
            properties: [
                AttributeDescription(name: "name", type: .string, isOptional: false), count,
                AttributeDescription(name: "note", type: .string),
            ])
        let box = EntityDescription(name: "Crate")
        box.relate(.many("things"), to: item, .one("crate"))
        item.relationshipsByName["crate"]?.isOptional = false
        let things = box.relationshipsByName["things"]
        things?.isOptional = false
        things?.minCount = 1
        things?.maxCount = 2
        return ManagedObjectModel(entities: [item, box])
    }

    private func insert(_ name: String, _ context: ManagedObjectContext) -> ManagedObject {
        EntityDescription.insertNewObject(forEntityName: name, into: context)
    }

    private func inContext(_ body: (ManagedObjectContext) throws -> Void) throws {
        try Stack(model: model()).withContext(body)
    }

    private func error(_ object: ManagedObject, _ value: Any?, _ key: String) -> PersistenceError? {
        var value = value
        return persistenceError { try object.validateValue(&value, forKey: key) }
    }

    /// B-VAL-01, B-VAL-02
    @Test func `a value for an attribute is checked by the model's rules`() throws {
        try inContext { context in
            let item = insert("Thing", context)
            #expect(error(item, 6, "count")?.errorCode == 1610)
            #expect(error(item, 6, "count")?.userInfo["NSValidationErrorObject"] as? ManagedObject === item)
            #expect(error(item, 6, "count")?.userInfo["NSValidationErrorKey"] as? String == "count")
            #expect(error(item, nil, "name")?.errorCode == 1570)
            #expect(error(item, NSNull(), "name")?.errorCode == 1570)
            #expect(error(item, 5, "count") == nil)
            #expect(error(item, "five", "count")?.errorCode == 1550)
            #expect(error(item, nil, "note") == nil)
            #expect(item.value(forKey: "name") == nil && item.value(forKey: "count") == nil)
        }
    }

    /// B-VAL-01, B-REL-09
    @Test func `a value for a relationship is checked by the model's rules`() throws {
        try inContext { context in
            let (item, crate) = (insert("Thing", context), insert("Crate", context))
            let items = (0..<3).map { _ in insert("Thing", context) }
            #expect(error(item, nil, "crate")?.errorCode == 1570)
            #expect(error(item, crate, "crate") == nil)
            #expect(error(item, "a crate", "crate")?.errorCode == 1550)
            #expect(error(crate, Set(items[..<1]), "things") == nil)
            #expect(error(crate, Set<ManagedObject>(), "things")?.errorCode == 1580)
            #expect(error(crate, NSSet(array: items), "things")?.errorCode == 1590)
            #expect(error(crate, items[0], "things")?.errorCode == 1550)
        }
    }

    /// B-VAL-03
    @Test func `a save applies the model's rules although the class's validator does not call super`() throws {
        let model = ItemModel.model { item in
            item.attributesByName["count"]?.setValidationPredicates(
                [FetchPredicate("SELF <= 5")], withValidationWarnings: [])
        }
        try Stack(model: model).withContext { context in
            let hooks = Hooks(context)
            var asked: [String] = []
            hooks.validateValue = { _, _, key in asked.append(key) }
            Item(context: context).count = 6
            #expect(persistenceError { try context.save() }?.errorCode == 1610)
            #expect(asked.contains("count"))
        }
    }

    /// B-VAL-03
    @Test func `a rule that the class's validator already checked by calling super is reported once`() throws {
        final class Asking: ManagedObject {
            override func validateValue(_ value: inout Any?, forKey key: String) throws {
                try super.validateValue(&value, forKey: key)
            }
        }
        let entity = EntityDescription(
            name: "Asking", class: Asking.self,
            properties: [AttributeDescription(name: "name", type: .string, isOptional: false)])
        try Stack(model: ManagedObjectModel(entities: [entity])).withContext { context in
            _ = Asking(context: context)
            #expect(persistenceError { try context.save() }?.errorCode == 1570)
        }
    }
}
