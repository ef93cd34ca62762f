import Foundation
import Persistence
import Testing

/// Stores that are written outside the engine: what they are asked, when, and what their answers mean.
@Suite struct IncrementalStoreTests {
    private func titles(_ books: [ManagedObject]) -> [String?] { books.map { $0.value(forKey: "title") as? String } }

    // MARK: Reading

    @Test func `a fetch returns faults, and each asks for its values once`() throws {
        let stack = try LoggingStack()
        try stack.saved("a", "b")
        try stack.withContext { context in
            let books = try context.fetch(LoggingStack.books())
            #expect(stack.records.takeLog() == ["fetch managedObjectResultType"])
            #expect(books.allSatisfy { $0.isFault })
            #expect(titles(books) == ["a", "b"])
            #expect(stack.records.takeLog().filter { $0.hasPrefix("values") }.count == 2)
            #expect(titles(books) == ["a", "b"])
            #expect(try context.fetch(LoggingStack.books()) == books)
            #expect(stack.records.takeLog() == ["fetch managedObjectResultType"])
        }
    }

    @Test func `the row cache serves a second context`() throws {
        let stack = try LoggingStack()
        let id = try stack.saved("a")[0]
        let first = stack.context()
        try first.performAndWait {
            let held = try first.existingObject(with: id)
            _ = stack.records.takeLog()
            stack.withContext { second in
                #expect(second.object(with: id).value(forKey: "title") as? String == "a")
            }
            #expect(stack.records.takeLog() == [])
            withExtendedLifetime(held) {}
        }
    }

    @Test func `a fetch may ask for realized objects, IDs or a number`() throws {
        let stack = try LoggingStack()
        let ids = try stack.saved("a", "b")
        try stack.withContext { context in
            let request = LoggingStack.books()
            request.returnsObjectsAsFaults = false
            let books = try context.fetch(request)
            #expect(books.count == 2 && books.allSatisfy { !$0.isFault })
            let found = try context.fetch(FetchRequest<ManagedObjectID>(entityName: "Book"))
            #expect(Set(found) == Set(ids))
            _ = stack.records.takeLog()
            let count = try context.count(for: request)
            #expect(count == 2)
            #expect(stack.records.takeLog() == ["fetch countResultType"])
        }
    }

    @Test func `predicate, order and limit are the store's`() throws {
        let stack = try LoggingStack()
        try stack.saved("a", "b", "c", "d")
        try stack.withContext { context in
            let request = LoggingStack.books(try FetchPredicate(format: "title > 'a' AND shelf.name == 'A'"))
            request.sortDescriptors = [FetchSortDescriptor(key: "title", ascending: false)]
            request.fetchOffset = 1
            request.fetchLimit = 1
            #expect(try titles(context.fetch(request)) == ["c"])
        }
    }

    @Test func `unsaved changes and children see one picture`() throws {
        let stack = try LoggingStack()
        let ids = try stack.saved("a", "b", "c")
        try stack.withContext { context in
            context.object(with: ids[0]).setValue("z", forKey: "title")
            context.delete(context.object(with: ids[1]))
            let book = EntityDescription.insertNewObject(forEntityName: "Book", into: context)
            book.setValue("m", forKey: "title")
            #expect(try titles(context.fetch(LoggingStack.books())) == ["c", "m", "z"])
            let child = ManagedObjectContext(concurrencyType: .privateQueue)
            child.parent = context
            let seen = try child.performAndWait { try titles(child.fetch(LoggingStack.books())) }
            #expect(seen == ["c", "m", "z"])
        }
    }

    @Test func `a to-many relationship is asked for once`() throws {
        let stack = try LoggingStack()
        try stack.saved("a", "b")
        try stack.withContext { context in
            let shelf = try #require(try context.fetch(FetchRequest<ManagedObject>(entityName: "Shelf")).first)
            _ = shelf.value(forKey: "name")
            _ = stack.records.takeLog()
            #expect((shelf.value(forKey: "books") as? Set<ManagedObject>)?.count == 2)
            #expect((shelf.value(forKey: "books") as? Set<ManagedObject>)?.count == 2)
            #expect(stack.records.takeLog().filter { $0.hasPrefix("relationship books") }.count == 1)
        }
    }

    @Test func `a to-one relationship that the node lacks is asked for with the values`() throws {
        let stack = try LoggingStack()
        let id = try stack.saved("a")[0]
        try stack.withContext { context in
            let book = try context.existingObject(with: id)
            let log = stack.records.takeLog()
            #expect(log.count == 2 && log[0].hasPrefix("values") && log[1].hasPrefix("relationship shelf"))
            #expect(book.value(forKeyPath: "shelf.name") as? String == "A")
        }
    }

    @Test func `a record that is gone reads as deleted`() throws {
        let stack = try LoggingStack()
        let id = try stack.saved("a")[0]
        stack.records { $0.records = [:] }
        stack.withContext { context in
            #expect(persistenceError { _ = try context.existingObject(with: id) }?.code == .inaccessibleObject)
            let book = context.object(with: id)
            #expect(book.value(forKey: "title") == nil && book.isDeleted)
        }
    }

    // MARK: Saving

    @Test func `a save asks for permanent IDs, then writes everything in one request`() throws {
        let stack = try LoggingStack()
        let ids = try stack.saved("a", "b")
        try stack.withContext { context in
            for title in ["c", "d"] {
                let book = EntityDescription.insertNewObject(forEntityName: "Book", into: context)
                book.setValue(title, forKey: "title")
            }
            context.object(with: ids[0]).setValue("A", forKey: "title")
            context.delete(context.object(with: ids[1]))
            context.processPendingChanges()
            _ = stack.records.takeLog()
            try context.save()
            #expect(
                stack.records.takeLog().filter { !$0.hasPrefix("relationship") } == ["permanent 2", "save 2 2 1 0"])
            #expect(!context.hasChanges)
        }
        let stored = try stack.withContext { try titles($0.fetch(LoggingStack.books())) }
        #expect(stored == ["A", "c", "d"])
    }

    @Test func `permanent IDs that were obtained early are those of the save`() throws {
        let stack = try LoggingStack()
        try stack.withContext { context in
            let book = EntityDescription.insertNewObject(forEntityName: "Book", into: context)
            try context.obtainPermanentIDs(for: [book])
            let id = book.objectID
            #expect(!id.isTemporaryID && book.isInserted)
            #expect(context.registeredObject(for: id) === book)
            try context.save()
            #expect(stack.records.takeLog() == ["metadata", "permanent 1", "save 1 0 0 0"])
            #expect(book.objectID == id)
        }
    }

    @Test func `an object marked for conflict detection is among the locked ones`() throws {
        let stack = try LoggingStack()
        let ids = try stack.saved("a", "b")
        try stack.withContext { context in
            let locked = try context.existingObject(with: ids[0])
            context.detectConflicts(for: locked)
            try context.existingObject(with: ids[1]).setValue("B", forKey: "title")
            _ = stack.records.takeLog()
            try context.save()
            #expect(stack.records.takeLog() == ["save 0 1 0 1"])
        }
    }

    @Test func `an error of the store fails the save and leaves everything pending`() throws {
        let stack = try LoggingStack(options: [StoreOption.readOnly: true])
        stack.withContext { context in
            _ = EntityDescription.insertNewObject(forEntityName: "Book", into: context)
            #expect(persistenceError { try context.save() }?.code == .readOnly)
            #expect(context.insertedObjects.count == 1)
            #expect(stack.records.takeLog() == ["metadata"])
        }
    }

    @Test func `metadata is part of a save, or a save of its own`() throws {
        let stack = try LoggingStack()
        try stack.withContext { context in
            stack.coordinator.setMetadata(["Author": "me"], for: stack.store)
            try context.save()
            #expect(stack.records.takeLog() == ["metadata", "save without objects"])
            #expect((stack.store as? IncrementalStore)?.metadata["Author"] as? String == "me")
        }
    }

    @Test func `metadata of a save that fails is not the store's`() throws {
        let stack = try LoggingStack()
        let id = try stack.saved("a")[0]
        stack.records { $0.reportsConflictsAlways = true }
        try stack.withContext { context in
            stack.coordinator.setMetadata(["Author": "me"], for: stack.store)
            try context.existingObject(with: id).setValue("b", forKey: "title")
            #expect(persistenceError { try context.save() }?.code == .merge)
            #expect((stack.store as? IncrementalStore)?.metadata["Author"] == nil)
            #expect(stack.coordinator.metadata(for: stack.store)["Author"] as? String == "me")
        }
    }

    @Test func `a new object with its permanent ID that is deleted is used no more`() throws {
        let stack = try LoggingStack()
        try stack.withContext { context in
            let book = EntityDescription.insertNewObject(forEntityName: "Book", into: context)
            try context.obtainPermanentIDs(for: [book])
            #expect(stack.records.users == 1)
            context.delete(book)
            context.processPendingChanges()
            #expect(stack.records.users == 0)
        }
    }

    // MARK: Versions and conflicts

    @Test func `a version that the store gave is no conflict with itself`() throws {
        let stack = try LoggingStack()
        let id = try stack.saved("a")[0]
        try stack.withContext { context in
            let book = try context.existingObject(with: id)
            for title in ["b", "c", "d"] {
                book.setValue(title, forKey: "title")
                try context.save()
                context.refresh(book, mergeChanges: false)
                #expect(book.value(forKey: "title") as? String == title)
            }
        }
        let version = stack.records { $0.records.values.first { $0.entity == "Book" }?.version }
        #expect(version == 40)
    }

    @Test func `a context that read an older version conflicts with the row cache`() throws {
        let stack = try LoggingStack()
        let id = try stack.saved("a")[0]
        try stack.withContext { first in
            let mine = try first.existingObject(with: id)
            mine.setValue("mine", forKey: "title")
            try stack.withContext { second in
                try second.existingObject(with: id).setValue("theirs", forKey: "title")
                try second.save()
            }
            _ = stack.records.takeLog()
            #expect(persistenceError { try first.save() }?.code == .merge)
            #expect(stack.records.takeLog() == [])
        }
    }

    @Test(
        arguments: [
            (MergePolicy.mergeByPropertyObjectTrump, "mine", "them"), (.mergeByPropertyStoreTrump, "theirs", "them"),
            (.overwrite, "mine", nil), (.rollback, "theirs", "them"),
        ] as [(MergePolicy, String, String?)])
    func `a conflict that the store reports goes to the merge policy`(
        policy: MergePolicy, title: String, author: String?
    ) throws {
        let stack = try LoggingStack()
        let id = try stack.saved("a")[0]
        try stack.withContext { context in
            let book = try context.existingObject(with: id)
            book.setValue("mine", forKey: "title")
            stack.records { state in
                for key in state.records.keys where state.records[key]?.entity == "Book" {
                    state.records[key]?.version += 1
                    state.records[key]?.values = ["title": "theirs", "author": "them"]
                }
            }
            let error = persistenceError { try context.save() }
            #expect(error?.code == .merge)
            let conflict = try #require((error?.userInfo["conflictList"] as? [MergeConflict])?.first)
            #expect(conflict.persistedSnapshot?["title"] as? String == "theirs")
            #expect(book.value(forKey: "title") as? String == "mine")
            context.mergePolicy = policy
            try context.save()
            #expect(book.value(forKey: "title") as? String == title)
            #expect(book.value(forKey: "author") as? String == author)
        }
        let stored = stack.records { $0.records.values.first { $0.entity == "Book" }?.values["title"] }
        #expect(stored == title)
    }

    @Test func `a record that a store reports gone is gone for the other contexts too`() throws {
        let stack = try LoggingStack()
        let id = try stack.saved("a")[0]
        let (context, holder, witness) = (stack.context(), stack.context(), stack.context())
        try using(context, holder, witness) {
            let (row, held) = (try holder.existingObject(with: id), try witness.existingObject(with: id))
            try context.existingObject(with: id).setValue("mine", forKey: "title")
            stack.records { state in state.records = state.records.filter { $0.value.entity != "Book" } }
            context.mergePolicy = .rollback
            try context.save()
            witness.refresh(held, mergeChanges: false)
            #expect(held.value(forKey: "title") == nil)
            #expect(held.isDeleted)
            withExtendedLifetime(row) {}
        }
    }

    @Test func `a store that always reports conflicts ends in an error`() throws {
        let stack = try LoggingStack()
        let id = try stack.saved("a")[0]
        stack.records { $0.reportsConflictsAlways = true }
        try stack.withContext { context in
            context.mergePolicy = .mergeByPropertyObjectTrump
            try context.existingObject(with: id).setValue("b", forKey: "title")
            #expect(persistenceError { try context.save() }?.code == .merge)
            #expect(context.updatedObjects.count == 1)
        }
    }

    // MARK: Who uses what

    @Test func `registrations and their ends balance`() throws {
        let stack = try LoggingStack()
        try stack.saved("a", "b", "c")
        #expect(stack.records.users == 0)
        let context = stack.context()
        try context.performAndWait {
            do {
                let books = try context.fetch(LoggingStack.books())
                #expect(stack.records.users == 3)
                withExtendedLifetime(books) {}
            }
            #expect(stack.records.users == 0)
            let held = try context.fetch(LoggingStack.books())
            context.reset()
            #expect(stack.records.users == 0)
            withExtendedLifetime(held) {}
        }
    }

    @Test func `a context that is dropped uses nothing any more`() throws {
        let stack = try LoggingStack()
        try stack.saved("a", "b")
        var held: [ManagedObject] = []
        try stack.withContext { context in
            held = try context.fetch(LoggingStack.books())
            #expect(stack.records.users == 2)
        }
        #expect(stack.records.users == 0)
        withExtendedLifetime(held) {}
    }

    @Test func `a new object is registered once it has its permanent ID`() throws {
        let stack = try LoggingStack()
        try stack.withContext { context in
            let book = EntityDescription.insertNewObject(forEntityName: "Book", into: context)
            #expect(stack.records.users == 0)
            try context.save()
            #expect(stack.records.users == 1)
            context.delete(book)
            try context.save()
            #expect(stack.records.users == 0)
        }
    }

    // MARK: References

    @Test(arguments: [12, -3, "a/b ü~", "", "12", UUID()] as [any Hashable & Sendable])
    func `a reference makes equal IDs, and comes back from the URI`(reference: any Hashable & Sendable) throws {
        let stack = try LoggingStack()
        let store = try #require(stack.store as? LoggingStore)
        let entities = stack.coordinator.managedObjectModel.entitiesByName
        let book = try #require(entities["Book"]), shelf = try #require(entities["Shelf"])
        let id = store.newObjectID(for: book, referenceObject: reference)
        #expect(id == store.newObjectID(for: book, referenceObject: reference))
        #expect(id != store.newObjectID(for: shelf, referenceObject: reference))
        #expect(store.referenceObject(for: id) as? AnyHashable == AnyHashable(reference))
        let uri = id.uriRepresentation()
        #expect(stack.coordinator.managedObjectID(forURIRepresentation: uri) == id)
    }

    @Test func `integers, texts and UUIDs are told apart`() throws {
        let stack = try LoggingStack()
        let store = try #require(stack.store as? LoggingStore)
        let book = try #require(stack.coordinator.managedObjectModel.entitiesByName["Book"])
        let uuid = UUID()
        let references: [AnyHashable] = [1, "1", uuid, AnyHashable(uuid.uuidString)]
        let ids = references.map { store.newObjectID(for: book, referenceObject: $0) }
        #expect(Set(ids).count == 4)
        #expect(Set(ids.map { $0.uriRepresentation() }).count == 4)
    }

    // MARK: Stores that are not as they should be

    @Test func `a store without an identifier is not added`() throws {
        #expect(persistenceError { _ = try LoggingStack(options: ["NoIdentifier": true]) }?.code == .openFailed)
    }

    @Test func `a store that overrides nothing fails with errors`() throws {
        final class Bare: IncrementalStore, @unchecked Sendable {
            override func loadMetadata() throws { metadata = [StoreMetadataKey.storeUUID: "bare"] }
        }
        PersistentStoreCoordinator.registerStoreClass(Bare.self, type: "Bare")
        let coordinator = PersistentStoreCoordinator(managedObjectModel: LoggingStack.model())
        let store = try coordinator.addPersistentStore(ofType: "Bare", at: URL(string: "bare:store"))
        #expect(store.type == "Bare" && store.identifier == "bare")
        let context = ManagedObjectContext(concurrencyType: .privateQueue)
        context.persistentStoreCoordinator = coordinator
        context.performAndWait {
            #expect(persistenceError { _ = try context.fetch(LoggingStack.books()) }?.code == .coreData)
            _ = EntityDescription.insertNewObject(forEntityName: "Book", into: context)
            #expect(persistenceError { try context.save() }?.code == .coreData)
        }
    }

    @Test func `a store of a registered class is added with a URL`() throws {
        PersistentStoreCoordinator.registerStoreClass(LoggingStore.self, type: LoggingStore.type)
        let coordinator = PersistentStoreCoordinator(managedObjectModel: LoggingStack.model())
        let error = persistenceError { try coordinator.addPersistentStore(ofType: LoggingStore.type, at: nil) }
        #expect(error?.code == .openFailed)
    }

    @Test func `a type that was forgotten cannot be added`() throws {
        PersistentStoreCoordinator.registerStoreClass(LoggingStore.self, type: "Forgotten")
        PersistentStoreCoordinator.registerStoreClass(nil, type: "Forgotten")
        let coordinator = PersistentStoreCoordinator(managedObjectModel: LoggingStack.model())
        let error = persistenceError {
            try coordinator.addPersistentStore(ofType: "Forgotten", at: URL(string: "logging:store"))
        }
        #expect(error?.code == .invalidStoreType)
    }
}
