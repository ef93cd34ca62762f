import Foundation
import Persistence
import PersistenceTestSupport
import TestSupport
import Testing

/// Fetching and counting with unsaved changes.
@Suite struct FetchingTests {
    /// FET-01
    @Test(arguments: StoreKind.allCases)
    func `a fetch returns saved and unsaved objects from all stores`(kind: StoreKind) throws {
        let folder = try TemporaryFolder()
        let coordinator = TwoStoreModel.coordinator()
        try coordinator.add(kind, "1", in: folder)
        let second = try coordinator.add(kind, "2", in: folder)
        try coordinator.inContext { context throws in
            context.insert("Alpha", named: "b")
            context.assign(context.insert("Alpha", named: "a"), to: second)
            try context.save()
            context.insert("Alpha", named: "c")
            #expect(try context.names(of: "Alpha") == ["a", "b", "c"])
            #expect(try context.names(of: "Alpha", in: second) == ["a", "c"])
        }
    }

    /// FET-01, B-FET-04
    @Test(arguments: StoreKind.allCases, [FetchRequestResultType.managedObjectResultType, .managedObjectIDResultType])
    func `sort order, limit and offset apply across stores`(kind: StoreKind, type: FetchRequestResultType) throws {
        let folder = try TemporaryFolder()
        let coordinator = TwoStoreModel.coordinator()
        try coordinator.add(kind, "1", in: folder)
        let second = try coordinator.add(kind, "2", in: folder)
        try coordinator.inContext { context throws in
            for (index, name) in ["a", "b", "c", "d", "e", "f"].enumerated() {
                let object = context.insert("Alpha", named: name)
                if index.isMultiple(of: 2) { context.assign(object, to: second) }
            }
            try context.save()
            let request = FetchRequest<ManagedObject>(entityName: "Alpha")
            request.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: false)]
            request.fetchOffset = 1
            request.fetchLimit = 3
            #expect(try context.count(for: request) == 3)
            if type == .managedObjectResultType {
                #expect(try context.fetch(request).map { $0.value(forKey: "name") as? String } == ["e", "d", "c"])
            } else {
                let ids = FetchRequest<ManagedObjectID>(entityName: "Alpha")
                ids.values = request.values
                ids.values.resultType = .managedObjectIDResultType
                let names = try context.fetch(ids).map { context.object(with: $0).value(forKey: "name") as? String }
                #expect(names == ["e", "d", "c"])
            }
            let rows = FetchRequest<[String: Any]>(entityName: "Alpha")
            rows.values = request.values
            rows.values.resultType = .dictionaryResultType
            #expect(try context.fetch(rows).map { $0["name"] as? String } == ["e", "d", "c"])
        }
    }

    @Test func `a copy of a request is changed independently`() throws {
        let request = FetchRequest<Entry>(entityName: "Entry")
        request.fetchLimit = 3
        let copy = request.copy()
        copy.fetchLimit = 5
        #expect(request.fetchLimit == 3 && copy.fetchLimit == 5 && copy.entityName == "Entry")
    }

    /// FET-02, FET-13
    @Test func `a store that cannot be read is an error with a domain and a code`() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("Store.sqlite")
        try scope {
            let coordinator = PersistentStoreCoordinator(managedObjectModel: CompanyModel.model())
            try coordinator.add(.sqlite, "Store.sqlite", in: folder)
            try StoreFile(url).execute("DROP TABLE ZENTRY")
            try coordinator.inContext { context throws in
                for error in [
                    persistenceError { _ = try context.entries() },
                    persistenceError { _ = try context.count(for: FetchRequest<Entry>(entityName: "Entry")) },
                ] {
                    let error = try #require(error) as NSError
                    #expect(error.domain == "NSCocoaErrorDomain")
                    #expect(error.code == PersistenceError.Code.coreData.rawValue)
                }
            }
        }
    }

    /// FET-02, FET-13
    @Test(arguments: StoreKind.allCases)
    func `a fetch request that does not match the model is an error`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        try stack.withContext { context throws in
            let unknown = FetchRequest<ManagedObject>(entityName: "Nobody")
            #expect(throws: PersistenceError.self) { try context.fetch(unknown) }
            #expect(throws: PersistenceError.self) { try context.count(for: unknown) }
            let misfit = FetchRequest<Entry>(entityName: "Entry")
            misfit.predicate = FetchPredicate(format: "altitude > 3")
            #expect(throws: (any Error).self) { try context.fetch(misfit) }
            #expect(throws: (any Error).self) { try context.count(for: misfit) }
        }
    }

    /// FET-03, FET-05
    @Test(arguments: StoreKind.allCases)
    func `a fetch without matches is empty, and one without a predicate returns everything`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        _ = try stack.coordinator.save("a", "b", "c")
        try stack.withContext { context throws in
            #expect(try context.entries(FetchPredicate(value: false)) == [])
            #expect(try context.entries().count == 3)
        }
    }

    /// FET-06
    @Test(arguments: StoreKind.allCases)
    func `an unsaved object is found only in its own context`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        try stack.withContext { context throws in
            let entry = context.insertEntry("here")
            context.insertEntry("there")
            let predicate = FetchPredicate("location == 'here'")
            #expect(try context.entries(predicate) == [entry])
            let elsewhere = try stack.withContext { try $0.entries(predicate).count }
            #expect(elsewhere == 0)
        }
    }

    /// FET-07a, FET-07b
    @Test(arguments: StoreKind.allCases)
    func `a predicate is evaluated with the changed values of an object`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let low = try stack.savedEntry(rating: 10)
        let high = try stack.savedEntry(rating: 22)
        try stack.withContext { context throws in
            let (rising, falling) = (context.entry(low), context.entry(high))
            rising.rating = 21
            falling.rating = 5
            #expect(try context.entries(FetchPredicate("rating > 20")) == [rising])
            #expect(try context.entries(FetchPredicate("rating < 20")) == [falling])
        }
    }

    /// FET-09, FET-11
    @Test(arguments: StoreKind.allCases)
    func `a fetch does not update realized or changed objects`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let clean = try stack.savedEntry(location: "clean", wind: "old")
        let dirty = try stack.savedEntry(location: "dirty", wind: "old")
        try stack.withContext { context throws in
            let entries = [context.entry(clean), context.entry(dirty)]
            #expect(entries[0].wind == "old")
            entries[1].location = "dirty, changed"
            try stack.change(clean) { $0.wind = "new" }
            try stack.change(dirty) { $0.wind = "new" }
            #expect(try context.entries() == entries)
            #expect(entries.map(\.wind) == ["old", "old"])
            #expect(entries[1].location == "dirty, changed")
            #expect(context.updatedObjects == [entries[1]])
            context.checkInvariants()
        }
    }

    /// FET-09, when another process changed the row.
    @Test(arguments: StoreKind.allCases)
    func `a fetch that reads a newer row leaves realized objects unchanged`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        let other = try ProbeStack(beside: stack)
        let id = try stack.coordinator.save("old")[0]
        try stack.coordinator.inContext { context throws in
            let entry = context.entry(id)
            #expect(entry.location == "old")
            try other.coordinator.changeEverything { $0.location = "new" }
            #expect(try context.entries() == [entry])
            #expect(entry.location == "old")
        }
    }

    /// FET-10
    @Test(arguments: StoreKind.allCases)
    func `a larger fetch returns already registered objects unchanged`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        _ = try stack.coordinator.save("a", "b", "c")
        try stack.withContext { context throws in
            let first = try context.entries(FetchPredicate("location < 'c'"))
            first[0].wind = "changed"
            let second = try context.entries()
            #expect(second.count == 3)
            #expect(second[0] === first[0] && second[1] === first[1])
            #expect(second[0].wind == "changed")
            #expect(second[0].isUpdated)
        }
    }

    /// FET-14
    @Test(arguments: StoreKind.allCases)
    func `one fetch request can be used in several contexts`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        _ = try stack.coordinator.save("a", "b")
        let request = FetchRequest<Entry>(entityName: "Entry")
        try stack.withContext { first throws in
            try stack.withContext { second throws in
                let (one, two) = (try first.fetch(request), try second.fetch(request))
                #expect(Set(one.map(\.objectID)) == Set(two.map(\.objectID)))
                #expect(one.allSatisfy { $0.managedObjectContext === first })
                #expect(two.allSatisfy { $0.managedObjectContext === second })
            }
        }
    }

    /// B-FET-06
    @Test(arguments: StoreKind.allCases)
    func `in a read transaction, fetches, counts and faults see the store's earlier state`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let ids = try stack.coordinator.save("a", "b")
        try stack.withContext { context throws in
            try context.withReadTransaction {
                try stack.change(ids[0]) { $0.location = "later" }
                try stack.coordinator.erase(ids[1])
                _ = try stack.coordinator.save("added")
                #expect(context.entry(ids[1]).location == "b")
                #expect(try context.count(for: FetchRequest<Entry>(entityName: "Entry")) == 2)
                #expect(try context.entries().map(\.location) == ["a", "b"])
            }
            #expect(try context.count(for: FetchRequest<Entry>(entityName: "Entry")) == 2)
        }
        #expect(try stack.coordinator.stored() == ["added", "later"])
    }

    /// From memory of Core Data.
    @Test func `a new fetch request has no sort descriptors and no prefetching`() {
        let request = FetchRequest<Entry>(entityName: "Entry")
        #expect(request.sortDescriptors == nil)
        #expect(request.relationshipKeyPathsForPrefetching == nil)
    }

    /// B-FET-12
    @Test func `a fetch request can be created without a model`() {
        #expect(FetchRequest<Entry>(entityName: "Entry").entity == nil)
    }
}
