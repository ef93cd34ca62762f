import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Errors are Foundation's `CocoaError`, with Core Data's codes and keys.
@Suite struct CocoaErrorTests {
    /// A context whose save finds a conflict.
    private func conflict(_ body: (ManagedObjectContext) throws -> Void) throws {
        let stack = try Stack()
        let id = try stack.savedEntry(location: "old")
        try stack.withContext { context in
            context.entry(id).location = "mine"
            try stack.change(id) { $0.location = "theirs" }
            try body(context)
        }
    }

    @Test func `a failed save is caught by its code`() throws {
        try conflict { context in
            do {
                try context.save()
                Issue.record("The save did not fail.")
            } catch CocoaError.validationMissingMandatoryProperty {
                Issue.record("The code is another one.")
            } catch CocoaError.managedObjectMerge {}
        }
    }

    @Test func `what an error is about is read from its properties`() throws {
        try conflict { context in
            let error = try #require(throws: CocoaError.self) { try context.save() }
            #expect(error.code == .managedObjectMerge && error.code.rawValue == ManagedObjectMergeError)
            #expect(error.persistentStoreSaveConflicts?.map(\.sourceObject.objectID).count == 1)
            #expect(error.affectedObjects?.count == 1)
            #expect(error.affectedStores == nil)
        }
    }

    @Test func `an error is an NSError of the Cocoa domain`() throws {
        try conflict { context in
            do {
                try context.save()
                Issue.record("The save did not fail.")
            } catch {
                #expect((error as NSError).domain == NSCocoaErrorDomain)
                #expect((error as NSError).code == 133_020)
                #expect((error as NSError).userInfo[PersistentStoreSaveConflictsErrorKey] is [MergeConflict])
                #expect(error.localizedDescription.contains("changed elsewhere"))
            }
        }
    }

    @Test func `an invalid value is named by the error and is not in its text`() throws {
        let attribute = AttributeDescription(name: "text", type: .string)
        attribute.setValidationPredicates([FetchPredicate("length <= 3")], withValidationWarnings: nil)
        let entity = EntityDescription(name: "Note", properties: [attribute])
        try Stack(model: ManagedObjectModel(entities: [entity])).withContext { context in
            let note = EntityDescription.insertNewObject(forEntityName: "Note", into: context)
            note.setValue("secret", forKey: "text")
            let error = try #require(throws: CocoaError.self) { try context.save() }
            #expect(error.code == .validationStringTooLong)
            #expect(error.validationKey == "text" && error.validationObject as? ManagedObject === note)
            #expect(error.validationValue as? String == "secret" && error.validationPredicate != nil)
            #expect(!"\(error) \(error.localizedDescription) \(String(reflecting: error))".contains("secret"))
        }
    }
}
