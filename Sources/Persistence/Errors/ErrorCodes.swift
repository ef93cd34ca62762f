import Foundation

// Core Data's error codes. An error of the engine is a `CocoaError` with one of them.

extension CocoaError.Code {
    /// A value violates a rule that has no code of its own.
    public static let managedObjectValidation = CocoaError.Code(rawValue: 1550)
    /// Not used by the engine; see `managedObjectConstraintMerge`.
    public static let managedObjectConstraintValidation = CocoaError.Code(rawValue: 1551)
    /// Several values are not valid; the errors are under `Key.detailedErrors`.
    public static let validationMultipleErrors = CocoaError.Code(rawValue: 1560)
    /// A property that is not optional has no value.
    public static let validationMissingMandatoryProperty = CocoaError.Code(rawValue: 1570)
    /// A relationship has fewer destinations than its `minCount`.
    public static let validationRelationshipLacksMinimumCount = CocoaError.Code(rawValue: 1580)
    /// A relationship has more destinations than its `maxCount`.
    public static let validationRelationshipExceedsMaximumCount = CocoaError.Code(rawValue: 1590)
    /// A delete rule denies the deletion, because the relationship still has destinations.
    public static let validationRelationshipDeniedDelete = CocoaError.Code(rawValue: 1600)
    /// A number is greater than a rule allows.
    public static let validationNumberTooLarge = CocoaError.Code(rawValue: 1610)
    /// A number is less than a rule allows.
    public static let validationNumberTooSmall = CocoaError.Code(rawValue: 1620)
    /// A date is later than a rule allows.
    public static let validationDateTooLate = CocoaError.Code(rawValue: 1630)
    /// A date is earlier than a rule allows.
    public static let validationDateTooSoon = CocoaError.Code(rawValue: 1640)
    /// Not used by the engine.
    public static let validationInvalidDate = CocoaError.Code(rawValue: 1650)
    /// A string is longer than a rule allows.
    public static let validationStringTooLong = CocoaError.Code(rawValue: 1660)
    /// A string is shorter than a rule allows.
    public static let validationStringTooShort = CocoaError.Code(rawValue: 1670)
    /// A string does not match the pattern of a rule.
    public static let validationStringPatternMatching = CocoaError.Code(rawValue: 1680)
    /// Not used by the engine.
    public static let validationInvalidURI = CocoaError.Code(rawValue: 1690)
    /// Not used by the engine.
    public static let managedObjectContextLocking = CocoaError.Code(rawValue: 132_000)
    /// Not used by the engine.
    public static let persistentStoreCoordinatorLocking = CocoaError.Code(rawValue: 132_010)
    /// The record does not exist in its store.
    public static let managedObjectReferentialIntegrity = CocoaError.Code(rawValue: 133_000)
    /// A save would relate objects of different stores.
    public static let managedObjectExternalRelationship = CocoaError.Code(rawValue: 133_010)
    /// A save found conflicts, and its merge policy does not resolve them.
    public static let managedObjectMerge = CocoaError.Code(rawValue: 133_020)
    /// A save violates a uniqueness constraint, and its merge policy does not resolve it.
    public static let managedObjectConstraintMerge = CocoaError.Code(rawValue: 133_021)
    /// The type of the store is not registered or does not support the operation.
    public static let persistentStoreInvalidType = CocoaError.Code(rawValue: 134_000)
    /// Not used by the engine.
    public static let persistentStoreTypeMismatch = CocoaError.Code(rawValue: 134_010)
    /// The file is a database, but not a store.
    public static let persistentStoreIncompatibleSchema = CocoaError.Code(rawValue: 134_020)
    /// A save failed, and nothing was written.
    public static let persistentStoreSave = CocoaError.Code(rawValue: 134_030)
    /// The disk failed at the end of a save, which may or may not have been written; or only some of several stores
    /// were saved, and the others are under `Key.affectedStores`.
    public static let persistentStoreIncompleteSave = CocoaError.Code(rawValue: 134_040)
    /// An incremental store found conflicts, which are under `Key.saveConflicts`.
    public static let persistentStoreSaveConflicts = CocoaError.Code(rawValue: 134_050)
    /// An operation failed for a reason that has no code of its own.
    public static let coreData = CocoaError.Code(rawValue: 134_060)
    /// The store is closed, in use, was removed, or does not have the entity.
    public static let persistentStoreOperation = CocoaError.Code(rawValue: 134_070)
    /// The store cannot be opened or created.
    public static let persistentStoreOpen = CocoaError.Code(rawValue: 134_080)
    /// The store is locked, and the lock was not released in time.
    public static let persistentStoreTimeout = CocoaError.Code(rawValue: 134_090)
    /// Not used by the engine.
    public static let persistentStoreUnsupportedRequestType = CocoaError.Code(rawValue: 134_091)
    /// The store's model differs from the coordinator's.
    public static let persistentStoreIncompatibleVersionHash = CocoaError.Code(rawValue: 134_100)
    /// A staged migration is not possible or not complete.
    public static let migration = CocoaError.Code(rawValue: 134_110)
    /// Not used by the engine.
    public static let migrationConstraintViolation = CocoaError.Code(rawValue: 134_111)
    /// Not used by the engine.
    public static let migrationCancelled = CocoaError.Code(rawValue: 134_120)
    /// The store has no table for an entity that its metadata names.
    public static let migrationMissingSourceModel = CocoaError.Code(rawValue: 134_130)
    /// The store needs a migration, but inferring the mapping is turned off.
    public static let migrationMissingMappingModel = CocoaError.Code(rawValue: 134_140)
    /// Not used by the engine.
    public static let migrationManagerSourceStore = CocoaError.Code(rawValue: 134_150)
    /// Not used by the engine.
    public static let migrationManagerDestinationStore = CocoaError.Code(rawValue: 134_160)
    /// Not used by the engine.
    public static let entityMigrationPolicy = CocoaError.Code(rawValue: 134_170)
    /// Not used by the engine: SQLite's own error is under `NSUnderlyingErrorKey`.
    public static let sqlite = CocoaError.Code(rawValue: 134_180)
    /// No mapping to the new model can be inferred.
    public static let inferredMappingModel = CocoaError.Code(rawValue: 134_190)
    /// The transaction of a token was deleted, so the history after the token may be incomplete.
    public static let persistentHistoryTokenExpired = CocoaError.Code(rawValue: 134_301)
    /// A reference to a model does not name one, or names one with another checksum.
    public static let managedObjectModelReferenceNotFound = CocoaError.Code(rawValue: 134_504)
    /// Not used by the engine.
    public static let stagedMigrationFrameworkVersionMismatch = CocoaError.Code(rawValue: 134_505)
    /// The store's model is not among those of the stages, or is a later one.
    public static let stagedMigrationBackwardMigration = CocoaError.Code(rawValue: 134_506)
}

/// The engine's own names.
extension CocoaError.Code {
    package static let validationGeneric = managedObjectValidation
    package static let validationConstraint = managedObjectConstraintValidation
    package static let validationMultiple = validationMultipleErrors
    package static let missingMandatoryProperty = validationMissingMandatoryProperty
    package static let relationshipLacksMinimumCount = validationRelationshipLacksMinimumCount
    package static let relationshipExceedsMaximumCount = validationRelationshipExceedsMaximumCount
    package static let relationshipDeniedDelete = validationRelationshipDeniedDelete
    package static let numberTooLarge = validationNumberTooLarge
    package static let numberTooSmall = validationNumberTooSmall
    package static let dateTooLate = validationDateTooLate
    package static let dateTooSoon = validationDateTooSoon
    package static let invalidDate = validationInvalidDate
    package static let stringTooLong = validationStringTooLong
    package static let stringTooShort = validationStringTooShort
    package static let stringPatternMatching = validationStringPatternMatching
    package static let inaccessibleObject = managedObjectReferentialIntegrity
    package static let relatedStores = managedObjectExternalRelationship
    package static let merge = managedObjectMerge
    package static let constraintMerge = managedObjectConstraintMerge
    package static let invalidStoreType = persistentStoreInvalidType
    package static let incompatibleSchema = persistentStoreIncompatibleSchema
    package static let saveFailed = persistentStoreSave
    package static let incompleteSave = persistentStoreIncompleteSave
    package static let saveConflicts = persistentStoreSaveConflicts
    package static let invalidStore = persistentStoreOperation
    package static let openFailed = persistentStoreOpen
    package static let timeout = persistentStoreTimeout
    package static let incompatibleVersion = persistentStoreIncompatibleVersionHash
    package static let missingSourceModel = migrationMissingSourceModel
    package static let missingMappingModel = migrationMissingMappingModel
    package static let inferredMapping = inferredMappingModel
    package static let historyTokenExpired = persistentHistoryTokenExpired
    /// The file is damaged.
    package static let corruptStore = fileReadCorruptFile
    /// The store is read-only.
    package static let readOnly = fileWriteNoPermission
    /// The store does not exist.
    package static let noSuchStore = fileReadNoSuchFile
    /// The disk is full.
    package static let outOfSpace = fileWriteOutOfSpace
}
