import Foundation

/// A conflict between an object and its row: the row's version differs from the one that the object was read with. Core
/// Data's `NSMergeConflict`. Show it to a person, or decide in a merge policy of your own.
///
/// ```swift
/// do {
///     try context.save()
/// } catch let error as PersistenceError where error.code == .managedObjectMerge {
///     for conflict in error.persistentStoreSaveConflicts ?? [] {
///         let mine = conflict.sourceObject.value(forKey: "rating") ?? 0
///         let before = (conflict.objectSnapshot ?? conflict.cachedSnapshot)?["rating"] ?? 0
///         let theirs = (conflict.persistedSnapshot ?? conflict.cachedSnapshot)?["rating"] ?? 0
///         ask("You changed \(before) to \(mine), somebody else to \(theirs). Which one?")
///     }
/// }
/// // Nothing was written, and the change is still pending. Choose a policy, and save again.
/// context.mergePolicy = .mergeByPropertyStoreTrump
/// try context.save()
/// ```
///
/// Either the context's snapshot is older than the row cache (another context of the coordinator saved), or the row
/// cache is older than the store (another coordinator or process wrote). Accordingly, exactly two of `objectSnapshot`,
/// `cachedSnapshot` and `persistedSnapshot` are present. The snapshot of a deleted row
/// has no values (`isRowDeleted`). Use on the context's queue.
public final class MergeConflict: @unchecked Sendable {
    /// Between which two levels the versions differ.
    enum Level { case contextAndCoordinator, coordinatorAndStore }

    /// The snapshot of a deleted row.
    static var deletedRow: [String: Any] { ["": NSNull()] }

    /// The object that the save was to write.
    public let sourceObject: ManagedObject
    /// The version of the newer row; 0 if the row was deleted.
    public let newVersionNumber: Int
    /// The version with which the object was read.
    public let oldVersionNumber: Int

    let level: Level
    let theirs: RowState?
    private let began: [String: Any]
    private let given: (cached: [String: Any]?, persisted: [String: Any]?)?

    /// Creates a conflict that an incremental store found, for the error that it throws (see
    /// `IncrementalStore.execute(_:with:)`).
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

    init(_ object: ManagedObject, theirs: RowState?, level: Level) {
        sourceObject = object
        self.theirs = theirs
        self.level = level
        oldVersionNumber = Int(object.version)
        newVersionNumber = Int(theirs.flatMap { $0.block?.version(Int($0.row)) } ?? 0)
        began = object.committedDictionary
        given = nil
    }

    /// The values that the context read, by property name; nil if the conflict is between cache and store.
    public var objectSnapshot: [String: Any]? { level == .contextAndCoordinator ? began : nil }

    /// The values in the row cache, by property name.
    public var cachedSnapshot: [String: Any]? {
        if let given { return given.cached }
        return level == .contextAndCoordinator ? theirDictionary : began
    }

    /// The values in the store, by property name; nil if the conflict is between context and cache.
    public var persistedSnapshot: [String: Any]? {
        if let given { return given.persisted }
        return level == .coordinatorAndStore ? theirDictionary : nil
    }

    /// Whether the row was deleted. Always true for a conflict that an incremental store created.
    public var isRowDeleted: Bool { theirs == nil }

    /// The conflict under Core Data's older keys: `object`, `snapshot`, `cachedRow`, `databaseRow`, `newVersion`,
    /// `oldVersion`.
    package var dictionary: [String: Any] {
        var result: [String: Any] = [
            "object": sourceObject, "newVersion": newVersionNumber, "oldVersion": oldVersionNumber,
        ]
        result["snapshot"] = objectSnapshot
        result["cachedRow"] = cachedSnapshot
        result["databaseRow"] = persistedSnapshot
        return result
    }

    private var theirDictionary: [String: Any] {
        if theirs == nil { return MergeConflict.deletedRow }
        return sourceObject.dictionary { self.theirValue($0) ?? .null }
    }

    /// The slots that the newer row changed.
    package var slotsChangedThere: Set<Int> {
        if theirs == nil { return [] }
        let layout = sourceObject.entity.layout
        let columns = sourceObject.entity.slots.filter { slot in
            layout.slots[slot].isColumn && theirValue(slot) != sourceObject.committedValue(slot)
        }
        return Set(columns + ordersChangedThere)
    }

    /// The ordered relationships changed here whose stored order differs from the one that was read.
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

    /// The value in the newer row.
    package func theirValue(_ slot: Int) -> PropertyValue? {
        guard let theirs, let context = sourceObject.managedObjectContext else { return nil }
        return context.value(of: sourceObject.objectID) { try theirs.value(slot, in: sourceObject.entity.layout) }
    }
}

extension RowState {
    /// The value of a slot that has a column.
    /// - Throws: the error of reading a value that is in a file.
    func value(_ slot: Int, in layout: EntityLayout) throws -> PropertyValue {
        if let value = overlay[slot] { return value }
        guard let block, slot < layout.columnCount else { return .null }
        return try block.readValue(Int(row), slot: slot)
    }
}

extension ManagedObject {
    fileprivate var committedDictionary: [String: Any] {
        dictionary { self.committedValue($0) }
    }

    /// Attributes and to-one references by name, as `Any`; nil values are `NSNull`.
    fileprivate func dictionary(_ value: (Int) -> PropertyValue) -> [String: Any] {
        var result: [String: Any] = [:]
        for slot in entity.slots where entity.layout.slots[slot].isColumn {
            result[entity.layout.slots[slot].name] = value(slot).anyValue ?? NSNull()
        }
        return result
    }
}
