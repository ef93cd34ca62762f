import Foundation
import Persistence
import PersistenceTestSupport
import TestSupport
import Testing

/// Inserting objects: their IDs and the stores to which they are saved.
@Suite struct InsertionTests {
    /// INS-01, INS-02, INS-03, B-ID-02
    @Test(arguments: StoreKind.allCases)
    func `an inserted object has a temporary ID until it is saved`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        try stack.withContext { context in
            let entry = context.insertEntry("new")
            let temporary = entry.objectID
            #expect(temporary.isTemporaryID)
            #expect(context.registeredObject(for: temporary) === entry)
            #expect(try stack.coordinator.stored() == [])
            try context.save()
            #expect(try stack.coordinator.stored() == ["new"])
            #expect(!entry.objectID.isTemporaryID)
            #expect(entry.objectID != temporary)
            #expect(entry.objectID.persistentStore === stack.store)
            #expect(context.registeredObject(for: entry.objectID) === entry)
            context.checkInvariants()
        }
    }

    /// From memory of Core Data.
    @Test func `an object without a context has default values, and keeps others when it is inserted`() throws {
        let stack = try Stack(model: PageModel.model())
        try stack.withContext { context throws in
            let entity = try #require(EntityDescription.entity(forEntityName: "Page", in: context))
            let (plain, titled) = (Page(entity: entity, insertInto: nil), Page(entity: entity, insertInto: nil))
            #expect(plain.title == "untitled" && plain.count == 0)
            titled.title = "titled"
            #expect(titled.title == "titled")
            context.insert(plain)
            context.insert(titled)
            #expect(plain.title == "untitled" && titled.title == "titled")
            try context.save()
            context.refreshAllObjects()
            #expect(plain.title == "untitled" && titled.title == "titled")
        }
    }

    /// INS-02, B-ID-02
    @Test(arguments: StoreKind.allCases)
    func `objects whose IDs were never requested are saved, deleted and rolled back like others`(kind: StoreKind) throws
    {
        let stack = try Stack(kind)
        try stack.withContext { context in
            let entries = ["a", "b", "c", "d"].map { context.insertEntry($0) }
            let asked = entries[1].objectID
            context.delete(entries[2])
            #expect(context.registeredObjects == [entries[0], entries[1], entries[3]])
            context.checkInvariants()
            try context.save()
            context.checkInvariants()
            #expect(try stack.coordinator.stored() == ["a", "b", "d"])
            #expect(context.registeredObject(for: asked) === entries[1])
            let saved = [entries[0], entries[1], entries[3]]
            #expect(Set(saved.map(\.objectID)).count == 3)
            for entry in saved { #expect(context.registeredObject(for: entry.objectID) === entry) }
            let discarded = ["e", "f"].map { context.insertEntry($0) }
            context.rollback()
            #expect(discarded[0].objectID != discarded[1].objectID)
            #expect(discarded.allSatisfy { $0.objectID.isTemporaryID && $0.managedObjectContext == nil })
            context.checkInvariants()
        }
    }

    /// INS-04
    @Test(arguments: StoreKind.allCases)
    func `rollback unregisters inserted objects`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        try stack.withContext { context in
            let entry = context.insertEntry("new")
            let id = entry.objectID
            context.rollback()
            #expect(context.registeredObject(for: id) == nil)
            #expect(!context.registeredObjects.contains(entry))
            #expect(entry.managedObjectContext == nil)
            try context.save()
            context.checkInvariants()
        }
        #expect(try stack.coordinator.stored() == [])
    }

    /// INS-05
    @Test(arguments: StoreKind.allCases)
    func `an object is saved in the store to which it was assigned`(kind: StoreKind) throws {
        let folder = try TemporaryFolder()
        let coordinator = TwoStoreModel.coordinator()
        let first = try coordinator.add(kind, "1", in: folder)
        let second = try coordinator.add(kind, "2", in: folder)
        try coordinator.inContext { context in
            context.insert("Alpha", named: "free")
            context.assign(context.insert("Alpha", named: "assigned"), to: second)
            try context.save()
            #expect(try context.names(of: "Alpha", in: first) == ["free"])
            #expect(try context.names(of: "Alpha", in: second) == ["assigned"])
        }
    }

    /// INS-05, CHD-03
    @Test(arguments: StoreKind.allCases)
    func `an object of a child context is saved in the store to which it was assigned`(kind: StoreKind) throws {
        let folder = try TemporaryFolder()
        let coordinator = TwoStoreModel.coordinator()
        let first = try coordinator.add(kind, "1", in: folder)
        let second = try coordinator.add(kind, "2", in: folder)
        let root = coordinator.makeContext()
        let child = root.makeChild()
        let grandchild = child.makeChild()
        try using(root, child, grandchild) {
            child.assign(child.insert("Alpha", named: "child's"), to: second)
            grandchild.assign(grandchild.insert("Alpha", named: "grandchild's"), to: second)
            child.insert("Alpha", named: "free")
            for context in [grandchild, child, root] { try context.save() }
            #expect(try root.names(of: "Alpha", in: first) == ["free"])
            #expect(try root.names(of: "Alpha", in: second) == ["child's", "grandchild's"])
        }
    }

    /// INS-06
    @Test(arguments: StoreKind.allCases)
    func `an object is saved in the store whose configuration has its entity`(kind: StoreKind) throws {
        let folder = try TemporaryFolder()
        let coordinator = TwoStoreModel.coordinator()
        let betas = try coordinator.add(kind, "b", in: folder, configuration: "B")
        let alphas = try coordinator.add(kind, "a", in: folder, configuration: "A")
        try coordinator.inContext { context in
            let objects = [context.insert("Alpha", named: "a"), context.insert("Beta", named: "b")]
            try context.save()
            #expect(objects[0].objectID.persistentStore === alphas)
            #expect(objects[1].objectID.persistentStore === betas)
        }
    }

    /// INS-07
    @Test(arguments: StoreKind.allCases)
    func `an object is saved in the only writable store`(kind: StoreKind) throws {
        let folder = try TemporaryFolder()
        if kind == .sqlite { try TwoStoreModel.coordinator().add(kind, "1", in: folder) }
        let coordinator = TwoStoreModel.coordinator()
        try coordinator.add(kind, "1", in: folder, readOnly: true)
        let second = try coordinator.add(kind, "2", in: folder)
        try coordinator.inContext { context in
            let object = context.insert("Alpha", named: "a")
            try context.save()
            #expect(object.objectID.persistentStore === second)
        }
    }

    /// INS-08
    @Test func `a coordinator finds a store by its URL`() throws {
        let folder = try TemporaryFolder()
        let coordinator = TwoStoreModel.coordinator()
        let store = try coordinator.add(.sqlite, "Store.sqlite", in: folder)
        #expect(coordinator.persistentStore(for: folder.url.appendingPathComponent("Store.sqlite")) === store)
        #expect(coordinator.persistentStore(for: folder.url.appendingPathComponent("Other.sqlite")) == nil)
    }

    /// INS-09, INS-10, INS-16
    @Test(arguments: StoreKind.allCases)
    func `a permanent ID obtained early is used by the save`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        try stack.withContext { context in
            let entry = context.insertEntry("new")
            let temporary = entry.objectID
            try context.obtainPermanentIDs(for: [entry])
            let permanent = entry.objectID
            #expect(!permanent.isTemporaryID)
            #expect(entry.isInserted)
            #expect(context.insertedObjects == [entry])
            #expect(context.registeredObject(for: permanent) === entry)
            #expect(context.registeredObject(for: temporary) === entry)
            #expect(try stack.storedIDs() == [])
            context.checkInvariants()
            try context.save()
            #expect(entry.objectID == permanent)
            #expect(try stack.storedIDs() == [permanent])
        }
    }

    /// INS-11
    @Test(arguments: StoreKind.allCases)
    func `obtaining permanent IDs for saved objects needs no transaction`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        let id = try stack.coordinator.save("a")[0]
        try stack.coordinator.inContext { context in
            let entry = context.entry(id)
            let writes = try stack.writes { try context.obtainPermanentIDs(for: [entry]) }
            #expect(writes == 0)
            #expect(entry.objectID == id)
        }
    }

    /// INS-11
    @Test(arguments: StoreKind.allCases)
    func `many permanent IDs are obtained in one transaction`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        try stack.coordinator.inContext { context in
            let objects = (0..<50).map { context.insertEntry("\($0)") } + [context.insertDepartment("surf")]
            let writes = try stack.writes { try context.obtainPermanentIDs(for: objects) }
            #expect(writes == 1)
            #expect(Set(objects.map(\.objectID)).count == 51)
            #expect(objects.allSatisfy { !$0.objectID.isTemporaryID })
            context.checkInvariants()
        }
    }

    /// INS-12
    @Test(arguments: StoreKind.allCases)
    func `an object is saved in the first store, or in a related object's store`(kind: StoreKind) throws {
        let folder = try TemporaryFolder()
        let coordinator = TwoStoreModel.coordinator()
        let first = try coordinator.add(kind, "1", in: folder)
        let second = try coordinator.add(kind, "2", in: folder)
        try coordinator.inContext { context in
            let placed = context.insert("Alpha", named: "placed")
            context.assign(placed, to: second)
            try context.save()
            let free = context.insert("Beta", named: "free")
            let bound = context.insert("Beta", named: "bound")
            bound.setValue(placed, forKey: "alpha")
            try context.obtainPermanentIDs(for: [free, bound])
            #expect(free.objectID.persistentStore === first)
            #expect(bound.objectID.persistentStore === second)
            try context.save()
            #expect(try context.names(of: "Beta", in: first) == ["free"])
            #expect(try context.names(of: "Beta", in: second) == ["bound"])
        }
    }

    /// INS-13
    @Test(arguments: StoreKind.allCases)
    func `obtaining permanent IDs fails as a whole and leaves the objects valid`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        try stack.coordinator.inContext { context in
            let entry = context.insertEntry("good")
            let department = context.insertDepartment("refused")
            stack.probe.willAllocate = { if $0.root.name == "Department" { throw CocoaError(.featureUnsupported) } }
            #expect(throws: (any Error).self) { try context.obtainPermanentIDs(for: [entry, department]) }
            context.checkInvariants()
            #expect(context.insertedObjects == [entry, department])
            stack.probe.willAllocate = { _ in }
            try context.save()
            context.checkInvariants()
        }
        #expect(try stack.coordinator.stored() == ["good"])
        #expect(try stack.coordinator.stored("name", of: "Department") == ["refused"])
    }

    /// INS-14, INS-15
    @Test func `obtaining a permanent ID writes to the file before the save`() throws {
        let stack = try Stack(.sqlite)
        let url = try #require(stack.store.url)
        try stack.withContext { context in
            let entry = context.insertEntry("new")
            let before = try StoreFile(url).lastKey(of: "Entry")
            let stamp = StoreFile(url).fingerprint()
            try context.obtainPermanentIDs(for: [entry])
            #expect(try StoreFile(url).lastKey(of: "Entry") == before + 1)
            #expect(StoreFile(url).fingerprint() != stamp)
        }
        #expect(try stack.coordinator.stored() == [])
    }
}

extension Stack {
    /// The object IDs of the entries that a separate context fetches.
    fileprivate func storedIDs() throws -> [ManagedObjectID] {
        try withContext { try $0.entries().map(\.objectID) }
    }
}
