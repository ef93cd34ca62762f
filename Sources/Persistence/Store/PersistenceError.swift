import Foundation

/// Why an operation of the engine failed, in Core Data's terms: a code of the Cocoa error domain, a sentence and facts.
///
/// Sentences and keys never hold values of entries, except where the caller asks for them under `NSValidationValue`.
/// Objects in `userInfo` belong to the context that threw: read them on its queue.
public struct PersistenceError: CustomNSError, LocalizedError, @unchecked Sendable {
    /// Core Data's codes.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        public static let validationGeneric = Code(rawValue: 1550)
        public static let validationConstraint = Code(rawValue: 1551)
        public static let validationMultiple = Code(rawValue: 1560)
        public static let missingMandatoryProperty = Code(rawValue: 1570)
        public static let relationshipLacksMinimumCount = Code(rawValue: 1580)
        public static let relationshipExceedsMaximumCount = Code(rawValue: 1590)
        public static let relationshipDeniedDelete = Code(rawValue: 1600)
        public static let numberTooLarge = Code(rawValue: 1610)
        public static let numberTooSmall = Code(rawValue: 1620)
        public static let dateTooLate = Code(rawValue: 1630)
        public static let dateTooSoon = Code(rawValue: 1640)
        public static let invalidDate = Code(rawValue: 1650)
        public static let stringTooLong = Code(rawValue: 1660)
        public static let stringTooShort = Code(rawValue: 1670)
        public static let stringPatternMatching = Code(rawValue: 1680)
        public static let inaccessibleObject = Code(rawValue: 133_000)
        public static let merge = Code(rawValue: 133_020)
        public static let constraintMerge = Code(rawValue: 133_021)
        public static let coreData = Code(rawValue: 134_060)
        public static let invalidStoreType = Code(rawValue: 134_000)
        public static let incompatibleSchema = Code(rawValue: 134_020)
        public static let saveFailed = Code(rawValue: 134_030)
        public static let incompleteSave = Code(rawValue: 134_040)
        public static let invalidStore = Code(rawValue: 134_050)
        public static let saveConflicts = Code(rawValue: 134_050)
        public static let openFailed = Code(rawValue: 134_080)
        public static let timeout = Code(rawValue: 134_090)
        public static let incompatibleVersion = Code(rawValue: 134_100)
        public static let missingSourceModel = Code(rawValue: 134_130)
        public static let missingMappingModel = Code(rawValue: 134_140)
        public static let inferredMapping = Code(rawValue: 134_190)
        public static let invalidConfiguration = Code(rawValue: 134_110)
        public static let relatedStores = Code(rawValue: 134_070)
        public static let historyTokenExpired = Code(rawValue: 134_301)
        public static let corruptStore = Code(rawValue: 259)
        public static let readOnly = Code(rawValue: 513)
        public static let noSuchStore = Code(rawValue: 260)
        public static let outOfSpace = Code(rawValue: 640)
    }

    /// Keys of `userInfo`; the strings are Core Data's.
    public enum Key {
        public static let detailedErrors = "NSDetailedErrors"
        public static let validationObject = "NSValidationErrorObject"
        public static let validationKey = "NSValidationErrorKey"
        public static let validationValue = "NSValidationErrorValue"
        public static let validationPredicate = "NSValidationErrorPredicate"
        public static let affectedStores = "NSAffectedStoresErrorKey"
        public static let affectedObjects = "NSAffectedObjectsErrorKey"
        public static let conflictList = "conflictList"
        public static let saveConflicts = "NSPersistentStoreSaveConflictsErrorKey"
    }

    public static let errorDomain = "NSCocoaErrorDomain"

    public let code: Code
    /// One sentence that says what is wrong.
    public let message: String
    /// Facts for programs, under Core Data's keys.
    public let userInfo: [String: Any]
    /// The error of the layer below.
    public let underlying: (any Error)?

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

    /// Several errors as one; the only one itself where there is one.
    static func combining(_ errors: [any Error]) -> any Error {
        if errors.count == 1 { return errors[0] }
        return PersistenceError(
            .validationMultiple, "Several values are not valid.", userInfo: [Key.detailedErrors: errors])
    }

    /// The single errors of a combined one; otherwise the error itself.
    static func flattened(_ error: any Error) -> [any Error] {
        guard let error = error as? PersistenceError, error.code == .validationMultiple else { return [error] }
        return error.userInfo[Key.detailedErrors] as? [any Error] ?? [error]
    }
}

extension PersistenceError: CustomStringConvertible {
    public var description: String { message }
}
