import Foundation

/// An error of the engine, in Core Data's terms: a code of the Cocoa error domain, a message, and user info.
///
/// Messages and keys never contain values of entries; a value appears only under `Key.validationValue`. Objects in
/// `userInfo` belong to the context that threw the error: read them on its queue.
public struct PersistenceError: CustomNSError, LocalizedError, @unchecked Sendable {
    /// Core Data's error codes.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// A value violates a rule that has no code of its own.
        public static let validationGeneric = Code(rawValue: 1550)
        /// Not used; see `constraintMerge`.
        public static let validationConstraint = Code(rawValue: 1551)
        /// Several values are not valid; the errors are under `Key.detailedErrors`.
        public static let validationMultiple = Code(rawValue: 1560)
        /// A property that is not optional has no value.
        public static let missingMandatoryProperty = Code(rawValue: 1570)
        /// A relationship has fewer destinations than its `minCount`.
        public static let relationshipLacksMinimumCount = Code(rawValue: 1580)
        /// A relationship has more destinations than its `maxCount`.
        public static let relationshipExceedsMaximumCount = Code(rawValue: 1590)
        /// A delete rule denies the deletion, because the relationship still has destinations.
        public static let relationshipDeniedDelete = Code(rawValue: 1600)
        /// A number is greater than a rule allows.
        public static let numberTooLarge = Code(rawValue: 1610)
        /// A number is less than a rule allows.
        public static let numberTooSmall = Code(rawValue: 1620)
        /// A date is later than a rule allows.
        public static let dateTooLate = Code(rawValue: 1630)
        /// A date is earlier than a rule allows.
        public static let dateTooSoon = Code(rawValue: 1640)
        /// Not used.
        public static let invalidDate = Code(rawValue: 1650)
        /// A string is longer than a rule allows.
        public static let stringTooLong = Code(rawValue: 1660)
        /// A string is shorter than a rule allows.
        public static let stringTooShort = Code(rawValue: 1670)
        /// A string does not match the pattern of a rule.
        public static let stringPatternMatching = Code(rawValue: 1680)
        /// The record does not exist in its store.
        public static let inaccessibleObject = Code(rawValue: 133_000)
        /// A save would relate objects of different stores. Core Data's `NSManagedObjectExternalRelationshipError`.
        public static let relatedStores = Code(rawValue: 133_010)
        /// A save found conflicts, and its merge policy does not resolve them.
        public static let merge = Code(rawValue: 133_020)
        /// A save violates a uniqueness constraint, and its merge policy does not resolve it.
        public static let constraintMerge = Code(rawValue: 133_021)
        /// An operation failed for a reason that has no code of its own.
        public static let coreData = Code(rawValue: 134_060)
        /// The type of the store is not registered or does not support the operation.
        public static let invalidStoreType = Code(rawValue: 134_000)
        /// The file is a database, but not a store.
        public static let incompatibleSchema = Code(rawValue: 134_020)
        /// A save failed, and nothing was written.
        public static let saveFailed = Code(rawValue: 134_030)
        /// The disk failed at the end of a save, which may or may not have been written; or only some of several stores
        /// were saved, and the others are under `Key.affectedStores`.
        public static let incompleteSave = Code(rawValue: 134_040)
        /// The store is closed, in use, was removed, or does not have the entity. Core Data's
        /// `NSPersistentStoreOperationError`.
        public static let invalidStore = Code(rawValue: 134_070)
        /// An incremental store found conflicts, which are under `Key.saveConflicts`.
        public static let saveConflicts = Code(rawValue: 134_050)
        /// The store cannot be opened or created.
        public static let openFailed = Code(rawValue: 134_080)
        /// The store is locked, and the lock was not released in time.
        public static let timeout = Code(rawValue: 134_090)
        /// The store's model differs from the coordinator's.
        public static let incompatibleVersion = Code(rawValue: 134_100)
        /// The store has no table for an entity that its metadata names.
        public static let missingSourceModel = Code(rawValue: 134_130)
        /// The store needs a migration, but inferring the mapping is turned off.
        public static let missingMappingModel = Code(rawValue: 134_140)
        /// No mapping to the new model can be inferred.
        public static let inferredMapping = Code(rawValue: 134_190)
        /// The transaction of a token was deleted, so the history after the token may be incomplete.
        public static let historyTokenExpired = Code(rawValue: 134_301)
        /// The file is damaged.
        public static let corruptStore = Code(rawValue: 259)
        /// The store is read-only.
        public static let readOnly = Code(rawValue: 513)
        /// The store does not exist.
        public static let noSuchStore = Code(rawValue: 260)
        /// The disk is full.
        public static let outOfSpace = Code(rawValue: 640)
    }

    /// Keys of `userInfo`; the strings are Core Data's.
    public enum Key {
        /// An array with the errors of `Code.validationMultiple`.
        public static let detailedErrors = "NSDetailedErrors"
        /// The object that is not valid.
        public static let validationObject = "NSValidationErrorObject"
        /// The name of the property that is not valid.
        public static let validationKey = "NSValidationErrorKey"
        /// The value that is not valid.
        public static let validationValue = "NSValidationErrorValue"
        /// The violated rule, as a `FetchPredicate`.
        public static let validationPredicate = "NSValidationErrorPredicate"
        /// An array of the stores involved.
        public static let affectedStores = "NSAffectedStoresErrorKey"
        /// An array of the objects involved.
        public static let affectedObjects = "NSAffectedObjectsErrorKey"
        /// An array of the conflicts that a merge policy did not resolve, or that an incremental store reports:
        /// `MergeConflict` or `ConstraintConflict`.
        public static let saveConflicts = "conflictList"
    }

    /// The domain of Cocoa's errors, as `NSError` reports it.
    public static let errorDomain = "NSCocoaErrorDomain"

    /// Why the operation failed.
    public let code: Code
    /// One sentence that describes the error.
    public let message: String
    /// Further information, under the keys in `Key`.
    public let userInfo: [String: Any]
    /// The error that caused this one, if any.
    public let underlying: (any Error)?

    /// Creates an error.
    public init(_ code: Code, _ message: String, userInfo: [String: Any] = [:], underlying: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.userInfo = userInfo
        self.underlying = underlying
    }

    public var errorCode: Int { code.rawValue }

    public var errorUserInfo: [String: Any] {
        var info = userInfo
        info[NSLocalizedDescriptionKey] = message
        info[NSUnderlyingErrorKey] = underlying
        return info
    }

    public var errorDescription: String? { message }

    /// Several errors as one; a single error is returned unchanged.
    static func combining(_ errors: [any Error]) -> any Error {
        if errors.count == 1 { return errors[0] }
        return PersistenceError(
            .validationMultiple, "Several values are not valid.", userInfo: [Key.detailedErrors: errors])
    }

    /// The errors in a combined one; otherwise the error itself.
    static func flattened(_ error: any Error) -> [any Error] {
        guard let error = error as? PersistenceError, error.code == .validationMultiple else { return [error] }
        return error.userInfo[Key.detailedErrors] as? [any Error] ?? [error]
    }
}

extension PersistenceError: CustomStringConvertible {
    public var description: String { message }
}
