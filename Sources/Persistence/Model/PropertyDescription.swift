import Foundation

/// What attributes and relationships have in common: a name, whether they may be empty and what their values must obey.
///
/// A description is made in code, or read from a model file, and may be changed until its model is used by a
/// coordinator; from then on it is immutable and may be read from any thread.
/// - Precondition: not changed after its model was used by a coordinator.
open class PropertyDescription: @unchecked Sendable {
    /// The name of the property: begins with a letter, and is unique in its entity and that entity's ancestors.
    public var name: String = "" { willSet { requireMutable() } }
    /// Whether a save accepts an empty value. True unless set.
    public var isOptional = true { willSet { requireMutable() } }
    /// Whether the property lives in memory only. False unless set.
    public var isTransient = false { willSet { requireMutable() } }
    /// Words of the model's author; the engine ignores them.
    public var userInfo: [String: String] = [:] { willSet { requireMutable() } }
    /// The name of this property in an earlier version of the model.
    public var renamingIdentifier: String? { willSet { requireMutable() } }
    /// Changes the version hash of the property where nothing else about it changed.
    public var versionHashModifier: String? { willSet { requireMutable() } }

    /// The entity that declares the property; nil once that is gone.
    public internal(set) var entity: EntityDescription? {
        get { owner?.takeUnretainedValue() }
        set { owner = newValue.map(Unmanaged.passUnretained) }
    }
    /// An entity takes itself out when it ends. It is not known weakly, because who is known weakly is dear to hold, and
    /// each new object holds its entity for a while.
    private var owner: Unmanaged<EntityDescription>?

    /// Predicates over the value (`SELF`) that a save demands, in order.
    public private(set) var validationPredicates: [FetchPredicate] = []
    /// The text of the error for each predicate.
    public private(set) var validationWarnings: [String] = []

    public init() {}

    /// Sets the predicates that a value must satisfy to be saved, and the message for each.
    ///
    /// Ranges, lengths and patterns are predicates of a known form (`SELF >= 1`, `SELF <= 5`, `length >= 3`,
    /// `SELF MATCHES "..."`); they are reported with their own error codes.
    public func setValidationPredicates(_ predicates: [FetchPredicate], withValidationWarnings warnings: [String]) {
        requireMutable()
        validationPredicates = predicates
        validationWarnings = warnings
    }

    var isFrozen: Bool { entity?.isFrozen ?? false }

    func requireMutable() {
        precondition(!isFrozen, "The model is in use by a coordinator: property “\(name)” cannot be changed any more.")
    }
}
