import Foundation
import Persistence
import PersistenceTestSupport
import Testing

@Suite struct ValidationCodeTests {
    /// A validation rule, a value that breaks it and a value that satisfies it.
    struct Rule: Sendable, CustomTestStringConvertible {
        let key: String
        let predicate: FetchPredicate
        let code: Int
        let bad: any Sendable
        let good: any Sendable

        var testDescription: String { "\(key): \(predicate)" }
    }

    static let day = Date(timeIntervalSinceReferenceDate: 0)

    static let rules: [Rule] = [
        Rule(key: "count", predicate: FetchPredicate("SELF != 3"), code: 1550, bad: 3, good: 4),
        Rule(key: "count", predicate: FetchPredicate("SELF <= 5"), code: 1610, bad: 6, good: 5),
        Rule(key: "count", predicate: FetchPredicate("SELF >= 1"), code: 1620, bad: 0, good: 1),
        Rule(key: "made", predicate: FetchPredicate("SELF <= %@", day), code: 1630, bad: day + 1, good: day),
        Rule(key: "made", predicate: FetchPredicate("SELF >= %@", day), code: 1640, bad: day - 1, good: day),
        Rule(key: "name", predicate: FetchPredicate("length <= 3"), code: 1660, bad: "four", good: "one"),
        Rule(key: "name", predicate: FetchPredicate("length >= 3"), code: 1670, bad: "ab", good: "abc"),
        Rule(key: "name", predicate: FetchPredicate("SELF MATCHES '[a-z]+'"), code: 1680, bad: "A1", good: "a"),
    ]

    /// B-VAL-01, B-VAL-02, B-VAL-04, ERR-03, SAV-09
    @Test(arguments: rules)
    func `a broken rule reports its code and the object and key that broke it`(_ rule: Rule) throws {
        let model = ItemModel.model { item in
            item.attributesByName[rule.key]?.setValidationPredicates(
                [rule.predicate], withValidationWarnings: [])
        }
        try Stack(model: model).withContext { context in
            let item = Item(context: context)
            item.setValue(rule.bad, forKey: rule.key)
            let error = try #require(persistenceError { try context.save() }) as NSError
            #expect(error.code == rule.code)
            #expect(error.domain == "NSCocoaErrorDomain")
            #expect(error.userInfo["NSValidationErrorKey"] as? String == rule.key)
            #expect(error.userInfo["NSValidationErrorObject"] as? Item === item)
            #expect(error.userInfo["NSValidationErrorPredicate"] as? FetchPredicate == rule.predicate)
            let value = try #require(error.userInfo["NSValidationErrorValue"])
            #expect("\(value)" == "\(rule.bad)")
            item.setValue(rule.good, forKey: rule.key)
            try context.save()
            #expect(!context.hasChanges)
        }
    }

    /// B-VAL-01, B-VAL-02
    @Test(arguments: rules)
    func `a broken rule with a text of the model reports 1550 and the text`(_ rule: Rule) throws {
        let model = ItemModel.model { item in
            item.attributesByName[rule.key]?.setValidationPredicates(
                [rule.predicate], withValidationWarnings: ["The warning."])
        }
        try Stack(model: model).withContext { context in
            Item(context: context).setValue(rule.bad, forKey: rule.key)
            let error = try #require(persistenceError { try context.save() })
            #expect(error.errorCode == 1550)
            #expect(error.localizedDescription == "The warning.")
            #expect(error.userInfo["NSValidationErrorPredicate"] as? FetchPredicate == rule.predicate)
        }
    }

    /// B-VAL-01
    @Test func `the validation codes are Core Data's`() {
        let codes: [PersistenceError.Code] = [
            .validationGeneric, .validationConstraint, .validationMultiple, .missingMandatoryProperty,
            .relationshipLacksMinimumCount, .relationshipExceedsMaximumCount, .relationshipDeniedDelete,
            .numberTooLarge, .numberTooSmall, .dateTooLate, .dateTooSoon, .invalidDate, .stringTooLong,
            .stringTooShort, .stringPatternMatching,
        ]
        #expect(
            codes.map(\.rawValue) == [
                1550, 1551, 1560, 1570, 1580, 1590, 1600, 1610, 1620, 1630, 1640, 1650, 1660, 1670, 1680,
            ])
    }

    /// B-VAL-01
    @Test func `a missing mandatory attribute fails with 1570`() throws {
        let model = ItemModel.model { $0.attributesByName["made"]?.isOptional = false }
        try Stack(model: model).withContext { context in
            let item = Item(context: context)
            #expect(persistenceError { try context.save() }?.errorCode == 1570)
            item.setValue(Self.day, forKey: "made")
            try context.save()
        }
    }

    /// B-VAL-01
    @Test(arguments: [(1, 1580), (4, 1590)])
    func `too few and too many destinations fail with 1580 and 1590`(_ count: Int, _ code: Int) throws {
        let model = ItemModel.model { item in
            let items = item.relationshipsByName["box"]?.inverseRelationship
            items?.minCount = 2
            items?.maxCount = 3
        }
        try Stack(model: model).withContext { context in
            let box = Box(context: context)
            let items = (0..<count).map { _ in Item(context: context) }
            for item in items { item.box = box }
            let error = persistenceError { try context.save() }
            #expect(error?.errorCode == code)
            #expect(error?.userInfo["NSValidationErrorKey"] as? String == "items")
            #expect(error?.userInfo["NSValidationErrorValue"] as? Set<ManagedObject> == Set(items))
            if count < 2 { Item(context: context).box = box } else { items[0].box = nil }
            try context.save()
        }
    }

    /// B-VAL-01
    @Test func `a missing mandatory destination fails with 1570`() throws {
        let model = ItemModel.model { $0.relationshipsByName["box"]?.isOptional = false }
        try Stack(model: model).withContext { context in
            let item = Item(context: context)
            #expect(persistenceError { try context.save() }?.errorCode == 1570)
            item.box = Box(context: context)
            try context.save()
        }
    }

    /// B-VAL-01
    @Test(arguments: StoreKind.allCases)
    func `a denied deletion fails with 1600 until the destinations are deleted`(_ kind: StoreKind) throws {
        try Stack(kind, model: ItemModel.model(deleteRule: .denyDeleteRule)).withContext { context in
            let item = try context.savedItems("a")[0]
            let box = Box(context: context)
            item.box = box
            try context.save()
            context.delete(box)
            let error = persistenceError { try context.save() }
            #expect(error?.errorCode == 1600)
            #expect(error?.userInfo["NSValidationErrorObject"] as? Box === box)
            #expect(error?.userInfo["NSValidationErrorValue"] as? Set<ManagedObject> == [item])
            #expect(context.deletedObjects == [box])
            context.delete(item)
            try context.save()
            #expect(try context.itemNames() == [])
        }
    }

    /// B-VAL-03
    @Test func `several failures of one object are combined in error 1560`() throws {
        let model = ItemModel.model { item in
            item.attributesByName["name"]?.isOptional = false
            item.attributesByName["count"]?.setValidationPredicates(
                [FetchPredicate("SELF < 5")], withValidationWarnings: [])
        }
        try Stack(model: model).withContext { context in
            let item = Item(context: context)
            item.count = 9
            for validate in [item.validateForInsert, item.validateForUpdate] {
                let error = try #require(persistenceError { try validate() })
                let codes = (error.userInfo["NSDetailedErrors"] as? [PersistenceError])?.map(\.errorCode).sorted()
                #expect(error.errorCode == 1560)
                #expect(codes == [1570, 1610])
            }
        }
    }

    /// B-VAL-03
    @Test func `a custom validation error keeps its domain and code among others`() throws {
        let model = ItemModel.model { $0.attributesByName["note"]?.isOptional = false }
        try Stack(model: model).withContext { context in
            let custom = NSError(domain: "Surf", code: 7)
            Hooks(context).validateValue = { _, _, key in if key == "name" { throw custom } }
            _ = Item(context: context)
            let error = try #require(persistenceError { try context.save() })
            let details = try #require(error.userInfo["NSDetailedErrors"] as? [any Error])
            #expect(details.contains { ($0 as NSError).domain == "Surf" && ($0 as NSError).code == 7 })
            #expect(details.count == 2)
        }
    }
}
