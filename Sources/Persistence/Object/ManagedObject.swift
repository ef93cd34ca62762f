import Foundation
import Synchronization

/// One record in a context: the committed row and the changes made since. Subclass it for an entity, with typed
/// properties and rules of your own.
///
/// ```swift
/// final class Board: ManagedObject {
///     static let name = Attribute<String>("name")
///     static let feet = Attribute<Double>("feet")
///
///     var name: String {
///         get { self[Self.name] }
///         set { self[Self.name] = newValue }
///     }
///     var feet: Double {
///         get { self[Self.feet] }
///         set { self[Self.feet] = newValue }
///     }
///
///     /// Values set here belong to the insertion, so that one undo removes them with the board.
///     override func awakeFromInsert() {
///         super.awakeFromInsert()
///         name = "New board"
///     }
///
///     /// A rule over several properties. A save calls it, and fails with its error.
///     override func validateForUpdate() throws {
///         try super.validateForUpdate()
///         if name.hasSuffix("longboard"), feet < 9 { throw BoardError.tooShort(feet: feet) }
///     }
/// }
/// ```
///
/// Create one with `init(entity:insertInto:)` or `EntityDescription.insertNewObject`, fetch it, or get it with
/// `object(with:)`. It belongs to one context for its whole life and does not retain it; the context retains the object
/// only while it has changes. A fault is an object whose values have not been loaded yet. Reading one of its values
/// loads all of them.
///
/// Use on its context's queue. The last reference may be released, and `objectID` read, on any thread. Not Sendable:
/// pass `objectID` to another context.
open class ManagedObject {
    /// The entity of the record. Does not fire the fault.
    public var entity: EntityDescription { storeEntity.entity }
    /// The ID of the record, which changes from temporary to permanent with the first save. Does not fire the fault.
    public var objectID: ManagedObjectID {
        hasPermanentID.load(ordering: .acquiring) ? registeredID : changingID
    }
    /// The context that the object belongs to; nil once the context was released or reset, and after a saved deletion.
    public internal(set) var managedObjectContext: ManagedObjectContext? {
        get { identityMap?.context }
        set { identityMap = newValue?.identityMap }
    }

    // Exclusive access to an object's state is not checked at run time, here and in `LocalState`. That saves 25 % of the
    // instructions of `fetch and read six attributes`, 14 % of `fetch, cold context`, and 17 % of `change and save`.

    /// The ID by which the identity map knows the object: unassigned until somebody reads `objectID`, because most new
    /// objects are saved before that: with an ID for each, the benchmark's `insert and save` takes 1.35 times as long.
    /// It may be a temporary one that has become permanent. Once other threads may have the object, `changeID(to:)`
    /// changes it.
    @exclusivity(unchecked) var registeredID: ManagedObjectID
    /// Whether `registeredID` is permanent, and any thread can read it.
    let hasPermanentID = Atomic(false)
    @exclusivity(unchecked) var status = ObjectStatus()
    /// The index of the row in `rowMemory`.
    @exclusivity(unchecked) var row: Int32 = 0
    /// The block of the row that was read last (`block`), or of the new row (`newRow`).
    @exclusivity(unchecked) var rowMemory: RowBlock?
    /// The object's state beyond its row; nil if there is none.
    @exclusivity(unchecked) var local: LocalState?
    /// State shared by the objects of a context; nil for an object without a context.
    @exclusivity(unchecked) var identityMap: IdentityMap?

    /// Creates an object of the entity and, given a context, inserts it there with a temporary ID.
    /// - Precondition: the context's model has the entity, and it is not abstract.
    public required init(entity: __shared EntityDescription, insertInto context: __shared ManagedObjectContext?) {
        self.registeredID = ManagedObjectID(unassignedFor: entity)
        context?.insertNew(self)
    }

    /// Creates an object of the entity with this class, and inserts it into the context.
    /// - Precondition: exactly one entity of the context's model has this class.
    public convenience init(context: __shared ManagedObjectContext) {
        guard let entity = context.entity(ofClass: Self.self) ?? context.entity(noting: Self.self) else {
            preconditionFailure("The context's model does not have exactly one entity with the class \(Self.self).")
        }
        self.init(entity: entity, insertInto: context)
    }

    deinit {
        if status.has(.registered) { identityMap?.objectWillDeallocate(self) }
        if registeredID.isUnassigned { discardObtainedKey() }
    }

    /// The object's entity in one word, for attribute handles.
    @usableFromInline var layoutKey: UInt64 { storeEntity.layoutKey }

    // MARK: Access by name

    /// The value of a property: NSNumber for numbers and Booleans, Foundation values otherwise, a `ManagedObject` for a
    /// to-one relationship, a `Set<ManagedObject>` or (ordered) an `NSOrderedSet` for a to-many relationship. Nil when
    /// unset. Fires the fault.
    ///
    /// If the class lists the property in `accessors`, its accessor is used instead of the stored value.
    /// - Precondition: the entity has the property.
    open func value(forKey key: String) -> Any? {
        if let accessor = type(of: self).accessors[key] {
            return unwrapped(self[keyPath: accessor] as Any)
        }
        return storedValue(forKey: key)
    }

    /// Sets a property, with change tracking, and updates inverses.
    /// - Precondition: the entity has the property, and the value is of its type.
    open func setValue(_ value: Any?, forKey key: String) {
        let slot = requireSlot(key)
        requireValid()
        setStoredValue(value, slot: slot)
    }

    // MARK: Hooks

    /// Called once after the object was inserted and its default values set. Values set here are part of the insertion.
    open func awakeFromInsert() {}

    /// Called each time the object's values have been loaded. Values set here do not count as changes.
    open func awakeFromFetch() {}

    /// Called after undo, redo, rollback, a refresh or a merge policy changed the object.
    open func awake(fromSnapshotEvents flags: SnapshotEventType) {}

    /// Called on each changed object before a save, and again if a hook changes more. Values set here are saved.
    open func willSave() {}

    /// Called on each saved object after the commit. Values set here are new changes.
    open func didSave() {}

    /// Called before the object becomes a fault.
    open func willTurnIntoFault() {}

    /// Called after the object has become a fault.
    open func didTurnIntoFault() {}

    /// Called by each `delete(_:)` of the object, including those of a cascade, before the object changes.
    open func prepareForDeletion() {}

    /// Validates the object before it is inserted. Override it for rules that involve several properties, and call
    /// `super`.
    /// - Throws: the `PersistenceError` of the violated rule, or code 1560 with all errors if there are several. The
    ///   save then writes nothing.
    open func validateForInsert() throws {
        try validateProperties()
    }

    /// Validates the object before it is updated.
    /// - Throws: as `validateForInsert()`.
    open func validateForUpdate() throws {
        try validateProperties()
    }

    /// Validates the object before it is deleted. The default implementation checks relationships with the delete rule
    /// Deny.
    /// - Throws: `PersistenceError` with code 1600 for a relationship that denies the deletion, or code 1560 with all
    ///   errors if there are several. The save then writes nothing.
    open func validateForDelete() throws {
        try validateDeletion()
    }

    /// Validates a value for a property by the model's rules. An override may replace the value. A save calls it for
    /// every attribute, and for the destinations of a relationship that changed; the model's rules then apply even if
    /// the override does not call `super`.
    /// - Throws: the `PersistenceError` of the violated rule, or an override's own error. The save then writes nothing.
    /// - Precondition: the entity has the property.
    open func validateValue(_ value: inout Any?, forKey key: String) throws {
        try validateByModel(value, slot: requireSlot(key))
    }

    /// Properties that `value(forKey:)` reads through an accessor of the class.
    open class var accessors: [String: AnyKeyPath] { [:] }
}

extension ManagedObject {
    /// The part of the object's ID that it shares with others of its entity.
    var storeEntity: StoreEntity { registeredID.storeEntity }

    /// The key of the object's permanent ID; nil while it has none.
    var permanentKey: Int64? { registeredID.resolvedKey }

    /// The block of the row that was read last; nil for an object without a row. Setting it ends a new row.
    var block: RowBlock? {
        @inline(__always) get { status.has(.hasNewRow) ? nil : rowMemory }
        set {
            leaveNewRow()
            rowMemory = newValue
        }
    }
}

/// An object is confined to its context's queue.
@available(*, unavailable, message: "A managed object belongs to its context; pass its objectID instead.")
extension ManagedObject: Sendable {}

extension ManagedObject: Hashable, CustomStringConvertible {
    public static func == (left: ManagedObject, right: ManagedObject) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }

    /// The ID and state of the object; never its values.
    public var description: String {
        "<\(type(of: self)) \(objectID)\(isFault ? " fault" : "")\(hasChanges ? " changed" : "")>"
    }
}

/// Why `awake(fromSnapshotEvents:)` is called. The raw values are Core Data's.
public struct SnapshotEventType: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// An insertion was undone.
    public static let undoInsertion = SnapshotEventType(rawValue: 1 << 1)
    /// A deletion was undone.
    public static let undoDeletion = SnapshotEventType(rawValue: 1 << 2)
    /// An update was undone.
    public static let undoUpdate = SnapshotEventType(rawValue: 1 << 3)
    /// The context was rolled back.
    public static let rollback = SnapshotEventType(rawValue: 1 << 4)
    /// The object was refreshed.
    public static let refresh = SnapshotEventType(rawValue: 1 << 5)
    /// A merge policy changed the object.
    public static let mergePolicy = SnapshotEventType(rawValue: 1 << 6)
}
