import Foundation
import Synchronization

/// The identity of a record, equal in every context of a stack: the store, the root entity and the primary key.
///
/// An inserted object has a temporary ID until it is saved or `obtainPermanentIDs(for:)` is called. A temporary ID never
/// equals the permanent one that follows it; both lead to the object, for as long as the temporary ID is held.
///
/// A Sendable value: pass it between contexts, and use `object(with:)` there.
public struct ManagedObjectID: Sendable {
    package enum Reference: Sendable {
        case permanent(Int64)
        case temporary(TemporaryKey)
    }

    package let home: ObjectIDHome
    package let reference: Reference

    package init(home: ObjectIDHome, key: Int64) {
        self.home = home
        self.reference = .permanent(key)
    }

    package init(temporaryFor entity: EntityDescription) {
        self.home = entity.temporaryHome
        self.reference = .temporary(TemporaryKey())
    }

    package init(home: ObjectIDHome, temporary: TemporaryKey) {
        self.home = home
        self.reference = .temporary(temporary)
    }

    /// The concrete entity of the record.
    public var entity: EntityDescription { home.entity }

    /// Whether the record has no place in a store yet.
    public var isTemporaryID: Bool {
        if case .temporary = reference { true } else { false }
    }

    /// The store that holds the record; nil for a temporary ID, or when the store was removed.
    public var persistentStore: PersistentStore? { home.store }

    /// The primary key (`Z_PK`); nil for a temporary ID.
    package var key: Int64? {
        if case .permanent(let key) = reference { key } else { nil }
    }

    /// Whether it names nothing: the ID of a new object before somebody asks for it. No row has the key 0.
    @inline(__always) var isKeyless: Bool {
        if case .permanent(0) = reference { true } else { false }
    }

    package var temporaryKey: TemporaryKey? {
        if case .temporary(let key) = reference { key } else { nil }
    }

    /// The permanent ID that followed this temporary one, if its object was saved; otherwise itself.
    package var resolved: ManagedObjectID {
        temporaryKey?.permanentID ?? self
    }

    /// `x-coredata://<store UUID>/<Entity>/p<key>`, or `x-coredata:///<Entity>/t<UUID>` for a temporary ID.
    public func uriRepresentation() -> URL {
        let name = (entity.name ?? "").percentEncodedForURI
        let text =
            switch reference {
            case .permanent(let key):
                "x-coredata://\(home.storeIdentifier.percentEncodedForURI)/\(name)/\(home.uriName(of: key))"
            case .temporary(let key): "x-coredata:///\(name)/t\(key.uuid.uuidString)"
            }
        return URL(string: text) ?? URL(fileURLWithPath: "/")
    }
}

extension String {
    /// Percent-encoded but for ASCII letters, digits and `-._~`.
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
        case (.permanent(let a), .permanent(let b)): a == b && left.home.isSameKeySpace(as: right.home)
        case (.temporary(let a), .temporary(let b)): a === b
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch reference {
        case .permanent(let key): hasher.combine(key)
        case .temporary(let key): hasher.combine(ObjectIdentifier(key))
        }
    }

    public var description: String { uriRepresentation().absoluteString }
}

/// What all permanent IDs of one entity in one store share. Made once for each entity when its store is added.
package final class ObjectIDHome: @unchecked Sendable {
    package let entity: EntityDescription
    /// The UUID of the store; empty for temporary IDs.
    package let storeIdentifier: String
    package private(set) weak var store: PersistentStore?
    /// The cache of the rows that the keys name; nil for temporary IDs, or when the store was removed.
    package internal(set) weak var table: RowTable?
    /// Whether the store is told which of its objects contexts use.
    let isTracked: Bool
    /// Unlike for any two tables of a process, and there when the table is gone; 0 for temporary IDs.
    let tableNumber: UInt32
    /// The layout's number and the entity's place in it; the low 16 bits are 0.
    let mark: UInt64
    /// The entity's place among those that share the table.
    let ordinal: Int
    private let rootName: String

    init(
        entity: EntityDescription, layout: EntityLayout, ordinal: Int, store: PersistentStore?, tableNumber: UInt32 = 0
    ) {
        self.entity = entity
        self.ordinal = ordinal
        self.mark = UInt64(layout.number) << 32 | UInt64(ordinal) << 16
        self.tableNumber = tableNumber
        self.store = store
        self.storeIdentifier = store?.identifier ?? ""
        self.rootName = entity.rootEntity.name ?? ""
        self.isTracked = store is IncrementalStore
    }

    /// How a URI names the record with this key.
    func uriName(of key: Int64) -> String {
        isTracked ? (store as? IncrementalStore)?.uriName(of: key) ?? "p\(key)" : "p\(key)"
    }

    /// Whether keys of both homes name the same rows.
    package func isSameKeySpace(as other: ObjectIDHome) -> Bool {
        self === other || (storeIdentifier == other.storeIdentifier && rootName == other.rootName)
    }
}

/// The identity of an inserted object, and the permanent ID that its save gave it.
package final class TemporaryKey: Sendable {
    private struct State {
        var uuid: UUID?
        var permanentID: ManagedObjectID?
    }

    private let state = Mutex(State())
    private let isPermanent = Atomic(false)
    private static let resolutionCount = Atomic<UInt64>(1)

    package init() {}

    /// How many temporary IDs became permanent so far: while it stands still, no ID has to be resolved again.
    static var resolutions: UInt64 { resolutionCount.load(ordering: .acquiring) }

    /// The ID that the object has since it was saved, or since `obtainPermanentIDs(for:)`.
    package var permanentID: ManagedObjectID? {
        isPermanent.load(ordering: .acquiring) ? state.withLock { $0.permanentID } : nil
    }

    /// What stands for the object in a URI; made when first asked for.
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
