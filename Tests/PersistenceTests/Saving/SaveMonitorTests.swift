import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Reconstructs every saved change from notifications, as an application that keeps a history would.
private final class SaveMonitor {
    /// One changed property of one object.
    struct Change: Equatable, CustomStringConvertible {
        let name: String
        let property: String
        let old: String
        let new: String

        var description: String { "\(name).\(property): \(old) → \(new)" }
    }

    private(set) var inserted: [String] = []
    private(set) var deleted: [String] = []
    private(set) var changes: [Change] = []
    private var seen: [ObjectIdentifier: [String: Any]] = [:]
    private var labels: [ObjectIdentifier: String] = [:]

    /// Before a save, the old committed values are still available.
    func willSave(_ context: ManagedObjectContext) {
        seen = [:]
        for object in context.updatedObjects.union(context.deletedObjects) {
            seen[ObjectIdentifier(object)] = object.committedValues(forKeys: nil)
            labels[ObjectIdentifier(object)] = object.value(forKey: "name") as? String
        }
    }

    /// After a save, the committed values are those that were written.
    func didSave(_ notification: Notification) {
        inserted += objects(notification, "inserted").compactMap { committed($0, "name") }.sorted()
        deleted += objects(notification, "deleted").compactMap { labels[ObjectIdentifier($0)] }.sorted()
        for object in objects(notification, "updated") {
            guard let before = seen[ObjectIdentifier(object)] else { continue }
            for property in ["name", "note", "count"] {
                let old = "\(before[property] ?? "absent")"
                let new = committed(object, property) ?? "absent"
                if old == new { continue }
                changes.append(Change(name: committed(object, "name") ?? "-", property: property, old: old, new: new))
            }
        }
    }

    private func objects(_ notification: Notification, _ key: String) -> [ManagedObject] {
        Array(notification.userInfo?[key] as? Set<ManagedObject> ?? [])
    }

    private func committed(_ object: ManagedObject, _ property: String) -> String? {
        object.committedValues(forKeys: [property])[property].map { "\($0)" }
    }
}

@Suite struct SaveMonitorTests {
    private func watch(_ context: ManagedObjectContext, _ monitor: SaveMonitor, _ body: () throws -> Void) throws {
        try observing(
            .managedObjectContextWillSave, of: context, with: { _ in monitor.willSave(context) },
            {
                try observing(
                    .managedObjectContextDidSave, of: context, with: { monitor.didSave($0) }, body)
            })
    }

    /// SAV-20, SAV-17, SAV-18, SAV-22
    @Test(arguments: StoreKind.allCases)
    func `every saved change can be reconstructed from notifications`(_ kind: StoreKind) throws {
        let context = try SharedRows(kind).side().context()
        try using(context) {
            let monitor = SaveMonitor()
            try watch(context, monitor) {
                let items = try context.savedItems("a", "b", "c")
                items[0].note = "first"
                try context.save()
                (items[0].note, items[1].count) = ("second", 4)
                context.delete(items[2])
                context.delete(Item(context: context))
                try context.save()
                items[0].note = "never saved"
                context.rollback()
                try context.save()
            }
            #expect(monitor.inserted == ["a", "b", "c"])
            #expect(monitor.deleted == ["c"])
            #expect(
                monitor.changes.map(\.description).sorted() == [
                    "a.note: first → second", "a.note: s0 → first", "b.count: <null> → 4",
                ])
        }
    }

    /// SAV-20, SAV-08, SAV-13
    @Test(arguments: StoreKind.allCases)
    func `reconstructed changes include the results of validation and merging`(_ kind: StoreKind) throws {
        let side = try SharedRows(kind).side()
        let (context, other) = (side.context(), side.context())
        context.mergePolicy = .mergeByPropertyStoreTrump
        try using(context, other) {
            let hooks = Hooks(context)
            let item = try context.savedItems("a")[0]
            hooks.validateValue = { _, value, key in
                if key == "name", let name = value as? String { value = name.uppercased() }
            }
            try other.item(item.objectID).note = "theirs"
            try other.save()
            let monitor = SaveMonitor()
            try watch(context, monitor) {
                (item.name, item.note) = ("b", "ours")
                try context.save()
            }
            #expect(monitor.changes.map(\.description).sorted() == ["B.name: a → B", "B.note: s0 → theirs"])
        }
    }

    /// NTF-02, SAV-25
    @Test func `a failed save leaves no reconstructed changes`() throws {
        let context = try SharedRows(.memory).side().context()
        try using(context) {
            let hooks = Hooks(context)
            let item = try context.savedItems("a")[0]
            let monitor = SaveMonitor()
            try watch(context, monitor) {
                item.note = "one"
                hooks.validate = { _ in throw CocoaError(.featureUnsupported) }
                #expect(throws: CocoaError.self) { try context.save() }
                hooks.validate = { _ in }
                item.note = "two"
                try context.save()
            }
            #expect(monitor.changes.map(\.description) == ["a.note: s0 → two"])
        }
    }
}
