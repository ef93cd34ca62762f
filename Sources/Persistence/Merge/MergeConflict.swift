import Foundation

/// One object whose row is not the one that it was read from.
///
/// Either the context's snapshot is older than the row cache (another context of the coordinator saved), or the row cache
/// is older than the store (somebody else did). Of `objectSnapshot`, `cachedSnapshot` and `persistedSnapshot` exactly two
/// are present accordingly; a row that is gone is present as `MergeConflict.deletedRow`. Use on the context's queue.
public final class MergeConflict: @unchecked Sendable {
    /// Where the versions differ.
    enum Level { case contextAndCoordinator, coordinatorAndStore }

    /// What stands for a row that is gone.
    public static var deletedRow: [String: Any] { ["": NSNull()] }

    /// The object that the save wanted to write.
    public let sourceObject: ManagedObject
    /// The version of the newer row; 0 when it is gone.
    public let newVersionNumber: Int
    /// The version that the object was read at.
    public let oldVersionNumber: Int

    let level: Level
    let theirs: ObjectSnapshot?
    private let began: [String: Any]
    private let given: (cached: [String: Any]?, persisted: [String: Any]?)?

    /// A conflict that an incremental store met, for the error that it throws (see `IncrementalStore.execute(_:with:)`).
    public init(
        source: ManagedObject, newVersion: Int, oldVersion: Int, cachedSnapshot: [String: Any]?,
        persistedSnapshot: [String: Any]?
    ) {
        sourceObject = source
        newVersionNumber = newVersion
        oldVersionNumber = oldVersion
        level = .coordinatorAndStore
        theirs = nil
        began = source.committedDictionary
        given = (cachedSnapshot, persistedSnapshot)
    }

    init(_ object: ManagedObject, theirs: ObjectSnapshot?, level: Level) {
        sourceObject = object
        self.theirs = theirs
        self.level = level
        oldVersionNumber = Int(object.version)
        newVersionNumber = Int(theirs.flatMap { $0.block?.version(Int($0.row)) } ?? 0)
        began = object.committedDictionary
        given = nil
    }

    /// The values that the context read, by property name; nil when the conflict is between cache and store.
    public var objectSnapshot: [String: Any]? { level == .contextAndCoordinator ? began : nil }

    /// The values of the row cache.
    public var cachedSnapshot: [String: Any]? {
        if let given { return given.cached }
        return level == .contextAndCoordinator ? theirDictionary : began
    }

    /// The values of the store; nil when the conflict is between context and cache.
    public var persistedSnapshot: [String: Any]? {
        if let given { return given.persisted }
        return level == .coordinatorAndStore ? theirDictionary : nil
    }

    /// Whether the row is gone.
    public var isRowDeleted: Bool { theirs == nil }

    /// The record under Core Data's older keys: `object`, `snapshot`, `cachedRow`, `databaseRow`, `newVersion`,
    /// `oldVersion`.
    public var dictionary: [String: Any] {
        var result: [String: Any] = [
            "object": sourceObject, "newVersion": newVersionNumber, "oldVersion": oldVersionNumber,
        ]
        result["snapshot"] = objectSnapshot
        result["cachedRow"] = cachedSnapshot
        result["databaseRow"] = persistedSnapshot
        return result
    }

    private var theirDictionary: [String: Any] {
        guard let theirs else { return MergeConflict.deletedRow }
        return sourceObject.dictionary { theirs.value($0, in: self.sourceObject.entity.layout) }
    }

    /// The slots that the other side changed.
    package var slotsChangedThere: Set<Int> {
        guard let theirs else { return [] }
        let layout = sourceObject.entity.layout
        let columns = sourceObject.entity.slots.filter { slot in
            layout.slots[slot].isColumn && theirs.value(slot, in: layout) != sourceObject.committedValue(slot)
        }
        return Set(columns + ordersChangedThere)
    }

    /// The ordered relationships, of those changed here, that the store has in another order than the one that was read.
    private var ordersChangedThere: [Int] {
        sourceObject.changes.heldSlots.filter { slot in
            guard sourceObject.entity.layout.slots[slot].isOrdered,
                !sourceObject.entity.layout.slots[slot].isTransient,
                case .many(let committed, _)? = sourceObject.local?.related[slot],
                let context = sourceObject.managedObjectContext
            else { return false }
            guard let now = context.loadDestinations(of: sourceObject, slot: slot) else { return false }
            return now != committed.ids
        }
    }

    /// The value that the other side stored.
    package func theirValue(_ slot: Int) -> PropertyValue? {
        theirs?.value(slot, in: sourceObject.entity.layout)
    }
}

extension ObjectSnapshot {
    /// The value of a slot that has a column.
    func value(_ slot: Int, in layout: EntityLayout) -> PropertyValue {
        if let value = overlay[slot] { return value }
        guard let block, slot < layout.columnCount else { return .null }
        return block.value(Int(row), slot: slot)
    }
}

extension ManagedObject {
    fileprivate var committedDictionary: [String: Any] {
        dictionary { self.committedValue($0) }
    }

    /// Attributes and to-one references by name, as `Any`; nil values are absent.
    fileprivate func dictionary(_ value: (Int) -> PropertyValue) -> [String: Any] {
        var result: [String: Any] = [:]
        for slot in entity.slots where entity.layout.slots[slot].isColumn {
            let value = value(slot)
            if case .reference(let id) = value {
                result[entity.layout.slots[slot].name] = id
            } else {
                result[entity.layout.slots[slot].name] = value.anyValue ?? NSNull()
            }
        }
        return result
    }
}
