import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// The model's validation rules: the content of the errors, and saving a corrected value.
@Suite struct ModelValidationTests {
    private func model() throws -> ManagedObjectModel {
        let surf = EntityDescription(name: "Surf")
        let height = AttributeDescription(name: "height", type: .decimal)
        height.setValidationPredicates(
            [FetchPredicate(format: "SELF >= 0"), FetchPredicate(format: "SELF <= 30")],
            withValidationWarnings: ["too low", ""])
        let spot = AttributeDescription(name: "spot", type: .string, isOptional: false)
        spot.setValidationPredicates(
            [FetchPredicate(format: "length >= 2"), FetchPredicate(format: "SELF MATCHES '[A-Z].*'")],
            withValidationWarnings: ["too short"])
        surf.properties = [height, spot]
        return ManagedObjectModel(entities: [surf])
    }

    /// B-VAL-02
    @Test(arguments: [
        ("height", -1.0 as any Sendable, 1550, "too low" as String?), ("height", 31.0, 1610, nil),
        ("spot", "A", 1550, "too short"), ("spot", "abc", 1680, nil),
    ])
    func `a validation error has the key, the value, the predicate and the model's text`(
        _ key: String, _ value: any Sendable, _ code: Int, _ text: String?
    ) throws {
        try Stack(model: model()).withContext { context throws in
            let surf = EntityDescription.insertNewObject(forEntityName: "Surf", into: context)
            surf.setValue("Reef", forKey: "spot")
            surf.setValue(value, forKey: key)
            let error = try #require(persistenceError { try context.save() })
            #expect(error.errorCode == code)
            #expect(error.localizedDescription == text ?? "“\(key)” has a value that is not allowed.")
            #expect(error.userInfo["NSValidationErrorKey"] as? String == key)
            #expect(error.userInfo["NSValidationErrorValue"] != nil)
            #expect(error.userInfo["NSValidationErrorPredicate"] is FetchPredicate)
            #expect(error.userInfo["NSValidationErrorObject"] as? ManagedObject === surf)
        }
    }

    /// B-VAL-04
    @Test(arguments: StoreKind.allCases)
    func `the same context saves after the value is corrected`(_ kind: StoreKind) throws {
        let stack = try Stack(kind, model: model())
        try stack.withContext { context throws in
            let surf = EntityDescription.insertNewObject(forEntityName: "Surf", into: context)
            #expect(persistenceError { try context.save() }?.errorCode == 1570)
            surf.setValue("Reef", forKey: "spot")
            surf.setValue(31, forKey: "height")
            #expect(persistenceError { try context.save() }?.errorCode == 1610)
            surf.setValue(30, forKey: "height")
            try context.save()
            #expect(!context.hasChanges)
        }
    }
}
