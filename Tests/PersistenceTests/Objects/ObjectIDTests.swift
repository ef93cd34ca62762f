import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Object IDs as values and as URIs.
@Suite struct ObjectIDTests {
    /// B-ID-01
    @Test(arguments: StoreKind.allCases)
    func `a permanent ID can be converted to a URI and back`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry()
        let uri = id.uriRepresentation()
        #expect(uri.absoluteString == "x-coredata://\(stack.store.identifier)/Entry/p1")
        #expect(stack.coordinator.managedObjectID(forURIRepresentation: uri) == id)
    }

    /// B-ID-01
    @Test(
        arguments: StoreKind.allCases,
        [
            "x-coredata://00000000-0000-0000-0000-000000000000/Entry/p1", "x-coredata://STORE/Nobody/p1",
            "x-coredata://STORE/Entry/q1",
            "x-coredata://STORE/Entry", "http://STORE/Entry/p1",
        ])
    func `a URI of an unknown store, entity or key gives no object ID`(kind: StoreKind, text: String) throws {
        let stack = try Stack(kind)
        let uri = try #require(URL(string: text.replacingOccurrences(of: "STORE", with: stack.store.identifier)))
        #expect(stack.coordinator.managedObjectID(forURIRepresentation: uri) == nil)
    }

    /// B-ID-01
    @Test func `the URI of a temporary ID names no store`() throws {
        let stack = try Stack()
        try stack.withContext { context throws in
            let text = context.insertEntry("new").objectID.uriRepresentation().absoluteString
            #expect(text.hasPrefix("x-coredata:///Entry/t"))
            #expect(UUID(uuidString: String(text.dropFirst("x-coredata:///Entry/t".count))) != nil)
        }
    }

    /// INS-01, B-ID-01
    @Test(arguments: StoreKind.allCases)
    func `the ID of a new object can be read first on other threads while the context works`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let context = stack.context(.privateQueue)
        let entries = context.performAndWait { (0..<200).map { Handed(context.insertEntry("\($0)")) } }
        let (started, done) = (DispatchSemaphore(value: 0), DispatchGroup())
        let read = (0..<2).map { _ in Handed<[ManagedObjectID]>([]) }
        for ids in read {
            DispatchQueue.global().async(group: done) {
                for (index, entry) in entries.enumerated() {
                    if index == 20 { started.signal() }
                    ids.value.append(entry.value.objectID)
                }
            }
        }
        try context.performAndWait {
            for _ in read { started.wait() }
            for entry in entries { #expect(context.registeredObject(for: entry.value.objectID) === entry.value) }
            _ = context.insertEntry("more").objectID
            try context.save()
            context.checkInvariants()
        }
        done.wait()
        try context.performAndWait { () throws in
            for (index, entry) in entries.enumerated() {
                for ids in read { #expect(context.object(with: ids.value[index]) === entry.value) }
            }
            #expect(try context.entries().count == 201)
        }
    }

    /// INS-01
    @Test func `an ID that another thread read finds the new object in its context`() throws {
        let stack = try Stack()
        let context = stack.context(.privateQueue)
        context.performAndWait {
            let entry = Handed(context.insertEntry("new"))
            let id = Handed<ManagedObjectID?>(nil)
            let done = DispatchSemaphore(value: 0)
            Thread {
                id.value = entry.value.objectID
                done.signal()
            }.start()
            done.wait()
            #expect(id.value.flatMap { context.registeredObject(for: $0) } === entry.value)
            #expect(entry.value.objectID == id.value)
            context.checkInvariants()
        }
    }

    /// B-ID-02
    @Test(arguments: StoreKind.allCases)
    func `a temporary ID equals neither the permanent ID nor another object's ID`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        try stack.withContext { context throws in
            let entries = [context.insertEntry("a"), context.insertEntry("b")]
            let temporary = entries.map(\.objectID)
            try context.save()
            #expect(Set(temporary + entries.map(\.objectID)).count == 4)
        }
    }

    /// B-ID-03
    @Test(arguments: StoreKind.allCases)
    func `existingObject never returns a fault, and finds unsaved objects by temporary ID`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "here")
        try stack.withContext { context throws in
            let fault = context.object(with: id)
            #expect(try context.existingObject(with: id) === fault)
            #expect(!fault.isFault)
            let unsaved = context.insertEntry("new")
            #expect(try context.existingObject(with: unsaved.objectID) === unsaved)
            try stack.coordinator.erase(id)
            try stack.withContext { other throws in
                let error = persistenceError { _ = try other.existingObject(with: id) }
                #expect(error?.errorCode == 133_000)
            }
        }
    }

    /// B-ID-04
    @Test(arguments: StoreKind.allCases)
    func `another context finds an object by its temporary ID only after it is saved`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        try stack.withContext { context throws in
            let entry = context.insertEntry("new")
            let temporary = entry.objectID
            try stack.withContext { other throws in
                let early = persistenceError { _ = try other.existingObject(with: temporary) }
                #expect(early?.code == .inaccessibleObject)
                try context.save()
                let found = try other.existingObject(with: temporary)
                #expect((found as? Entry)?.location == "new")
                #expect(found.objectID == entry.objectID)
                #expect(other.registeredObject(for: entry.objectID) === found)
                other.checkInvariants()
            }
        }
    }

    /// B-ID-05
    @Test(arguments: StoreKind.allCases)
    func `an object ID has the concrete entity, and subentities share their root's keys`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: InheritanceModel.model())
        let ids = try stack.withContext { context throws in
            let animals = ["Animal", "Dog", "Cat"].map { context.insert($0, named: $0) }
            try context.save()
            return animals.map(\.objectID)
        }
        #expect(ids.map { $0.entity.name } == ["Animal", "Dog", "Cat"])
        #expect(Set(ids.compactMap(\.key)).count == 3)
        stack.withContext { context in
            for id in ids {
                #expect(context.object(with: id).entity === id.entity)
                #expect(context.object(with: id).value(forKey: "name") as? String == id.entity.name)
            }
        }
        try stack.withContext { context throws in
            let request = FetchRequest<ManagedObject>(entityName: "Animal")
            #expect(try Set(context.fetch(request).map(\.objectID)) == Set(ids))
            #expect(try Set(context.fetch(request).map { $0.entity.name }) == ["Animal", "Dog", "Cat"])
        }
    }
}
