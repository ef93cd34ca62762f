import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// The codes of errors, which are Core Data's.
@Suite struct ErrorCodeTests {
    /// ERR-01, POL-07
    @Test func `no two errors share a code`() {
        let codes: [PersistenceError.Code] = [
            .validationGeneric, .validationConstraint, .validationMultiple, .missingMandatoryProperty,
            .relationshipLacksMinimumCount, .relationshipExceedsMaximumCount, .relationshipDeniedDelete,
            .numberTooLarge, .numberTooSmall, .dateTooLate, .dateTooSoon, .invalidDate, .stringTooLong, .stringTooShort,
            .stringPatternMatching, .inaccessibleObject, .relatedStores, .merge, .constraintMerge, .coreData,
            .invalidStoreType, .incompatibleSchema, .saveFailed, .incompleteSave, .invalidStore, .saveConflicts,
            .openFailed, .timeout, .incompatibleVersion, .missingSourceModel, .missingMappingModel, .inferredMapping,
            .historyTokenExpired, .corruptStore, .readOnly, .noSuchStore, .outOfSpace,
        ]
        #expect(Set(codes).count == codes.count)
        #expect(PersistenceError.Code.saveConflicts.rawValue == 134_050)
        #expect(PersistenceError.Code.invalidStore.rawValue == 134_070)
        #expect(PersistenceError.Code.relatedStores.rawValue == 133_010)
    }

    /// The code is from memory: Core Data's list has none for a configuration that the model lacks.
    @Test func `adding a store with a configuration that the model lacks fails with the general code`() throws {
        let coordinator = PersistentStoreCoordinator(managedObjectModel: CompanyModel.model())
        let error = persistenceError {
            try coordinator.addPersistentStore(ofType: inMemoryStoreType, configurationName: "Other", at: nil)
        }
        #expect(error?.code == .coreData)
    }

    /// POL-07, B-POL-01
    @Test(arguments: StoreKind.allCases)
    func `a conflict is found under the key that Core Data's constant names`(_ kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "old")
        try stack.withContext { context in
            let entry = context.entry(id)
            entry.location = "mine"
            try stack.change(id) { $0.location = "theirs" }
            let error = try #require(persistenceError { try context.save() }) as NSError
            #expect(error.code == 133_020)
            let conflicts = try #require(error.userInfo[PersistentStoreSaveConflictsErrorKey] as? [MergeConflict])
            #expect(conflicts.map(\.sourceObject) == [entry])
        }
    }
}
