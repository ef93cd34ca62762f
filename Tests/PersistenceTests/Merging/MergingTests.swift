import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Merging saves of other contexts.
@Suite struct MergingTests {
    /// MRG-04
    @Test func `merging a deletion removes the pending deletion of an object already found missing`() throws {
        let stack = try Stack()
        let id = try stack.savedEntry()
        try stack.withContext { context throws in
            let entry = context.entry(id)
            #expect(entry.location == "n0")
            context.delete(entry)
            context.processPendingChanges()
            context.refresh(entry, mergeChanges: false)
            let note = try stack.saving { $0.delete($0.entry(id)) }
            #expect(entry.location == nil)
            context.mergeChanges(fromContextDidSave: note)
            #expect(entry.isDeleted)
            #expect(!context.hasChanges)
            context.checkInvariants()
        }
    }

    /// MRG-04. That such an object is among the deleted ones was observed in Core Data; the document does not say it.
    @Test(arguments: StoreKind.allCases)
    func `an object whose deletion was merged is among the deleted objects while it is retained`(_ kind: StoreKind)
        throws
    {
        let stack = try Stack(kind)
        let id = try stack.savedEntry()
        try stack.withContext { context throws in
            let note = try stack.saving { $0.delete($0.entry(id)) }
            try scope {
                let entry = context.entry(id)
                context.mergeChanges(fromContextDidSave: note)
                #expect(context.deletedObjects == [entry])
                #expect(!context.hasChanges)
                try context.performAndWait { _ = try context.entries() }
                #expect(context.deletedObjects == [entry])
            }
            #expect(context.deletedObjects.isEmpty)
        }
    }

    /// MRG-02, MRG-05
    @Test(arguments: StoreKind.allCases)
    func `merging another coordinator's save makes an unfired fault read its row again`(kind: StoreKind) throws {
        let rows = try SharedRows(kind)
        let (context, other) = (try rows.side().context(), try rows.side().context())
        try using(context, other) {
            let copy = try other.savedItems("a")[0]
            let item = try #require(try context.fetch(FetchRequest<Item>(entityName: "Item")).first)
            copy.note = "theirs"
            let saved = Recorder(.managedObjectContextDidSave, from: other) { SavedChanges($0) }
            try other.save()
            context.mergeChanges(try #require(saved.events.first ?? nil))
            #expect(item.isFault)
            #expect(item.note == "theirs")
        }
    }

    /// MRG-02
    @Test(arguments: StoreKind.allCases)
    func `rows changed by another coordinator are read again together`(kind: StoreKind) throws {
        let rows = try SharedRows(kind)
        let side = try rows.side()
        let (context, other) = (side.context(), try rows.side().context())
        try using(context, other) {
            let items = try context.savedItems("a", "b", "c")
            for item in items { try other.item(item.objectID).note = "theirs" }
            try other.save()
            let reads = side.probe.reads
            ManagedObjectContext.mergeChanges(
                fromRemoteContextSave: ["updated": items.map(\.objectID)], into: [context])
            #expect(items.map(\.note) == ["theirs", "theirs", "theirs"])
            #expect(side.probe.reads == reads + 1)
        }
    }

    /// From memory of Apple's documentation.
    @Test(arguments: ["refreshed", "invalidated", "refreshed_objectIDs", "invalidated_objectIDs"])
    func `refreshed and invalidated objects of a remote save are read again`(key: String) throws {
        let rows = try SharedRows(.sqlite)
        let (context, other) = (try rows.side().context(), try rows.side().context())
        try using(context, other) {
            let item = try context.savedItems("a")[0]
            let remote = try other.item(item.objectID)
            remote.note = "theirs"
            try other.save()
            ManagedObjectContext.mergeChanges(fromRemoteContextSave: [key: [item.objectID]], into: [context])
            #expect(item.note == "theirs")
        }
    }

    /// MRG-01
    @Test(arguments: StoreKind.allCases)
    func `only did-save notifications are merged`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "old")
        try stack.withContext { context throws in
            let entry = context.entry(id)
            #expect(entry.location == "old")
            let note = try stack.saving { $0.entry(id).location = "new" }
            let wrong = Notification(
                name: ManagedObjectContext.didChangeObjectsNotification, object: note.object, userInfo: note.userInfo)
            context.mergeChanges(fromContextDidSave: wrong)
            #expect(entry.location == "old")
            context.mergeChanges(fromContextDidSave: note)
            #expect(entry.location == "new")
        }
    }

    /// MRG-02, MRG-05, B-NTF-03, B-NTF-04
    @Test(arguments: StoreKind.allCases)
    func `a merged update refreshes unchanged objects and keeps local changes`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "old", wind: "old")
        try stack.withContext { context throws in
            let entry = context.entry(id)
            #expect(entry.location == "old")
            let first = try stack.saving { $0.entry(id).location = "new" }
            #expect(entry.location == "old")
            let notes = Recorder(ManagedObjectContext.didChangeObjectsNotification, from: context) {
                $0.ids(.refreshedObjects)
            }
            context.mergeChanges(fromContextDidSave: first)
            #expect(entry.location == "new")
            #expect(notes.events == [[id]])
            #expect(!context.hasChanges)
            entry.wind = "mine"
            let second = try stack.saving {
                $0.entry(id).wind = "theirs"
                $0.entry(id).location = "newer"
            }
            context.mergeChanges(fromContextDidSave: second)
            #expect(entry.wind == "mine")
            #expect(entry.location == "newer")
            context.checkInvariants()
            try context.save()
        }
        #expect(try stack.coordinator.stored("wind") == ["mine"])
    }

    /// MRG-02, B-NTF-04
    @Test(arguments: StoreKind.allCases)
    func `a fault whose update was merged is not announced, and fires with the new values`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        _ = try stack.savedEntry(location: "old")
        try stack.withContext { context throws in
            let entry = try #require(try context.entries().first)
            let note = try stack.saving { try $0.entries()[0].location = "new" }
            let notes = Recorder(ManagedObjectContext.didChangeObjectsNotification, from: context) { $0 }
            context.mergeChanges(fromContextDidSave: note)
            #expect(notes.events.isEmpty)
            #expect(entry.isFault)
            #expect(entry.location == "new")
        }
    }

    /// MRG-03, B-MRG-02, B-NTF-03, B-NTF-04
    @Test(arguments: StoreKind.allCases)
    func `a merged insertion is announced but not retained`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        try stack.withContext { context throws in
            let note = try stack.saving { $0.insertEntry("new") }
            let notes = Recorder(ManagedObjectContext.didChangeObjectsNotification, from: context) {
                $0.ids(.insertedObjects)
            }
            context.mergeChanges(fromContextDidSave: note)
            let id = try #require(note.ids(.insertedObjects).first)
            #expect(notes.events == [[id]])
            #expect(context.registeredObjects.isEmpty)
            #expect(context.entry(id).location == "new")
            #expect(!context.hasChanges)
        }
    }

    /// MRG-04, B-MRG-01, B-NTF-03
    @Test(arguments: StoreKind.allCases, [true, false])
    func `a merged deletion marks its object deleted, with nothing pending`(kind: StoreKind, isChanged: Bool) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "doomed")
        try stack.withContext { context throws in
            let entry = context.entry(id)
            #expect(entry.location == "doomed")
            if isChanged { entry.wind = "mine" }
            let notes = Recorder(ManagedObjectContext.didChangeObjectsNotification, from: context) {
                $0.ids(.deletedObjects)
            }
            let note = try stack.saving { $0.delete($0.object(with: id)) }
            context.processPendingChanges()
            context.mergeChanges(fromContextDidSave: note)
            #expect(entry.isDeleted)
            #expect(!entry.isFault)
            #expect(entry.location == "doomed")
            #expect(context.registeredObject(for: id) === entry)
            #expect(context.deletedObjects == [entry])
            #expect(!context.hasChanges)
            #expect(try context.entries() == [])
            #expect(notes.events.last == [id])
            context.checkInvariants()
            context.insertEntry("other")
            try context.save()
            #expect(context.deletedObjects.isEmpty)
            #expect(entry.managedObjectContext == nil && !entry.isDeleted)
            #expect(entry.location == "doomed")
            context.checkInvariants()
        }
        #expect(try stack.coordinator.stored() == ["other"])
    }

    /// MRG-04
    @Test(arguments: StoreKind.allCases)
    func `a merged deletion clears relationships without making their owners updated`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedDepartment("Ann", "Bob")
        try stack.withContext { context throws in
            let department = context.object(with: id) as! Department
            let (ann, bob) = (try department.employee("Ann"), try department.employee("Bob"))
            #expect(ann.department === department)
            let note = try stack.saving { $0.delete($0.object(with: ann.objectID)) }
            context.mergeChanges(fromContextDidSave: note)
            #expect(department.employees == [bob])
            #expect(!context.hasChanges)
            #expect(!department.isUpdated)
            context.checkInvariants()
        }
    }

    /// MRG-04: only the deletion is listed, as for another process.
    @Test(arguments: StoreKind.allCases, ["Item", "Box"])
    func `relationships to an object whose deletion is merged are cleared`(kind: StoreKind, deleted: String) throws {
        let stack = try Stack(kind, model: ItemModel.model())
        try stack.withContext { context throws in
            let items = try context.savedItems("a", "b")
            let box = Box(context: context)
            for item in items { item.box = box }
            try context.save()
            #expect(box.items == Set(items))
            let id = deleted == "Box" ? box.objectID : items[0].objectID
            _ = try stack.saving { $0.delete($0.object(with: id)) }
            var saved = SavedChanges()
            saved.deleted = [id]
            context.mergeChanges(saved)
            if deleted == "Box" { #expect(items.map(\.box) == [nil, nil]) } else { #expect(box.items == [items[1]]) }
            #expect(!context.hasChanges)
        }
    }

    /// MRG-04, with a deletion on both sides.
    @Test(arguments: StoreKind.allCases)
    func `merging a deletion removes the same pending deletion`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry()
        try stack.withContext { context throws in
            let entry = context.entry(id)
            context.delete(entry)
            let note = try stack.saving { $0.delete($0.object(with: id)) }
            context.mergeChanges(fromContextDidSave: note)
            #expect(!context.hasChanges)
            #expect(entry.isDeleted)
            try context.save()
            #expect(context.deletedObjects.isEmpty)
            context.checkInvariants()
        }
    }

    /// MRG-06
    @Test(arguments: StoreKind.allCases)
    func `merging a child's save into its parent changes nothing`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let ids = try stack.coordinator.save("updated", "deleted")
        let parent = stack.context()
        try parent.performAndWait { () throws in
            let unsaved = parent.insertEntry("unsaved")
            let child = parent.makeChild()
            let note = try child.performAndWait { () throws in
                child.entry(ids[0]).location = "changed"
                child.entry(unsaved.objectID).location = "unsaved, changed"
                child.delete(child.entry(ids[1]))
                child.insertEntry("new")
                return try child.savedNote()
            }
            let before = [parent.insertedObjects, parent.updatedObjects, parent.deletedObjects]
            #expect(before.map(\.count) == [2, 1, 1])
            parent.mergeChanges(fromContextDidSave: note)
            #expect([parent.insertedObjects, parent.updatedObjects, parent.deletedObjects] == before)
            #expect(unsaved.location == "unsaved, changed")
            #expect(parent.entry(ids[0]).location == "changed")
            parent.checkInvariants()
            try parent.save()
        }
        #expect(try stack.coordinator.stored() == ["changed", "new", "unsaved, changed"])
    }

    /// B-MRG-03
    @Test(arguments: StoreKind.allCases, [true, false])
    func `changes can be merged by object IDs or by URIs`(kind: StoreKind, asURIs: Bool) throws {
        let stack = try ProbeStack(kind)
        let other = try ProbeStack(beside: stack)
        let ids = try stack.coordinator.save("a", "b")
        let name = { (id: ManagedObjectID) -> Any in asURIs ? id.uriRepresentation() : id }
        try stack.coordinator.inContext { context throws in
            let (updated, deleted) = (context.entry(ids[0]), context.entry(ids[1]))
            #expect(updated.location == "a" && deleted.location == "b")
            try other.coordinator.inContext { outside throws in
                let entries = try outside.entries()
                entries[0].location = "changed"
                outside.delete(entries[1])
                try outside.save()
            }
            let changes: [AnyHashable: Any] = ["updated": [name(ids[0])], "deleted": [name(ids[1])]]
            ManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [context])
            #expect(updated.location == "changed")
            #expect(deleted.isDeleted)
            #expect(!context.hasChanges)
            updated.location = "mine"
            try context.save()
            context.checkInvariants()
        }
        #expect(try stack.coordinator.stored() == ["mine"])
    }

    /// B-MRG-04
    @Test(arguments: StoreKind.allCases)
    func `a context can merge the saves of its siblings automatically`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "old")
        let context = stack.context()
        context.automaticallyMergesChangesFromParent = true
        let holder = context.performAndWait { EntryHolder(context.entry(id)) }
        context.performAndWait { #expect(holder.entry?.location == "old") }
        try stack.change(id) { $0.location = "new" }
        context.performAndWait { #expect(holder.entry?.location == "new") }
        context.automaticallyMergesChangesFromParent = false
        try stack.change(id) { $0.location = "newer" }
        context.performAndWait {
            #expect(holder.entry?.location == "new")
            holder.entry = nil
        }
    }

    /// B-MRG-04
    @Test(arguments: StoreKind.allCases)
    func `automatic merging ignores the saves of other coordinators`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        let other = try ProbeStack(beside: stack)
        let id = try stack.coordinator.save("old")[0]
        let context = stack.coordinator.makeContext()
        context.automaticallyMergesChangesFromParent = true
        let holder = context.performAndWait { EntryHolder(context.entry(id)) }
        context.performAndWait { #expect(holder.entry?.location == "old") }
        try other.coordinator.erase(id)
        context.performAndWait {
            #expect(holder.entry?.isDeleted == false)
            #expect(holder.entry?.location == "old")
            holder.entry = nil
        }
    }

    /// B-MRG-05, B-NTF-01
    @Test(arguments: StoreKind.allCases)
    func `refreshing all objects posts one notification`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let ids = try stack.coordinator.save("a", "b", "c")
        try stack.withContext { context throws in
            let entries = try context.entries()
            entries[2].wind = "mine"
            context.processPendingChanges()
            let notes = Recorder(.managedObjectContextObjectsDidChange, from: context) { $0.ids(.refreshedObjects) }
            context.refreshAllObjects()
            #expect(notes.events.isEmpty)
            context.processPendingChanges()
            #expect(notes.events == [Set(ids)])
        }
    }

    /// B-MRG-05
    @Test(arguments: StoreKind.allCases)
    func `refreshing all objects turns unchanged ones into faults and keeps changes`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let ids = try stack.coordinator.save("a", "b")
        try stack.withContext { context throws in
            let (clean, changed) = (context.entry(ids[0]), context.entry(ids[1]))
            #expect(clean.location == "a")
            changed.wind = "mine"
            let inserted = context.insertEntry("new")
            try stack.change(ids[1]) { $0.location = "b, changed" }
            context.refreshAllObjects()
            #expect(clean.isFault)
            #expect(changed.wind == "mine")
            #expect(changed.location == "b, changed")
            #expect(inserted.location == "new")
            #expect(context.updatedObjects == [changed])
            #expect(context.insertedObjects == [inserted])
            context.checkInvariants()
            try context.save()
        }
    }
}

/// Holds an entry between blocks of its context.
private final class EntryHolder {
    var entry: Entry?

    init(_ entry: Entry) {
        self.entry = entry
    }
}
