import Foundation

/// A type that a fetch can return: objects, IDs, dictionaries or a number.
public protocol FetchRequestResult {}

extension ManagedObject: FetchRequestResult {}
extension ManagedObjectID: FetchRequestResult {}
extension Dictionary: FetchRequestResult where Key == String, Value == Any {}
extension NSNumber: FetchRequestResult {}
extension NSDictionary: FetchRequestResult {}

/// What a fetch returns. A request's default follows from its generic type.
public struct FetchRequestResultType: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The objects.
    public static let managedObjectResultType = FetchRequestResultType([])
    /// The IDs alone.
    public static let managedObjectIDResultType = FetchRequestResultType(rawValue: 1)
    /// A dictionary per object with the values of `propertiesToFetch`.
    public static let dictionaryResultType = FetchRequestResultType(rawValue: 2)
    /// One number: how many objects match.
    public static let countResultType = FetchRequestResultType(rawValue: 4)
}

/// Describes which objects to fetch, in which order, and how many.
///
/// ```swift
/// let request = FetchRequest<Session>(entityName: "Session")
/// request.predicate = FetchPredicate(format: "spot.name == %@ AND rating >= %d", "Malibu", 4)
/// request.sortDescriptors = [FetchSortDescriptor(key: "date", ascending: false)]
/// request.fetchLimit = 20
/// request.relationshipKeyPathsForPrefetching = ["spot"]
/// // Two statements: one for the sessions, one for all their spots.
/// let best = try context.fetch(request)
///
/// // A request for IDs, dictionaries or a number reads no objects at all.
/// let ids = try context.fetch(FetchRequest<ManagedObjectID>(entityName: "Session"))
/// let count = try context.count(for: request)
/// ```
///
/// A request belongs to no context: one request can be used with several contexts, one after the other. The entity is
/// found by name when the request runs. Use it from one thread at a time; `values` is its Sendable content, to pass to
/// other threads. The result type is one that conforms to `FetchRequestResult`, or `any FetchRequestResult`.
public final class FetchRequest<ResultType>: PersistentStoreRequest {
    /// The Sendable content of a request.
    public typealias Values = FetchValues

    /// The request's content.
    public var values: FetchValues
    /// The entity, if it was set. If it is nil, the entity is found by `entityName` or by the class of the results.
    public var entity: EntityDescription? {
        didSet { values.entityName = entity?.name ?? values.entityName }
    }

    /// A request for the entity whose class is the result type. The entity is found when the request runs.
    public override init() {
        values = FetchValues()
        values.resultType = FetchRequest.naturalResultType
        values.objectClass = ResultType.self as? ManagedObject.Type
    }

    /// A request with this content.
    public init(values: FetchValues) {
        self.values = values
    }

    /// A request with the same content, which can be changed independently.
    public func copy() -> FetchRequest<ResultType> {
        let copy = FetchRequest(values: values)
        copy.entity = entity
        return copy
    }

    /// Always `fetchRequestType`.
    public override var requestType: PersistentStoreRequestType { .fetchRequestType }

    /// A request for the entity with this name.
    public init(entityName: String) {
        values = FetchValues(entityName: entityName)
        values.resultType = FetchRequest.naturalResultType
        values.objectClass = ResultType.self as? ManagedObject.Type
    }

    private static var naturalResultType: FetchRequestResultType {
        switch ResultType.self {
        case is ManagedObjectID.Type: .managedObjectIDResultType
        case is [String: Any].Type, is NSDictionary.Type: .dictionaryResultType
        case is NSNumber.Type: .countResultType
        default: .managedObjectResultType
        }
    }

    /// The name of the entity. For a request without a name, that of the entity with the class of the results, in the
    /// model that a coordinator used last; nil if there is none.
    public var entityName: String? { values.entityName ?? values.objectClass.flatMap(ModelsInUse.entity(of:))?.name }
    /// The condition on objects; nil for all objects.
    public var predicate: FetchPredicate? {
        get { values.predicate }
        set { values.predicate = newValue }
    }
    /// The order of the results; no particular order if nil or empty.
    public var sortDescriptors: [FetchSortDescriptor]? {
        get { values.sortDescriptors.isEmpty ? nil : values.sortDescriptors }
        set { values.sortDescriptors = newValue ?? [] }
    }
    /// The maximum number of results; 0 for no limit.
    public var fetchLimit: Int {
        get { values.fetchLimit }
        set { values.fetchLimit = newValue }
    }
    /// The number of matching objects to skip.
    public var fetchOffset: Int {
        get { values.fetchOffset }
        set { values.fetchOffset = newValue }
    }
    /// The number of rows that `fetchBatched(_:)` reads at a time; 0 for all.
    public var fetchBatchSize: Int {
        get { values.fetchBatchSize }
        set { values.fetchBatchSize = newValue }
    }
    /// What the fetch returns.
    public var resultType: FetchRequestResultType {
        get { values.resultType }
        set { values.resultType = newValue }
    }
    /// Whether objects of sub-entities are fetched too. Default: true.
    public var includesSubentities: Bool {
        get { values.includesSubentities }
        set { values.includesSubentities = newValue }
    }
    /// Whether the context's unsaved changes are taken into account. Default: true.
    public var includesPendingChanges: Bool {
        get { values.includesPendingChanges }
        set { values.includesPendingChanges = newValue }
    }
    /// Whether the fetch reads rows. If false, it reads IDs only, and each fault reads its row when it fires. Always
    /// true if `returnsObjectsAsFaults` is false. Default: true.
    public var includesPropertyValues: Bool {
        get { values.includesPropertyValues }
        set { values.includesPropertyValues = newValue }
    }
    /// Whether new objects are faults with cached rows (true) or realized at once. Default: true.
    public var returnsObjectsAsFaults: Bool {
        get { values.returnsObjectsAsFaults }
        set { values.returnsObjectsAsFaults = newValue }
    }
    /// Whether registered objects get the fetched values beneath their unsaved changes. Default: false.
    public var shouldRefreshRefetchedObjects: Bool {
        get { values.shouldRefreshRefetchedObjects }
        set { values.shouldRefreshRefetchedObjects = newValue }
    }
    /// The columns of dictionary results; nil for all attributes. Each is a property or its name, a key path over to-one
    /// relationships, or an `ExpressionDescription`. "objectID" stands for the object's ID.
    /// - Precondition: an element is of one of these types, and an `ExpressionDescription` has an expression.
    public var propertiesToFetch: [Any]? {
        get { values.propertiesToFetch.map { $0.map(\.description) } }
        set { values.propertiesToFetch = newValue.map { $0.map { FetchColumn($0) } } }
    }
    /// The properties, or their names or key paths, by whose values dictionary results are grouped: one result for each
    /// combination. Other columns must be expressions over the objects of a group.
    public var propertiesToGroupBy: [Any]? {
        get { values.propertiesToGroupBy }
        set { values.propertiesToGroupBy = newValue.map { $0.map { FetchColumn($0).name } } }
    }
    /// The condition on groups. A variable (`$name`) stands for the column of that name.
    public var havingPredicate: FetchPredicate? {
        get { values.havingPredicate }
        set { values.havingPredicate = newValue }
    }
    /// Whether a dictionary result that equals an earlier one is omitted. Limit and offset apply to the remaining ones.
    /// Default: false.
    public var returnsDistinctResults: Bool {
        get { values.returnsDistinctResults }
        set { values.returnsDistinctResults = newValue }
    }
    /// Relationships whose destinations are fetched with the results, one statement per step of a key path
    /// (`"department"`, `"department.employees"`).
    public var relationshipKeyPathsForPrefetching: [String]? {
        get { values.relationshipKeyPathsForPrefetching.isEmpty ? nil : values.relationshipKeyPathsForPrefetching }
        set { values.relationshipKeyPathsForPrefetching = newValue ?? [] }
    }
    /// The stores to search; nil for all that can hold the entity.
    public override var affectedStores: [PersistentStore]? {
        get { values.affectedStores }
        set { values.affectedStores = newValue }
    }
}

/// The content of a fetch request, as a Sendable value. Its properties mean what those of `FetchRequest` mean.
///
/// ```swift
/// var values = FetchValues(entityName: "Session")
/// values.predicate = Session.rating >= 4
/// values.sortDescriptors = [FetchSortDescriptor(Session.height)]
/// let heights = try await container.performBackgroundTask { [values] context in
///     try context.fetch(values).compactMap { ($0 as? Session)?.height }
/// }
/// ```
public struct FetchValues: Sendable {
    /// The name of the entity; nil to find it by `objectClass`.
    public var entityName: String?
    /// The condition on objects; nil for all objects.
    public var predicate: FetchPredicate?
    /// The order of the results; no particular order if empty.
    public var sortDescriptors: [FetchSortDescriptor] = []
    /// The maximum number of results; 0 for no limit.
    public var fetchLimit = 0
    /// The number of matching objects to skip.
    public var fetchOffset = 0
    /// The number of rows that `fetchBatched(_:)` reads at a time; 0 for all.
    public var fetchBatchSize = 0
    /// What the fetch returns.
    public var resultType = FetchRequestResultType.managedObjectResultType
    /// Whether objects of sub-entities are fetched too.
    public var includesSubentities = true
    /// Whether the context's unsaved changes are taken into account.
    public var includesPendingChanges = true
    /// Whether the fetch reads rows, or IDs only.
    public var includesPropertyValues = true
    /// Whether new objects are faults, or realized at once.
    public var returnsObjectsAsFaults = true
    /// Whether registered objects get the fetched values beneath their unsaved changes.
    public var shouldRefreshRefetchedObjects = false
    /// The columns of dictionary results; nil for all attributes.
    public var propertiesToFetch: [FetchColumn]?
    /// The key paths by whose values dictionary results are grouped; nil for no groups.
    public var propertiesToGroupBy: [String]?
    /// The condition on groups.
    public var havingPredicate: FetchPredicate?
    /// Whether a dictionary result that equals an earlier one is omitted.
    public var returnsDistinctResults = false
    /// Key paths of relationships whose destinations are fetched with the results.
    public var relationshipKeyPathsForPrefetching: [String] = []
    /// The stores to search; nil for all that can hold the entity.
    public var affectedStores: [PersistentStore]?
    /// The class of the results; determines the entity if `entityName` is nil.
    public var objectClass: ManagedObject.Type?

    /// Values with the defaults of a request.
    public init(entityName: String? = nil) {
        self.entityName = entityName
    }
}
