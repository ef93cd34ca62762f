import Foundation

// Core Data's other names of its error codes: with `Error` at the end, as members of `CocoaError`, and as integers.

extension CocoaError.Code {
    /// Another name of `managedObjectValidation`.
    public static let managedObjectValidationError = managedObjectValidation
    /// Another name of `managedObjectConstraintValidation`.
    public static let managedObjectConstraintValidationError = managedObjectConstraintValidation
    /// Another name of `validationMultipleErrors`.
    public static let validationMultipleErrorsError = validationMultipleErrors
    /// Another name of `validationMissingMandatoryProperty`.
    public static let validationMissingMandatoryPropertyError = validationMissingMandatoryProperty
    /// Another name of `validationRelationshipLacksMinimumCount`.
    public static let validationRelationshipLacksMinimumCountError = validationRelationshipLacksMinimumCount
    /// Another name of `validationRelationshipExceedsMaximumCount`.
    public static let validationRelationshipExceedsMaximumCountError = validationRelationshipExceedsMaximumCount
    /// Another name of `validationRelationshipDeniedDelete`.
    public static let validationRelationshipDeniedDeleteError = validationRelationshipDeniedDelete
    /// Another name of `validationNumberTooLarge`.
    public static let validationNumberTooLargeError = validationNumberTooLarge
    /// Another name of `validationNumberTooSmall`.
    public static let validationNumberTooSmallError = validationNumberTooSmall
    /// Another name of `validationDateTooLate`.
    public static let validationDateTooLateError = validationDateTooLate
    /// Another name of `validationDateTooSoon`.
    public static let validationDateTooSoonError = validationDateTooSoon
    /// Another name of `validationInvalidDate`.
    public static let validationInvalidDateError = validationInvalidDate
    /// Another name of `validationStringTooLong`.
    public static let validationStringTooLongError = validationStringTooLong
    /// Another name of `validationStringTooShort`.
    public static let validationStringTooShortError = validationStringTooShort
    /// Another name of `validationStringPatternMatching`.
    public static let validationStringPatternMatchingError = validationStringPatternMatching
    /// Another name of `validationInvalidURI`.
    public static let validationInvalidURIError = validationInvalidURI
    /// Another name of `managedObjectContextLocking`.
    public static let managedObjectContextLockingError = managedObjectContextLocking
    /// Another name of `persistentStoreCoordinatorLocking`.
    public static let persistentStoreCoordinatorLockingError = persistentStoreCoordinatorLocking
    /// Another name of `managedObjectReferentialIntegrity`.
    public static let managedObjectReferentialIntegrityError = managedObjectReferentialIntegrity
    /// Another name of `managedObjectExternalRelationship`.
    public static let managedObjectExternalRelationshipError = managedObjectExternalRelationship
    /// Another name of `managedObjectMerge`.
    public static let managedObjectMergeError = managedObjectMerge
    /// Another name of `managedObjectConstraintMerge`.
    public static let managedObjectConstraintMergeError = managedObjectConstraintMerge
    /// Another name of `persistentStoreInvalidType`.
    public static let persistentStoreInvalidTypeError = persistentStoreInvalidType
    /// Another name of `persistentStoreTypeMismatch`.
    public static let persistentStoreTypeMismatchError = persistentStoreTypeMismatch
    /// Another name of `persistentStoreIncompatibleSchema`.
    public static let persistentStoreIncompatibleSchemaError = persistentStoreIncompatibleSchema
    /// Another name of `persistentStoreSave`.
    public static let persistentStoreSaveError = persistentStoreSave
    /// Another name of `persistentStoreIncompleteSave`.
    public static let persistentStoreIncompleteSaveError = persistentStoreIncompleteSave
    /// Another name of `persistentStoreSaveConflicts`.
    public static let persistentStoreSaveConflictsError = persistentStoreSaveConflicts
    /// Another name of `coreData`.
    public static let coreDataError = coreData
    /// Another name of `persistentStoreOperation`.
    public static let persistentStoreOperationError = persistentStoreOperation
    /// Another name of `persistentStoreOpen`.
    public static let persistentStoreOpenError = persistentStoreOpen
    /// Another name of `persistentStoreTimeout`.
    public static let persistentStoreTimeoutError = persistentStoreTimeout
    /// Another name of `persistentStoreUnsupportedRequestType`.
    public static let persistentStoreUnsupportedRequestTypeError = persistentStoreUnsupportedRequestType
    /// Another name of `persistentStoreIncompatibleVersionHash`.
    public static let persistentStoreIncompatibleVersionHashError = persistentStoreIncompatibleVersionHash
    /// Another name of `migration`.
    public static let migrationError = migration
    /// Another name of `migrationConstraintViolation`.
    public static let migrationConstraintViolationError = migrationConstraintViolation
    /// Another name of `migrationCancelled`.
    public static let migrationCancelledError = migrationCancelled
    /// Another name of `migrationMissingSourceModel`.
    public static let migrationMissingSourceModelError = migrationMissingSourceModel
    /// Another name of `migrationMissingMappingModel`.
    public static let migrationMissingMappingModelError = migrationMissingMappingModel
    /// Another name of `migrationManagerSourceStore`.
    public static let migrationManagerSourceStoreError = migrationManagerSourceStore
    /// Another name of `migrationManagerDestinationStore`.
    public static let migrationManagerDestinationStoreError = migrationManagerDestinationStore
    /// Another name of `entityMigrationPolicy`.
    public static let entityMigrationPolicyError = entityMigrationPolicy
    /// Another name of `sqlite`.
    public static let sqliteError = sqlite
    /// Another name of `inferredMappingModel`.
    public static let inferredMappingModelError = inferredMappingModel
    /// Another name of `persistentHistoryTokenExpired`.
    public static let persistentHistoryTokenExpiredError = persistentHistoryTokenExpired
    /// Another name of `managedObjectModelReferenceNotFound`.
    public static let managedObjectModelReferenceNotFoundError = managedObjectModelReferenceNotFound
    /// Another name of `stagedMigrationFrameworkVersionMismatch`.
    public static let stagedMigrationFrameworkVersionMismatchError = stagedMigrationFrameworkVersionMismatch
    /// Another name of `stagedMigrationBackwardMigration`.
    public static let stagedMigrationBackwardMigrationError = stagedMigrationBackwardMigration
}

extension CocoaError {
    /// The code `Code.managedObjectValidation`.
    public static var managedObjectValidation: Code { .managedObjectValidation }
    /// The code `Code.managedObjectValidation`.
    public static var managedObjectValidationError: Code { .managedObjectValidation }
    /// The code `Code.managedObjectConstraintValidation`.
    public static var managedObjectConstraintValidation: Code { .managedObjectConstraintValidation }
    /// The code `Code.managedObjectConstraintValidation`.
    public static var managedObjectConstraintValidationError: Code { .managedObjectConstraintValidation }
    /// The code `Code.validationMultipleErrors`.
    public static var validationMultipleErrors: Code { .validationMultipleErrors }
    /// The code `Code.validationMultipleErrors`.
    public static var validationMultipleErrorsError: Code { .validationMultipleErrors }
    /// The code `Code.validationMissingMandatoryProperty`.
    public static var validationMissingMandatoryProperty: Code { .validationMissingMandatoryProperty }
    /// The code `Code.validationMissingMandatoryProperty`.
    public static var validationMissingMandatoryPropertyError: Code { .validationMissingMandatoryProperty }
    /// The code `Code.validationRelationshipLacksMinimumCount`.
    public static var validationRelationshipLacksMinimumCount: Code { .validationRelationshipLacksMinimumCount }
    /// The code `Code.validationRelationshipLacksMinimumCount`.
    public static var validationRelationshipLacksMinimumCountError: Code { .validationRelationshipLacksMinimumCount }
    /// The code `Code.validationRelationshipExceedsMaximumCount`.
    public static var validationRelationshipExceedsMaximumCount: Code { .validationRelationshipExceedsMaximumCount }
    /// The code `Code.validationRelationshipExceedsMaximumCount`.
    public static var validationRelationshipExceedsMaximumCountError: Code {
        .validationRelationshipExceedsMaximumCount
    }
    /// The code `Code.validationRelationshipDeniedDelete`.
    public static var validationRelationshipDeniedDelete: Code { .validationRelationshipDeniedDelete }
    /// The code `Code.validationRelationshipDeniedDelete`.
    public static var validationRelationshipDeniedDeleteError: Code { .validationRelationshipDeniedDelete }
    /// The code `Code.validationNumberTooLarge`.
    public static var validationNumberTooLarge: Code { .validationNumberTooLarge }
    /// The code `Code.validationNumberTooLarge`.
    public static var validationNumberTooLargeError: Code { .validationNumberTooLarge }
    /// The code `Code.validationNumberTooSmall`.
    public static var validationNumberTooSmall: Code { .validationNumberTooSmall }
    /// The code `Code.validationNumberTooSmall`.
    public static var validationNumberTooSmallError: Code { .validationNumberTooSmall }
    /// The code `Code.validationDateTooLate`.
    public static var validationDateTooLate: Code { .validationDateTooLate }
    /// The code `Code.validationDateTooLate`.
    public static var validationDateTooLateError: Code { .validationDateTooLate }
    /// The code `Code.validationDateTooSoon`.
    public static var validationDateTooSoon: Code { .validationDateTooSoon }
    /// The code `Code.validationDateTooSoon`.
    public static var validationDateTooSoonError: Code { .validationDateTooSoon }
    /// The code `Code.validationInvalidDate`.
    public static var validationInvalidDate: Code { .validationInvalidDate }
    /// The code `Code.validationInvalidDate`.
    public static var validationInvalidDateError: Code { .validationInvalidDate }
    /// The code `Code.validationStringTooLong`.
    public static var validationStringTooLong: Code { .validationStringTooLong }
    /// The code `Code.validationStringTooLong`.
    public static var validationStringTooLongError: Code { .validationStringTooLong }
    /// The code `Code.validationStringTooShort`.
    public static var validationStringTooShort: Code { .validationStringTooShort }
    /// The code `Code.validationStringTooShort`.
    public static var validationStringTooShortError: Code { .validationStringTooShort }
    /// The code `Code.validationStringPatternMatching`.
    public static var validationStringPatternMatching: Code { .validationStringPatternMatching }
    /// The code `Code.validationStringPatternMatching`.
    public static var validationStringPatternMatchingError: Code { .validationStringPatternMatching }
    /// The code `Code.validationInvalidURI`.
    public static var validationInvalidURI: Code { .validationInvalidURI }
    /// The code `Code.validationInvalidURI`.
    public static var validationInvalidURIError: Code { .validationInvalidURI }
    /// The code `Code.managedObjectContextLocking`.
    public static var managedObjectContextLocking: Code { .managedObjectContextLocking }
    /// The code `Code.managedObjectContextLocking`.
    public static var managedObjectContextLockingError: Code { .managedObjectContextLocking }
    /// The code `Code.persistentStoreCoordinatorLocking`.
    public static var persistentStoreCoordinatorLocking: Code { .persistentStoreCoordinatorLocking }
    /// The code `Code.persistentStoreCoordinatorLocking`.
    public static var persistentStoreCoordinatorLockingError: Code { .persistentStoreCoordinatorLocking }
    /// The code `Code.managedObjectReferentialIntegrity`.
    public static var managedObjectReferentialIntegrity: Code { .managedObjectReferentialIntegrity }
    /// The code `Code.managedObjectReferentialIntegrity`.
    public static var managedObjectReferentialIntegrityError: Code { .managedObjectReferentialIntegrity }
    /// The code `Code.managedObjectExternalRelationship`.
    public static var managedObjectExternalRelationship: Code { .managedObjectExternalRelationship }
    /// The code `Code.managedObjectExternalRelationship`.
    public static var managedObjectExternalRelationshipError: Code { .managedObjectExternalRelationship }
    /// The code `Code.managedObjectMerge`.
    public static var managedObjectMerge: Code { .managedObjectMerge }
    /// The code `Code.managedObjectMerge`.
    public static var managedObjectMergeError: Code { .managedObjectMerge }
    /// The code `Code.managedObjectConstraintMerge`.
    public static var managedObjectConstraintMerge: Code { .managedObjectConstraintMerge }
    /// The code `Code.managedObjectConstraintMerge`.
    public static var managedObjectConstraintMergeError: Code { .managedObjectConstraintMerge }
    /// The code `Code.persistentStoreInvalidType`.
    public static var persistentStoreInvalidType: Code { .persistentStoreInvalidType }
    /// The code `Code.persistentStoreInvalidType`.
    public static var persistentStoreInvalidTypeError: Code { .persistentStoreInvalidType }
    /// The code `Code.persistentStoreTypeMismatch`.
    public static var persistentStoreTypeMismatch: Code { .persistentStoreTypeMismatch }
    /// The code `Code.persistentStoreTypeMismatch`.
    public static var persistentStoreTypeMismatchError: Code { .persistentStoreTypeMismatch }
    /// The code `Code.persistentStoreIncompatibleSchema`.
    public static var persistentStoreIncompatibleSchema: Code { .persistentStoreIncompatibleSchema }
    /// The code `Code.persistentStoreIncompatibleSchema`.
    public static var persistentStoreIncompatibleSchemaError: Code { .persistentStoreIncompatibleSchema }
    /// The code `Code.persistentStoreSave`.
    public static var persistentStoreSave: Code { .persistentStoreSave }
    /// The code `Code.persistentStoreSave`.
    public static var persistentStoreSaveError: Code { .persistentStoreSave }
    /// The code `Code.persistentStoreIncompleteSave`.
    public static var persistentStoreIncompleteSave: Code { .persistentStoreIncompleteSave }
    /// The code `Code.persistentStoreIncompleteSave`.
    public static var persistentStoreIncompleteSaveError: Code { .persistentStoreIncompleteSave }
    /// The code `Code.persistentStoreSaveConflicts`.
    public static var persistentStoreSaveConflicts: Code { .persistentStoreSaveConflicts }
    /// The code `Code.persistentStoreSaveConflicts`.
    public static var persistentStoreSaveConflictsError: Code { .persistentStoreSaveConflicts }
    /// The code `Code.coreData`.
    public static var coreData: Code { .coreData }
    /// The code `Code.coreData`.
    public static var coreDataError: Code { .coreData }
    /// The code `Code.persistentStoreOperation`.
    public static var persistentStoreOperation: Code { .persistentStoreOperation }
    /// The code `Code.persistentStoreOperation`.
    public static var persistentStoreOperationError: Code { .persistentStoreOperation }
    /// The code `Code.persistentStoreOpen`.
    public static var persistentStoreOpen: Code { .persistentStoreOpen }
    /// The code `Code.persistentStoreOpen`.
    public static var persistentStoreOpenError: Code { .persistentStoreOpen }
    /// The code `Code.persistentStoreTimeout`.
    public static var persistentStoreTimeout: Code { .persistentStoreTimeout }
    /// The code `Code.persistentStoreTimeout`.
    public static var persistentStoreTimeoutError: Code { .persistentStoreTimeout }
    /// The code `Code.persistentStoreUnsupportedRequestType`.
    public static var persistentStoreUnsupportedRequestType: Code { .persistentStoreUnsupportedRequestType }
    /// The code `Code.persistentStoreUnsupportedRequestType`.
    public static var persistentStoreUnsupportedRequestTypeError: Code { .persistentStoreUnsupportedRequestType }
    /// The code `Code.persistentStoreIncompatibleVersionHash`.
    public static var persistentStoreIncompatibleVersionHash: Code { .persistentStoreIncompatibleVersionHash }
    /// The code `Code.persistentStoreIncompatibleVersionHash`.
    public static var persistentStoreIncompatibleVersionHashError: Code { .persistentStoreIncompatibleVersionHash }
    /// The code `Code.migration`.
    public static var migration: Code { .migration }
    /// The code `Code.migration`.
    public static var migrationError: Code { .migration }
    /// The code `Code.migrationConstraintViolation`.
    public static var migrationConstraintViolation: Code { .migrationConstraintViolation }
    /// The code `Code.migrationConstraintViolation`.
    public static var migrationConstraintViolationError: Code { .migrationConstraintViolation }
    /// The code `Code.migrationCancelled`.
    public static var migrationCancelled: Code { .migrationCancelled }
    /// The code `Code.migrationCancelled`.
    public static var migrationCancelledError: Code { .migrationCancelled }
    /// The code `Code.migrationMissingSourceModel`.
    public static var migrationMissingSourceModel: Code { .migrationMissingSourceModel }
    /// The code `Code.migrationMissingSourceModel`.
    public static var migrationMissingSourceModelError: Code { .migrationMissingSourceModel }
    /// The code `Code.migrationMissingMappingModel`.
    public static var migrationMissingMappingModel: Code { .migrationMissingMappingModel }
    /// The code `Code.migrationMissingMappingModel`.
    public static var migrationMissingMappingModelError: Code { .migrationMissingMappingModel }
    /// The code `Code.migrationManagerSourceStore`.
    public static var migrationManagerSourceStore: Code { .migrationManagerSourceStore }
    /// The code `Code.migrationManagerSourceStore`.
    public static var migrationManagerSourceStoreError: Code { .migrationManagerSourceStore }
    /// The code `Code.migrationManagerDestinationStore`.
    public static var migrationManagerDestinationStore: Code { .migrationManagerDestinationStore }
    /// The code `Code.migrationManagerDestinationStore`.
    public static var migrationManagerDestinationStoreError: Code { .migrationManagerDestinationStore }
    /// The code `Code.entityMigrationPolicy`.
    public static var entityMigrationPolicy: Code { .entityMigrationPolicy }
    /// The code `Code.entityMigrationPolicy`.
    public static var entityMigrationPolicyError: Code { .entityMigrationPolicy }
    /// The code `Code.sqlite`.
    public static var sqlite: Code { .sqlite }
    /// The code `Code.sqlite`.
    public static var sqliteError: Code { .sqlite }
    /// The code `Code.inferredMappingModel`.
    public static var inferredMappingModel: Code { .inferredMappingModel }
    /// The code `Code.inferredMappingModel`.
    public static var inferredMappingModelError: Code { .inferredMappingModel }
    /// The code `Code.persistentHistoryTokenExpired`.
    public static var persistentHistoryTokenExpired: Code { .persistentHistoryTokenExpired }
    /// The code `Code.persistentHistoryTokenExpired`.
    public static var persistentHistoryTokenExpiredError: Code { .persistentHistoryTokenExpired }
    /// The code `Code.managedObjectModelReferenceNotFound`.
    public static var managedObjectModelReferenceNotFound: Code { .managedObjectModelReferenceNotFound }
    /// The code `Code.managedObjectModelReferenceNotFound`.
    public static var managedObjectModelReferenceNotFoundError: Code { .managedObjectModelReferenceNotFound }
    /// The code `Code.stagedMigrationFrameworkVersionMismatch`.
    public static var stagedMigrationFrameworkVersionMismatch: Code { .stagedMigrationFrameworkVersionMismatch }
    /// The code `Code.stagedMigrationFrameworkVersionMismatch`.
    public static var stagedMigrationFrameworkVersionMismatchError: Code { .stagedMigrationFrameworkVersionMismatch }
    /// The code `Code.stagedMigrationBackwardMigration`.
    public static var stagedMigrationBackwardMigration: Code { .stagedMigrationBackwardMigration }
    /// The code `Code.stagedMigrationBackwardMigration`.
    public static var stagedMigrationBackwardMigrationError: Code { .stagedMigrationBackwardMigration }
}

/// The number of `CocoaError.Code.managedObjectValidation`.
public let ManagedObjectValidationError = 1550
/// The number of `CocoaError.Code.managedObjectConstraintValidation`.
public let ManagedObjectConstraintValidationError = 1551
/// The number of `CocoaError.Code.validationMultipleErrors`.
public let ValidationMultipleErrorsError = 1560
/// The number of `CocoaError.Code.validationMissingMandatoryProperty`.
public let ValidationMissingMandatoryPropertyError = 1570
/// The number of `CocoaError.Code.validationRelationshipLacksMinimumCount`.
public let ValidationRelationshipLacksMinimumCountError = 1580
/// The number of `CocoaError.Code.validationRelationshipExceedsMaximumCount`.
public let ValidationRelationshipExceedsMaximumCountError = 1590
/// The number of `CocoaError.Code.validationRelationshipDeniedDelete`.
public let ValidationRelationshipDeniedDeleteError = 1600
/// The number of `CocoaError.Code.validationNumberTooLarge`.
public let ValidationNumberTooLargeError = 1610
/// The number of `CocoaError.Code.validationNumberTooSmall`.
public let ValidationNumberTooSmallError = 1620
/// The number of `CocoaError.Code.validationDateTooLate`.
public let ValidationDateTooLateError = 1630
/// The number of `CocoaError.Code.validationDateTooSoon`.
public let ValidationDateTooSoonError = 1640
/// The number of `CocoaError.Code.validationInvalidDate`.
public let ValidationInvalidDateError = 1650
/// The number of `CocoaError.Code.validationStringTooLong`.
public let ValidationStringTooLongError = 1660
/// The number of `CocoaError.Code.validationStringTooShort`.
public let ValidationStringTooShortError = 1670
/// The number of `CocoaError.Code.validationStringPatternMatching`.
public let ValidationStringPatternMatchingError = 1680
/// The number of `CocoaError.Code.validationInvalidURI`.
public let ValidationInvalidURIError = 1690
/// The number of `CocoaError.Code.managedObjectContextLocking`.
public let ManagedObjectContextLockingError = 132_000
/// The number of `CocoaError.Code.persistentStoreCoordinatorLocking`.
public let PersistentStoreCoordinatorLockingError = 132_010
/// The number of `CocoaError.Code.managedObjectReferentialIntegrity`.
public let ManagedObjectReferentialIntegrityError = 133_000
/// The number of `CocoaError.Code.managedObjectExternalRelationship`.
public let ManagedObjectExternalRelationshipError = 133_010
/// The number of `CocoaError.Code.managedObjectMerge`.
public let ManagedObjectMergeError = 133_020
/// The number of `CocoaError.Code.managedObjectConstraintMerge`.
public let ManagedObjectConstraintMergeError = 133_021
/// The number of `CocoaError.Code.persistentStoreInvalidType`.
public let PersistentStoreInvalidTypeError = 134_000
/// The number of `CocoaError.Code.persistentStoreTypeMismatch`.
public let PersistentStoreTypeMismatchError = 134_010
/// The number of `CocoaError.Code.persistentStoreIncompatibleSchema`.
public let PersistentStoreIncompatibleSchemaError = 134_020
/// The number of `CocoaError.Code.persistentStoreSave`.
public let PersistentStoreSaveError = 134_030
/// The number of `CocoaError.Code.persistentStoreIncompleteSave`.
public let PersistentStoreIncompleteSaveError = 134_040
/// The number of `CocoaError.Code.persistentStoreSaveConflicts`.
public let PersistentStoreSaveConflictsError = 134_050
/// The number of `CocoaError.Code.coreData`.
public let CoreDataError = 134_060
/// The number of `CocoaError.Code.persistentStoreOperation`.
public let PersistentStoreOperationError = 134_070
/// The number of `CocoaError.Code.persistentStoreOpen`.
public let PersistentStoreOpenError = 134_080
/// The number of `CocoaError.Code.persistentStoreTimeout`.
public let PersistentStoreTimeoutError = 134_090
/// The number of `CocoaError.Code.persistentStoreUnsupportedRequestType`.
public let PersistentStoreUnsupportedRequestTypeError = 134_091
/// The number of `CocoaError.Code.persistentStoreIncompatibleVersionHash`.
public let PersistentStoreIncompatibleVersionHashError = 134_100
/// The number of `CocoaError.Code.migration`.
public let MigrationError = 134_110
/// The number of `CocoaError.Code.migrationConstraintViolation`.
public let MigrationConstraintViolationError = 134_111
/// The number of `CocoaError.Code.migrationCancelled`.
public let MigrationCancelledError = 134_120
/// The number of `CocoaError.Code.migrationMissingSourceModel`.
public let MigrationMissingSourceModelError = 134_130
/// The number of `CocoaError.Code.migrationMissingMappingModel`.
public let MigrationMissingMappingModelError = 134_140
/// The number of `CocoaError.Code.migrationManagerSourceStore`.
public let MigrationManagerSourceStoreError = 134_150
/// The number of `CocoaError.Code.migrationManagerDestinationStore`.
public let MigrationManagerDestinationStoreError = 134_160
/// The number of `CocoaError.Code.entityMigrationPolicy`.
public let EntityMigrationPolicyError = 134_170
/// The number of `CocoaError.Code.sqlite`.
public let SQLiteError = 134_180
/// The number of `CocoaError.Code.inferredMappingModel`.
public let InferredMappingModelError = 134_190
/// The number of `CocoaError.Code.persistentHistoryTokenExpired`.
public let PersistentHistoryTokenExpiredError = 134_301
/// The number of `CocoaError.Code.managedObjectModelReferenceNotFound`.
public let ManagedObjectModelReferenceNotFoundError = 134_504
/// The number of `CocoaError.Code.stagedMigrationFrameworkVersionMismatch`.
public let StagedMigrationFrameworkVersionMismatchError = 134_505
/// The number of `CocoaError.Code.stagedMigrationBackwardMigration`.
public let StagedMigrationBackwardMigrationError = 134_506
