import Foundation

/// What a fetch may return: objects, IDs, dictionaries or a number.
public protocol FetchRequestResult {}

extension ManagedObject: FetchRequestResult {}
extension ManagedObjectID: FetchRequestResult {}
extension Dictionary: FetchRequestResult where Key == String, Value == Any {}
extension NSNumber: FetchRequestResult {}

/// What a fetch returns; follows from the request's result type.
public enum FetchRequestResultType: UInt, Sendable {
    case managedObjectResultType = 0
    case managedObjectIDResultType = 1
    case dictionaryResultType = 2
    case countResultType = 4
}

/// Which objects are wanted, in which order, and how many.
///
/// Bound to no context: one request may be used with several, one after the other. The entity is found by name when the
/// request runs. Use by one thread; `values` is the Sendable content for crossing threads.
public final class FetchRequest<ResultType: FetchRequestResult>: PersistentStoreRequest {
    /// Everything that a request says, as a Sendable value.
    public typealias Values = FetchValues

    /// Everything that the request says.
    public var values: FetchValues
    /// The entity, once it is known.
    public var entity: EntityDescription? {
        didSet { values.entityName = entity?.name ?? values.entityName }
    }

    /// A request for the entity that has the class of the results, found when the request runs.
    public override init() {
        values = FetchValues()
        values.resultType = FetchRequest.naturalResultType
        values.objectClass = ResultType.self as? ManagedObject.Type
    }

    /// A request with this content.
    public init(values: FetchValues) {
        self.values = values
    }

    public override var requestType: PersistentStoreRequestType { .fetchRequestType }

    public init(entityName: String) {
        values = FetchValues(entityName: entityName)
        values.resultType = FetchRequest.naturalResultType
    }

    private static var naturalResultType: FetchRequestResultType {
        switch ResultType.self {
        case is ManagedObjectID.Type: .managedObjectIDResultType
        case is [String: Any].Type: .dictionaryResultType
        case is NSNumber.Type: .countResultType
        default: .managedObjectResultType
        }
    }

    public var entityName: String? { values.entityName }
    /// Which objects; all for nil.
    public var predicate: FetchPredicate? {
        get { values.predicate }
        set { values.predicate = newValue }
    }
    /// In which order; any for none.
    public var sortDescriptors: [FetchSortDescriptor]? {
        get { values.sortDescriptors }
        set { values.sortDescriptors = newValue ?? [] }
    }
    /// How many at most; 0 is no limit.
    public var fetchLimit: Int {
        get { values.fetchLimit }
        set { values.fetchLimit = newValue }
    }
    /// How many to leave out before the first.
    public var fetchOffset: Int {
        get { values.fetchOffset }
        set { values.fetchOffset = newValue }
    }
    /// How many rows `fetchBatched(_:)` loads at a time.
    public var fetchBatchSize: Int {
        get { values.fetchBatchSize }
        set { values.fetchBatchSize = newValue }
    }
    public var resultType: FetchRequestResultType {
        get { values.resultType }
        set { values.resultType = newValue }
    }
    /// Whether objects of sub-entities are wanted. True unless set.
    public var includesSubentities: Bool {
        get { values.includesSubentities }
        set { values.includesSubentities = newValue }
    }
    /// Whether unsaved changes of the context count. True unless set.
    public var includesPendingChanges: Bool {
        get { values.includesPendingChanges }
        set { values.includesPendingChanges = newValue }
    }
    /// Whether rows are read with the objects (true), or IDs alone: each fault then reads its row when it is fired.
    public var includesPropertyValues: Bool {
        get { values.includesPropertyValues }
        set { values.includesPropertyValues = newValue }
    }
    /// Whether new objects are faults, whose rows are cached (true), or realized at once.
    public var returnsObjectsAsFaults: Bool {
        get { values.returnsObjectsAsFaults }
        set { values.returnsObjectsAsFaults = newValue }
    }
    /// Whether objects that are registered already take over the fetched values under their changes.
    public var shouldRefreshRefetchedObjects: Bool {
        get { values.shouldRefreshRefetchedObjects }
        set { values.shouldRefreshRefetchedObjects = newValue }
    }
    /// The properties of dictionary results; all attributes for nil.
    public var propertiesToFetch: [String]? {
        get { values.propertiesToFetch }
        set { values.propertiesToFetch = newValue }
    }
    /// Whether dictionary results leave out those that are equal to one before. Limit and offset count what is left.
    public var returnsDistinctResults: Bool {
        get { values.returnsDistinctResults }
        set { values.returnsDistinctResults = newValue }
    }
    /// Relationships whose objects are read together with the results, one statement for each step of a key path
    /// (`"department"`, `"department.employees"`).
    public var relationshipKeyPathsForPrefetching: [String]? {
        get { values.relationshipKeyPathsForPrefetching }
        set { values.relationshipKeyPathsForPrefetching = newValue ?? [] }
    }
    /// The stores to ask; all that hold the entity for nil.
    public override var affectedStores: [PersistentStore]? {
        get { values.affectedStores }
        set { values.affectedStores = newValue }
    }
}

/// The content of a fetch request: a Sendable value.
public struct FetchValues: Sendable {
    public var entityName: String?
    public var predicate: FetchPredicate?
    public var sortDescriptors: [FetchSortDescriptor] = []
    public var fetchLimit = 0
    public var fetchOffset = 0
    public var fetchBatchSize = 0
    public var resultType = FetchRequestResultType.managedObjectResultType
    public var includesSubentities = true
    public var includesPendingChanges = true
    public var includesPropertyValues = true
    public var returnsObjectsAsFaults = true
    public var shouldRefreshRefetchedObjects = false
    public var propertiesToFetch: [String]?
    public var returnsDistinctResults = false
    public var relationshipKeyPathsForPrefetching: [String] = []
    public var affectedStores: [PersistentStore]?
    /// The class of the wanted objects; names the entity where nothing else does.
    public var objectClass: ManagedObject.Type?

    public init(entityName: String? = nil) {
        self.entityName = entityName
    }
}
