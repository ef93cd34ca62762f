import Foundation

/// An error of the engine: Foundation's `CocoaError` with one of Core Data's codes, a message, and user info.
///
/// ```swift
/// let board = Board(context: context)
/// board.setValue(nil, forKey: "name")
/// board.setValue(nil, forKey: "feet")
/// do {
///     try context.save()
/// } catch let error as PersistenceError where error.code == .validationMultipleErrors {
///     // Nothing was written, and all of it is still pending. Each of these errors is about one property.
///     let details = error.userInfo[PersistenceError.Key.detailedErrors] as? [PersistenceError] ?? []
///     for detail in details where detail.code == .validationMissingMandatoryProperty {
///         show("Missing: \(detail.validationKey ?? "").")
///     }
/// }
/// ```
///
/// Messages and keys never contain values of entries; a value appears only under `Key.validationValue`. The error's
/// description is its message. Objects in `userInfo` belong to the context that threw the error: read them on its
/// queue.
public typealias PersistenceError = CocoaError

extension CocoaError {
    /// Keys of `userInfo`; the strings are Core Data's.
    public enum Key {
        /// An array with the errors of `Code.validationMultipleErrors`.
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

    /// Creates an error with a message, which is one sentence that describes it.
    public init(_ code: Code, _ message: String, userInfo: [String: Any] = [:], underlying: (any Error)? = nil) {
        var info = userInfo
        info[NSLocalizedDescriptionKey] = message
        info[NSUnderlyingErrorKey] = underlying
        self.init(_nsError: EngineError(domain: NSCocoaErrorDomain, code: code.rawValue, userInfo: info))
    }

    /// One sentence that describes the error.
    public var message: String { localizedDescription }

    /// Whether the error was created with a message, as every error of the engine is.
    package var isOfEngine: Bool { self as NSError is EngineError }

    /// Several errors as one; a single error is returned unchanged.
    static func combining(_ errors: [any Error]) -> any Error {
        if errors.count == 1 { return errors[0] }
        return CocoaError(
            .validationMultipleErrors, "Several values are not valid.", userInfo: [Key.detailedErrors: errors])
    }

    /// The errors in a combined one; otherwise the error itself.
    static func flattened(_ error: any Error) -> [any Error] {
        guard let error = error as? CocoaError, error.code == .validationMultipleErrors else { return [error] }
        return error.userInfo[Key.detailedErrors] as? [any Error] ?? [error]
    }
}

/// What Core Data adds to Foundation's error.
extension CocoaError {
    /// The name of the property that is not valid.
    public var validationKey: String? { userInfo[Key.validationKey] as? String }
    /// The object that is not valid.
    public var validationObject: Any? { userInfo[Key.validationObject] }
    /// The value that is not valid.
    public var validationValue: Any? { userInfo[Key.validationValue] }
    /// The rule that the value violates.
    public var validationPredicate: FetchPredicate? { userInfo[Key.validationPredicate] as? FetchPredicate }
    /// The stores involved.
    public var affectedStores: [AnyObject]? { userInfo[Key.affectedStores] as? [AnyObject] }
    /// The objects involved.
    public var affectedObjects: [AnyObject]? { userInfo[Key.affectedObjects] as? [AnyObject] }
    /// The conflicts that a merge policy did not resolve; nil if the error has others.
    public var persistentStoreSaveConflicts: [MergeConflict]? { userInfo[Key.saveConflicts] as? [MergeConflict] }
}

/// An error whose description does not contain its user info, so that no value of an entry gets into a log.
private final class EngineError: NSError, @unchecked Sendable {
    override var description: String { localizedDescription }
}
