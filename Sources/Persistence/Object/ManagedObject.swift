import Foundation

/// One record as a context sees it: the committed row, and what was changed since.
///
/// Get one by inserting (`init(entity:insertInto:)`, `EntityDescription.insertNewObject`), by fetching, or by
/// `object(with:)`. It belongs to one context for its whole life, which it does not keep alive; the context keeps it only
/// while it has changes. A fault is an object whose values were not asked for yet: reading one loads them all.
///
/// Use on its context's queue; the last reference may go, and `objectID` be read, on any thread. Not Sendable: pass
/// `objectID` to another context.
open class ManagedObject {
    /// The description of the record. Does not fire the fault.
    public var entity: EntityDescription { home.entity }
    /// The record's identity; changes from temporary to permanent with the first save. Does not fire the fault.
    public var objectID: ManagedObjectID { storedID.resolved }
    /// The context that the object belongs to; nil once it was dropped, after `reset`, and after a saved deletion.
    public internal(set) var managedObjectContext: ManagedObjectContext? {
        get { identityMap?.context }
        set { identityMap = newValue?.identityMap }
    }

    /// The identity, once there is one (`storedID`).
    @exclusivity(unchecked) var namedID: ManagedObjectID
    @exclusivity(unchecked) var status = ObjectStatus()
    @exclusivity(unchecked) var row: Int32 = 0
    /// The block that the object's row is in, or that it is drafted in (`block`, `draft`).
    @exclusivity(unchecked) var storedBlock: RowBlock?
    /// Absent while the object is drafted (`local`).
    @exclusivity(unchecked) var storedLocal: LocalState?
    /// What the objects of the context share; nil for an object that belongs to none.
    @exclusivity(unchecked) var identityMap: IdentityMap?

    /// Makes an object of the entity and, given a context, inserts it there with a temporary ID.
    /// - Precondition: the context's model has the entity, and it is not abstract.
    public required init(entity: __shared EntityDescription, insertInto context: __shared ManagedObjectContext?) {
        self.namedID = ManagedObjectID(home: entity.temporaryHome, key: 0)
        // A context is known weakly elsewhere, so that holding it is dear, and the caller holds it.
        context.map(Unmanaged.passUnretained)?._withUnsafeGuaranteedRef { $0.insertNew(self) }
    }

    /// Makes an object of the entity that names this class, and inserts it into the context.
    /// - Precondition: exactly one entity of the context's model has this class.
    public convenience init(context: __shared ManagedObjectContext) {
        guard let entity = context.entity(ofClass: Self.self) else {
            preconditionFailure("\(Self.self) is the class of no entity of the context's model, or of several.")
        }
        self.init(entity: entity, insertInto: context)
    }

    deinit {
        if status.has(.registered) { identityMap?.objectWillDie(self) }
    }

    /// The object's entity in one word, for attribute handles.
    @usableFromInline var entityMark: UInt64 { home.mark }

    // MARK: Access by name

    /// The value of a property: NSNumber for numbers and Booleans, Foundation values otherwise, a `ManagedObject` for a
    /// to-one relationship, a `Set<ManagedObject>` or (ordered) an array for a to-many. Nil when unset. Fires the fault.
    ///
    /// An accessor that the class lists in `accessors` is used instead of the stored value.
    /// - Precondition: the entity has the property.
    open func value(forKey key: String) -> Any? {
        if let accessor = type(of: self).accessors[key] {
            return unwrapped(self[keyPath: accessor] as Any)
        }
        return storedValue(forKey: key)
    }

    /// Sets a property, with change tracking and inverses.
    /// - Precondition: the entity has the property, and the value is of its type.
    open func setValue(_ value: Any?, forKey key: String) {
        let slot = requireSlot(key)
        requireValid()
        setStoredValue(value, slot: slot)
    }

    // MARK: Hooks

    /// Called once when the object was inserted, after default values were set. Values set here are part of the insertion.
    open func awakeFromInsert() {}

    /// Called each time the object's values were loaded. Values set here do not count as changes.
    open func awakeFromFetch() {}

    /// Called when undo, redo, rollback or refresh changed the object.
    open func awake(fromSnapshotEvents flags: SnapshotEventType) {}

    /// Called on each changed object before a save, again when a hook changed more. Values set here are saved.
    open func willSave() {}

    /// Called on each saved object after the commit. Values set here make the object dirty again.
    open func didSave() {}

    /// Called before the object becomes a fault.
    open func willTurnIntoFault() {}

    /// Called after the object became a fault.
    open func didTurnIntoFault() {}

    /// Called at each `delete`, before anything about the object changed.
    open func prepareForDeletion() {}

    /// Checks the object before it is inserted: all values, then rules over several of them in an override.
    open func validateForInsert() throws {
        try validateProperties()
    }

    /// Checks the object before it is updated.
    open func validateForUpdate() throws {
        try validateProperties()
    }

    /// Checks the object before it is deleted: by default, that no relationship denies it.
    open func validateForDelete() throws {
        try validateDeletion()
    }

    /// Checks one value, and may replace it: an attribute's, or what a relationship that was changed names. The default
    /// accepts every value; the model's rules are applied besides.
    open func validateValue(_ value: inout Any?, forKey key: String) throws {}

    /// Properties that `value(forKey:)` reads through an accessor of the class.
    open class var accessors: [String: AnyKeyPath] { [:] }
}

extension ManagedObject {
    /// The identity that the identity map knows the object by. A new object is given its temporary one when somebody asks:
    /// most are saved before anybody does.
    var storedID: ManagedObjectID {
        get {
            if namedID.isKeyless, status.has(.unnamed) { identityMap?.name(self) }
            return namedID
        }
        set {
            assert(!status.has(.unnamed), "An object that the identity map knows is renamed there.")
            namedID = newValue
        }
    }

    /// What the object's ID shares with those of its kind. Gives it no ID.
    var home: ObjectIDHome { namedID.home }

    /// The key of the object's permanent ID, if it has one. Gives it no ID.
    var permanentKey: Int64? { status.has(.unnamed) ? nil : namedID.resolved.key }

    /// The key of the permanent ID that the identity map knows the object by; nil where it knows it otherwise.
    @inline(__always) var registeredKey: Int64? { status.has(.unnamed) ? nil : namedID.key }

    /// The temporary ID that somebody asked for, unless the object has a permanent one by now.
    var namedTemporaryKey: TemporaryKey? { status.has(.unnamed) ? nil : namedID.temporaryKey }

    /// Whether the object never was in a context: it has neither an ID nor a row.
    var isFresh: Bool {
        storedBlock == nil && !status.has(.unnamed) && namedID.key == 0 && namedID.home.tableNumber == 0
    }

    /// Ends the time without an ID.
    func beNamed(_ id: ManagedObjectID) {
        status.flags.remove(.unnamed)
        namedID = id
    }
}

/// An object belongs to its context's queue.
@available(*, unavailable, message: "A managed object belongs to its context; pass its objectID instead.")
extension ManagedObject: Sendable {}

extension ManagedObject: Hashable, CustomStringConvertible {
    public static func == (left: ManagedObject, right: ManagedObject) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }

    /// What a set of objects asks of each. Nobody chooses the addresses, so they need no hash that withstands an attacker:
    /// the saves and events of many objects gather them in sets.
    public func _rawHashValue(seed: Int) -> Int {
        let address = UInt64(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()))
        let product = (address ^ UInt64(bitPattern: Int64(seed))) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: product ^ (product >> 32))
    }

    /// The identity and state; never the values.
    public var description: String {
        "<\(type(of: self)) \(objectID)\(isFault ? " fault" : "")\(hasChanges ? " changed" : "")>"
    }
}

/// What reset an object; told to `awake(fromSnapshotEvents:)`. The raw values are Core Data's.
public struct SnapshotEventType: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    public static let undoInsertion = SnapshotEventType(rawValue: 1 << 1)
    public static let undoDeletion = SnapshotEventType(rawValue: 1 << 2)
    public static let undoUpdate = SnapshotEventType(rawValue: 1 << 3)
    public static let rollback = SnapshotEventType(rawValue: 1 << 4)
    public static let refresh = SnapshotEventType(rawValue: 1 << 5)
    public static let mergePolicy = SnapshotEventType(rawValue: 1 << 6)
}
