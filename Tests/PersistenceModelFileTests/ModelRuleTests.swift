import Foundation
import Persistence
import PersistenceModelFile
import Testing

/// A save validates the rules of a model file and fails with Core Data's codes.
@Suite struct ModelRuleTests {
    static let model = """
        <entity name="E">
        <attribute name="text" optional="YES" attributeType="String" minValueString="2" maxValueString="4"/>
        <attribute name="code" optional="YES" attributeType="String" regularExpressionString="[A-Z]{2}"/>
        <attribute name="small" optional="YES" attributeType="Integer 16" minValueString="-3" maxValueString="5"/>
        <attribute name="price" optional="YES" attributeType="Decimal" minValueString="0.5" maxValueString="10.25"/>
        <attribute name="ratio" optional="YES" attributeType="Double" minValueString="0.1" maxValueString="0.9"/>
        <attribute name="day" optional="YES" attributeType="Date" minDateTimeInterval="100" maxDateTimeInterval="200"/>
        </entity>
        """

    /// Saves an object with one value. Returns the error code, or nil if the save succeeds.
    private func code(of value: any Sendable, for key: String) throws -> PersistenceError.Code? {
        let coordinator = PersistentStoreCoordinator(managedObjectModel: try TemporaryModel.model(Self.model))
        try coordinator.addPersistentStore(ofType: inMemoryStoreType, at: nil)
        let context = ManagedObjectContext(concurrencyType: .privateQueue)
        context.persistentStoreCoordinator = coordinator
        return context.performAndWait {
            let object = EntityDescription.insertNewObject(forEntityName: "E", into: context)
            object.setValue(value, forKey: key)
            do {
                try context.save()
                return nil
            } catch {
                return (error as? PersistenceError)?.code
            }
        }
    }

    @Test(arguments: [
        ("text", "abcd"), ("text", "ab"), ("code", "AB"),
    ])
    func `a valid string is saved`(key: String, value: String) throws {
        #expect(try code(of: value, for: key) == nil)
    }

    @Test(arguments: [
        ("text", "a", PersistenceError.Code.stringTooShort), ("text", "abcde", .stringTooLong),
        ("code", "abc", .stringPatternMatching), ("code", "ABC", .stringPatternMatching),
    ])
    func `an invalid string is not saved`(key: String, value: String, expected: PersistenceError.Code) throws {
        #expect(try code(of: value, for: key) == expected)
    }

    @Test(
        arguments: [
            ("small", -3.0, nil), ("small", 5.0, nil), ("ratio", 0.1, nil), ("price", 10.25, nil),
            ("small", -4.0, PersistenceError.Code.numberTooSmall), ("small", 6.0, .numberTooLarge),
            ("ratio", 0.05, .numberTooSmall), ("ratio", 0.95, .numberTooLarge), ("price", 0.25, .numberTooSmall),
            ("price", 10.5, .numberTooLarge),
        ] as [(String, Double, PersistenceError.Code?)])
    func `a number must be within its bounds`(key: String, value: Double, expected: PersistenceError.Code?) throws {
        let numbers: [String: any Sendable] = ["small": Int16(value), "price": Decimal(value), "ratio": value]
        let number = try #require(numbers[key])
        #expect(try code(of: number, for: key) == expected)
    }

    @Test(
        arguments: [
            (100.0, nil), (200.0, nil), (99.0, PersistenceError.Code.dateTooSoon), (201.0, .dateTooLate),
        ] as [(Double, PersistenceError.Code?)])
    func `a date must be within its bounds`(seconds: Double, expected: PersistenceError.Code?) throws {
        #expect(try code(of: Date(timeIntervalSinceReferenceDate: seconds), for: "day") == expected)
    }
}
