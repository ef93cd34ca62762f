import Foundation
import Persistence
import PersistenceTestSupport
import Testing

@Suite struct SaveOrderTests {
    /// SAV-01, SAV-02, SAV-03, SAV-07, SAV-16, SAV-18, CHG-09, NTF-02, NTF-03, NTF-04, NTF-05
    @Test(arguments: StoreKind.allCases)
    func `a save calls hooks and posts notifications in a fixed order`(_ kind: StoreKind) throws {
        let side = try SharedRows(kind).side()
        let context = side.context()
        try using(context) {
            let hooks = Hooks(context)
            side.probe.willCommit = { hooks.note("commit") }
            let saved = try context.savedItems("b", "c", "untouched")
            _ = hooks.take()
            let added = Item(context: context)
            added.name = "a"
            saved[0].note = "changed"
            context.delete(saved[1])
            try context.save()
            #expect(
                hooks.take() == [
                    "ObjectsDidChange deleted:c inserted:a updated:b", "willSave a", "willSave b", "willSave c",
                    "WillSave",
                    "validateForInsert a", "validateForUpdate b", "validateForDelete c", "commit", "didSave a",
                    "didSave b",
                    "didSave c", "DidSave deleted:c inserted:a updated:b",
                ])
            side.probe.willCommit = {}
        }
    }

    /// SAV-01, SAV-12, SAV-14, NTF-08
    @Test(arguments: StoreKind.allCases)
    func `a save that merged conflicts validates again before it commits`(_ kind: StoreKind) throws {
        let side = try SharedRows(kind).side()
        let (context, other) = (side.context(), side.context())
        context.mergePolicy = .mergeByPropertyObjectTrump
        try using(context, other) {
            let hooks = Hooks(context)
            side.probe.willCommit = { hooks.note("commit") }
            let item = try context.savedItems("a")[0]
            let copy = try other.item(item.objectID)
            copy.note = "theirs"
            try other.save()
            _ = hooks.take()
            item.name = "ours"
            try context.save()
            #expect(
                hooks.take() == [
                    "ObjectsDidChange updated:a", "willSave a", "WillSave", "validateForUpdate a", "merged a",
                    "validateForUpdate a", "commit", "didSave a", "DidSave updated:a", "ObjectsDidChange refreshed:a",
                ])
            side.probe.willCommit = {}
        }
    }

    /// SAV-02
    @Test func `willSave is also called for an object that another willSave changed`() throws {
        let stack = try Stack(model: ItemModel.model())
        try stack.withContext { context in
            let hooks = Hooks(context)
            let items = try context.savedItems("a", "b")
            _ = hooks.take()
            hooks.willSave = { [unowned second = items[1]] item in
                if item !== second { second.note = "by hook" }
            }
            items[0].note = "changed"
            try context.save()
            #expect(hooks.take().filter { $0.hasPrefix("willSave") } == ["willSave a", "willSave b"])
            #expect(items[1].committedValues(forKeys: ["note"])["note"] as? String == "by hook")
        }
    }

    /// SAV-11. The number was observed in Core Data.
    @Test func `willSave hooks may change objects 1,000 times in a row`() throws {
        let stack = try Stack(model: ItemModel.model())
        try stack.withContext { context in
            let hooks = Hooks(context)
            hooks.willSave = { if ($0.count ?? 0) < 999 { $0.count = ($0.count ?? 0) + 1 } }
            let item = Item(context: context)
            try context.save()
            #expect(item.count == 999)
        }
    }

    /// SAV-11
    @Test func `willSave hooks that keep making changes fail the save and leave everything pending`() throws {
        let stack = try Stack(model: ItemModel.model())
        try stack.withContext { context in
            let hooks = Hooks(context)
            hooks.willSave = { $0.count = ($0.count ?? 0) + 1 }
            let item = Item(context: context)
            #expect(persistenceError { try context.save() }?.code == .coreData)
            #expect(context.insertedObjects == [item])
            hooks.willSave = { _ in }
            try context.save()
            #expect(!context.hasChanges)
        }
    }

    /// SAV-04, SAV-05, SAV-06, SAV-07
    @Test(arguments: StoreKind.allCases)
    func `during will-save, old values, new values and the change sets are available`(_ kind: StoreKind) throws {
        let stack = try Stack(kind, model: ItemModel.model())
        try stack.withContext { context in
            let saved = try context.savedItems("b", "c")
            let added = Item(context: context)
            saved[0].name = "new"
            context.delete(saved[1])
            var seen = 0
            try observing(
                .managedObjectContextWillSave, of: context,
                with: { notification in
                    seen += 1
                    #expect(notification.object as? ManagedObjectContext === context)
                    #expect(saved[0].committedValues(forKeys: ["name"])["name"] as? String == "b")
                    #expect(saved[0].name == "new")
                    #expect(saved[0].changedValues().keys.sorted() == ["name"])
                    #expect(saved[0].changedValues()["name"] as? String == "new")
                    #expect(context.insertedObjects == [added])
                    #expect(context.updatedObjects == [saved[0]])
                    #expect(context.deletedObjects == [saved[1]])
                }, { try context.save() })
            #expect(seen == 1)
        }
    }

    /// SAV-16, SAV-17, SAV-18, SAV-19, SAV-23, NTF-12
    @Test(arguments: StoreKind.allCases)
    func `during did-save, the row is stored and the old values are gone`(_ kind: StoreKind) throws {
        let rows = try SharedRows(kind)
        let (side, reader) = (try rows.side(), try rows.side())
        let context = side.context()
        try using(context) {
            let items = try context.savedItems("a")
            let id = items[0].objectID
            items[0].name = "new"
            var seen: [String]?
            try observing(
                .managedObjectContextDidSave, of: context,
                with: { notification in
                    seen = try? reader.stored(id)
                    #expect(items[0].committedValues(forKeys: ["name"])["name"] as? String == "new")
                    #expect(items[0].changedValues().isEmpty)
                    let updated = notification.userInfo?["updated"] as? Set<ManagedObject>
                    #expect(updated?.first === items[0])
                }, { try context.save() })
            #expect(seen == ["new", "s0"])
        }
    }

    /// SAV-20
    @Test func `a recorder can combine the changes of will-save with did-save`() throws {
        let stack = try Stack(model: ItemModel.model())
        try stack.withContext { context in
            let items = try context.savedItems("a")
            items[0].name = "b"
            var recorded: [String: Any] = [:]
            var history: [String] = []
            try observing(
                .managedObjectContextWillSave, of: context,
                with: { _ in
                    let keys = Array(items[0].changedValues().keys)
                    recorded = items[0].committedValues(forKeys: keys)
                },
                {
                    try observing(
                        .managedObjectContextDidSave, of: context,
                        with: { _ in history.append("\(recorded["name"] ?? "") to \(items[0].name ?? "")") },
                        { try context.save() })
                })
            #expect(history == ["a to b"])
        }
    }

    /// SAV-22
    @Test func `a did-save observer can change objects, which are then unsaved changes`() throws {
        let stack = try Stack(model: ItemModel.model())
        try stack.withContext { context in
            let items = try context.savedItems("a")
            items[0].name = "saved"
            try observing(
                .managedObjectContextDidSave, of: context, with: { _ in items[0].name = "later" },
                { try context.save() })
            #expect(items[0].name == "later")
            #expect(items[0].committedValues(forKeys: ["name"])["name"] as? String == "saved")
            #expect(context.updatedObjects == [items[0]])
        }
    }

    /// SAV-22: the changes that an observer makes and saves are a separate save.
    @Test(arguments: StoreKind.allCases)
    func `a did-save observer can save its own changes`(_ kind: StoreKind) throws {
        let side = try SharedRows(kind).side()
        let context = side.context()
        try using(context) {
            let items = try context.savedItems("a", "b")
            let hooks = Hooks(context)
            items[0].name = "first"
            try observing(
                .managedObjectContextDidSave, of: context,
                with: { _ in
                    guard items[1].name == "b" else { return }
                    items[1].name = "second"
                    #expect(throws: Never.self) { try context.save() }
                    #expect(!context.hasChanges)
                }, { try context.save() })
            let saves = hooks.take().filter { $0.hasPrefix("DidSave") }
            #expect(saves.sorted() == ["DidSave updated:first", "DidSave updated:second"])
            #expect(!context.hasChanges)
            #expect(items.map(\.label) == ["first", "second"])
            #expect(try side.stored(items[1].objectID)?.first == "second")
        }
    }

    /// SAV-22, in a child, whose parent is then saved to twice.
    @Test func `a did-save observer of a child can save again`() throws {
        let stack = try Stack(model: ItemModel.model())
        let parent = stack.context(), child = parent.makeChild()
        try using(parent, child) {
            let item = Item(context: child)
            item.name = "first"
            try observing(
                .managedObjectContextDidSave, of: child,
                with: { _ in
                    guard item.name == "first" else { return }
                    item.name = "second"
                    #expect(throws: Never.self) { try child.save() }
                }, { try child.save() })
            #expect(try parent.item(item.objectID).name == "second")
            #expect(!child.hasChanges)
        }
    }

    /// SAV-01
    @Test func `saving inside a save that has not committed is a programmer error`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Stack(model: ItemModel.model()).withContext { context in
                Item(context: context).name = "a"
                try observing(
                    .managedObjectContextWillSave, of: context, with: { _ in try? context.save() },
                    { try context.save() })
            }
        }
        #expect(outcome.says("The context is already saving"))
    }

    /// SAV-23, SAV-24, SAV-28
    @Test(arguments: StoreKind.allCases)
    func `saving without changes writes nothing`(_ kind: StoreKind) throws {
        let side = try SharedRows(kind).side()
        let context = side.context()
        try using(context) {
            let hooks = Hooks(context)
            try context.save()
            #expect(side.probe.writes == 0)
            let item = try context.savedItems("a")[0]
            #expect(side.probe.writes == 1)
            _ = hooks.take()
            try context.save()
            #expect(side.probe.writes == 1)
            #expect(hooks.take() == ["WillSave", "DidSave"])
            item.name = "b"
            item.name = "a"
            try context.save()
            #expect(side.probe.writes == 1)
        }
    }

    /// SAV-02, SAV-03, SAV-28
    @Test func `changes by an observer of the will-save notification are saved although nothing had changed`() throws {
        try Stack(model: ItemModel.model()).withContext { context in
            let item = try context.savedItems("a")[0]
            try observing(
                .managedObjectContextWillSave, of: context, with: { _ in item.note = "observed" },
                { try context.save() })
            #expect(!context.hasChanges)
            #expect(item.committedValues(forKeys: ["note"])["note"] as? String == "observed")
        }
    }

    /// SAV-28, CHG-05
    @Test(arguments: StoreKind.allCases)
    func `saving after inserting and deleting an object opens no transaction`(_ kind: StoreKind) throws {
        let side = try SharedRows(kind).side()
        let context = side.context()
        try using(context) {
            context.delete(Item(context: context))
            try context.save()
            #expect(side.probe.writes == 0)
        }
    }
}
