import Foundation

/// The common part of attributes and relationships: a name, whether a value is required, and rules for the value.
///
/// ```swift
/// let name = AttributeDescription(name: "name", type: .string, isOptional: false)
/// name.setValidationPredicates(
///     [FetchPredicate(format: "length >= 2"), FetchPredicate(format: "SELF MATCHES %@", "[^0-9]*")],
///     withValidationWarnings: ["", "A spot's name has no digits."])
/// // A name that is too short fails with code 1670, one with a digit with code 1550 and this message.
/// ```
///
/// Create it in code or read it from a model file. It can be changed until a coordinator uses its model. From then on
/// it is immutable and can be read on any thread.
/// - Precondition: a property is not set while a coordinator uses the model.
open class PropertyDescription: @unchecked Sendable {
    /// The name of the property. It begins with a letter and is unique in its entity and the entity's ancestors.
    public var name: String = "" { willSet { requireMutable() } }
    /// Whether a save accepts nil, or a relationship without destinations. Default: true.
    public var isOptional = true { willSet { requireMutable() } }
    /// Whether the value is kept in memory only. Default: false.
    public var isTransient = false { willSet { requireMutable() } }
    /// Information from the model's author, which the engine ignores.
    public var userInfo: [AnyHashable: Any]? = [:] { willSet { requireMutable() } }
    /// The name of this property in an earlier version of the model.
    public var renamingIdentifier: String? { willSet { requireMutable() } }
    /// A string that is part of the version hash. Change it to get a new hash for an otherwise unchanged property.
    public var versionHashModifier: String? { willSet { requireMutable() } }

    /// The entity that declares the property; nil once the entity no longer exists.
    public var entity: EntityDescription! { owner }
    /// The entity clears it when it is deallocated. The reference is not weak, because retaining a weakly referenced
    /// object is slow, and every new object retains its entity for a while.
    private unowned var owner: EntityDescription?
    private var ownerID: ObjectIdentifier?

    /// Predicates that the value (`SELF`) must satisfy in a save, in order.
    public private(set) var validationPredicates: [FetchPredicate] = []
    /// The message of the error for each predicate; an empty or missing one leaves it to the engine.
    public private(set) var validationWarnings: [String] = []

    /// A property without a name.
    public init() {}

    /// Sets the predicates that a value must satisfy to be saved, and the error message for each.
    ///
    /// A predicate with a message fails with code 1550. Ranges, lengths and patterns are predicates of known forms
    /// (`SELF >= 1`, `SELF <= 5`, `length >= 3`, `SELF MATCHES "..."`). Without a message, or with an empty one, their
    /// errors have codes of their own.
    /// - Precondition: no coordinator uses the model.
    public func setValidationPredicates(
        _ predicates: [FetchPredicate]?, withValidationWarnings warnings: [String]?
    ) {
        requireMutable()
        validationPredicates = predicates ?? []
        validationWarnings = warnings ?? []
    }

    func becomeOwned(by entity: EntityDescription) {
        (owner, ownerID) = (entity, ObjectIdentifier(entity))
    }

    /// Clears `entity` if it is this one, which may be about to be deallocated.
    func disown(by entity: ObjectIdentifier) {
        if ownerID == entity { (owner, ownerID) = (nil, nil) }
    }

    var isFrozen: Bool { entity?.isFrozen ?? false }

    func requireMutable() {
        precondition(!isFrozen, "The model is in use by a coordinator: property “\(name)” cannot be changed any more.")
    }
}
