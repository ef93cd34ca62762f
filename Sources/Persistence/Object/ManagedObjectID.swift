import Foundation
import Synchronization

/// The ID of a record, equal in every context of a stack. It consists of the store, the root entity and the primary
/// key. It is what you pass to other contexts and threads, and keep until the next start of a program, because an object
/// belongs to one context.
///
/// ```swift
/// let id = session.objectID
/// let rating = try await container.performBackgroundTask { context in
///     let copy = try context.existingObject(with: id) as? Session
///     return copy?.rating
/// }
///
/// // The URI can be stored, in a file of settings for example, and gives the ID back.
/// let uri = id.uriRepresentation()
/// let same = container.persistentStoreCoordinator.managedObjectID(forURIRepresentation: uri)
///
/// // A new object has a temporary ID. Whoever needs a permanent one before the save can ask for it.
/// let new = Session(context: container.viewContext)
/// try container.viewContext.obtainPermanentIDs(for: [new])
/// ```
///
/// An inserted object has a temporary ID until it is saved or `obtainPermanentIDs(for:)` is called. A temporary ID
/// never equals the permanent one that replaces it. Both find the object as long as the temporary ID exists.
///
/// Pass the ID between contexts, and use `object(with:)` there.
public struct ManagedObjectID: Sendable {
    package enum Reference: Sendable {
        case permanent(Int64)
        case temporary(TemporaryKey)
        /// Of an object whose ID nobody has read yet. No ID that leaves the object has it.
        case unassigned
    }

    package let storeEntity: StoreEntity
    package let reference: Reference

    package init(storeEntity: StoreEntity, key: Int64) {
        self.storeEntity = storeEntity
        self.reference = .permanent(key)
    }

    package init(temporaryFor entity: EntityDescription) {
        self.storeEntity = entity.temporaryStoreEntity
        self.reference = .temporary(TemporaryKey())
    }

    init(unassignedFor entity: EntityDescription) {
        self.storeEntity = entity.temporaryStoreEntity
        self.reference = .unassigned
    }

    package init(storeEntity: StoreEntity, temporary: TemporaryKey) {
        self.storeEntity = storeEntity
        self.reference = .temporary(temporary)
    }

    /// The concrete entity of the record.
    public var entity: EntityDescription { storeEntity.entity }

    /// Whether the record has not been assigned to a store yet.
    public var isTemporaryID: Bool {
        if case .permanent = reference { false } else { true }
    }

    /// The store that contains the record; nil for a temporary ID, or when the store was removed.
    public var persistentStore: PersistentStore? { storeEntity.store }

    /// The primary key (`Z_PK`); nil for a temporary ID.
    package var key: Int64? {
        if case .permanent(let key) = reference { key } else { nil }
    }

    /// Whether this is the ID of an object whose ID nobody has read yet.
    var isUnassigned: Bool {
        if case .unassigned = reference { true } else { false }
    }

    package var temporaryKey: TemporaryKey? {
        if case .temporary(let key) = reference { key } else { nil }
    }

    /// The permanent ID that replaced this temporary one, if the object was saved; otherwise this ID.
    package var resolved: ManagedObjectID {
        temporaryKey?.permanentID ?? self
    }

    /// The primary key of the resolved ID; nil if the object was never saved.
    package var resolvedKey: Int64? { resolved.key }

    /// The ID as a URI: `x-coredata://<store UUID>/<Entity>/p<key>`, or `x-coredata:///<Entity>/t<UUID>` if it is
    /// temporary.
    public func uriRepresentation() -> URL {
        let name = (entity.name ?? "").percentEncodedForURI
        let text =
            switch reference {
            case .permanent(let key):
                "x-coredata://\(storeEntity.storeIdentifier.percentEncodedForURI)/\(name)/\(storeEntity.uriName(of: key))"
            case .temporary(let key): "x-coredata:///\(name)/t\(key.uuid.uuidString)"
            case .unassigned: "x-coredata:///\(name)/t"
            }
        return URL(string: text) ?? URL(fileURLWithPath: "/")
    }
}

extension String {
    /// Percent-encoded except for ASCII letters, digits and `-._~`.
    var percentEncodedForURI: String {
        addingPercentEncoding(withAllowedCharacters: .unreservedInURI) ?? ""
    }
}

extension CharacterSet {
    fileprivate static let unreservedInURI = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension ManagedObjectID: Hashable, CustomStringConvertible {
    public static func == (left: ManagedObjectID, right: ManagedObjectID) -> Bool {
        switch (left.reference, right.reference) {
        case (.permanent(let a), .permanent(let b)): a == b && left.storeEntity.isSameKeySpace(as: right.storeEntity)
        case (.temporary(let a), .temporary(let b)): a === b
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch reference {
        case .permanent(let key): hasher.combine(key)
        case .temporary(let key): hasher.combine(ObjectIdentifier(key))
        case .unassigned: break
        }
    }

    public var description: String { uriRepresentation().absoluteString }
}

/// The part that all permanent IDs of one entity in one store share. Created once per entity when its store is added.
package final class StoreEntity: @unchecked Sendable {
    package let entity: EntityDescription
    /// The UUID of the store; empty for temporary IDs.
    package let storeIdentifier: String
    package private(set) weak var store: PersistentStore?
    /// The row cache of the entity's table; nil for temporary IDs, or when the store was removed.
    package internal(set) weak var table: RowCache?
    /// Whether the store is notified which of its objects are in use in contexts.
    let tracksObjects: Bool
    /// Unique among the tables of a process, and valid even after the table is gone; 0 for temporary IDs.
    let tableNumber: UInt32
    /// The layout's number and the entity's index in it; the low 16 bits are 0.
    let layoutKey: UInt64
    /// The entity's index among those that share the table.
    package let entityIndex: Int
    private let rootName: String

    init(
        entity: EntityDescription, layout: EntityLayout, entityIndex: Int, store: PersistentStore?,
        tableNumber: UInt32 = 0
    ) {
        self.entity = entity
        self.entityIndex = entityIndex
        self.layoutKey = UInt64(layout.number) << 32 | UInt64(entityIndex) << 16
        self.tableNumber = tableNumber
        self.store = store
        self.storeIdentifier = store?.identifier ?? ""
        self.rootName = entity.rootEntity.name ?? ""
        self.tracksObjects = store?.backend.tracksObjects ?? false
    }

    /// The last part of the URI of the record with this key.
    func uriName(of key: Int64) -> String {
        store?.backend.references?.uriName(of: key) ?? "p\(key)"
    }

    /// Whether equal keys in both mean the same row.
    package func isSameKeySpace(as other: StoreEntity) -> Bool {
        self === other || (storeIdentifier == other.storeIdentifier && rootName == other.rootName)
    }
}

/// The identity of an inserted object, and the permanent ID that its save assigned.
package final class TemporaryKey: Sendable {
    private struct State {
        var uuid: UUID?
        var permanentID: ManagedObjectID?
    }

    private let state = Mutex(State())
    private let isPermanent = Atomic(false)
    private static let resolutionCount = Atomic<UInt64>(1)

    package init() {}

    /// How many temporary IDs have become permanent. As long as it does not change, no ID has to be resolved again.
    static var resolutions: UInt64 { resolutionCount.load(ordering: .acquiring) }

    /// The object's ID since its save or `obtainPermanentIDs(for:)`; nil before that.
    package var permanentID: ManagedObjectID? {
        isPermanent.load(ordering: .acquiring) ? state.withLock { $0.permanentID } : nil
    }

    /// The UUID that represents the object in a URI; created on first use.
    package var uuid: UUID {
        state.withLock { state in
            let uuid = state.uuid ?? UUID()
            state.uuid = uuid
            return uuid
        }
    }

    package func resolve(to id: ManagedObjectID) {
        state.withLock { $0.permanentID = id }
        isPermanent.store(true, ordering: .releasing)
        TemporaryKey.resolutionCount.wrappingAdd(1, ordering: .releasing)
    }
}
