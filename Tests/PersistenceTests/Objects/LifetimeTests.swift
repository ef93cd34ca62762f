import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// The lifetime of rows, and of the objects that represent them.
@Suite struct LifetimeTests {
    /// LIF-01, LIF-02
    @Test(arguments: StoreKind.allCases)
    func `a saved row remains after its object is released`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        try stack.withContext { context in
            let probe = try probe {
                let entry = context.insertEntry("kept")
                #expect(try stack.coordinator.stored() == [])
                try context.save()
                return entry
            }
            #expect(!probe.isAlive)
            #expect(try stack.coordinator.stored() == ["kept"])
            #expect(try context.entries().map(\.location) == ["kept"])
        }
    }

    /// LIF-03
    @Test(arguments: StoreKind.allCases)
    func `objects for one row can be created and released any number of times`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        _ = try stack.coordinator.save("one")
        try stack.withContext { context in
            for _ in 0..<1_000 {
                let probe = try probe { try #require(try context.entries().first) }
                #expect(!probe.isAlive)
                #expect(context.registeredObjects.isEmpty)
            }
            #expect(try context.count(for: FetchRequest<Entry>(entityName: "Entry")) == 1)
        }
    }

    /// LIF-04, DEL-08
    @Test(arguments: StoreKind.allCases)
    func `a deleted object is released once its deletion is saved`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry()
        try stack.withContext { context in
            let probe = probe {
                let entry = context.entry(id)
                context.delete(entry)
                return entry
            }
            #expect(probe.isAlive)
            try context.save()
            #expect(!probe.isAlive)
            context.checkInvariants()
        }
    }

    /// LIF-05
    @Test(arguments: StoreKind.allCases)
    func `inserting by entity name creates and inserts an object in one step`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        stack.withContext { context in
            let object = EntityDescription.insertNewObject(forEntityName: "Entry", into: context)
            #expect(object is Entry)
            #expect(object.isInserted)
            #expect(context.insertedObjects == [object])
            #expect(object.objectID.isTemporaryID)
            #expect(object.managedObjectContext === context)
            context.checkInvariants()
        }
    }

    /// LIF-06
    @Test(arguments: StoreKind.allCases)
    func `a context retains an inserted object that nothing else retains`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        stack.withContext { context in
            let probe = probe { EntityDescription.insertNewObject(forEntityName: "Entry", into: context) }
            #expect(scope { context.insertedObjects.count } == 1)
            #expect(probe.isAlive)
            context.rollback()
            #expect(!probe.isAlive)
        }
    }

    /// LIF-07
    @Test(arguments: StoreKind.allCases)
    func `a fetched object is released at the end of the scope that uses it`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        _ = try stack.coordinator.save("one")
        try stack.withContext { context in
            let probe = try probe {
                let entry = try #require(try context.entries().first)
                #expect(entry.location == "one")
                return entry
            }
            #expect(!probe.isAlive)
        }
    }

    /// LIF-01: a loop of fetching, changing, saving and releasing leaves nothing alive.
    @Test(arguments: StoreKind.allCases)
    func `a thousand rounds of fetching, changing and saving leave no object alive`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        _ = try stack.coordinator.save("a", "b", "c")
        let context = stack.context()
        try context.performAndWait {
            for round in 0..<1_000 {
                let probes = try probes {
                    let entries = try context.entries()
                    for entry in entries { entry.wind = "\(round)" }
                    try context.save()
                    return entries
                }
                #expect(probes.count == 3 && probes.noneAlive)
                #expect(context.registeredObjects.isEmpty)
            }
            let layout = try #require(stack.coordinator.managedObjectModel.entitiesByName["Entry"]).layout
            #expect(stack.store.table(for: layout)?.cachedRowCount == 0)
            context.checkInvariants()
        }
        #expect(try stack.coordinator.stored("wind") == ["999", "999", "999"])
    }
}
