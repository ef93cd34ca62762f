import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Batch inserts and updates on a file, and the rules that all batch requests share.
@Suite struct BatchTests {
    private func fetch(_ context: ManagedObjectContext, _ format: String = "TRUEPREDICATE") throws -> [ManagedObject] {
        let request = FetchRequest<ManagedObject>(entityName: "Place")
        request.predicate = FetchPredicate(format: format)
        request.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: true)]
        return try context.fetch(request)
    }

    /// B-BAT-01
    @Test
    func `a batch bypasses the context, and loaded objects stay the same until changes are merged`() throws {
        let annals = try TrackedStore()
        let ids = try annals.add("Malibu", "Rincon")
        try annals.context.performAndWait {
            let context = annals.context
            let places = try ids.map { try context.existingObject(with: $0) }
            #expect(places.map { $0.value(forKey: "name") as? String } == ["Malibu", "Rincon"])
            let update = BatchUpdateRequest(entityName: "Place")
            update.propertiesToUpdate = ["name": "Trestles"]
            try context.execute(update)
            try context.execute(BatchInsertRequest(entityName: "Place", objects: [["name": "Zuma"]]))
            #expect(!context.hasChanges)
            #expect(context.registeredObjects.count == 2)
            #expect(places[0].value(forKey: "name") as? String == "Malibu")
            ManagedObjectContext.mergeChanges(fromRemoteContextSave: ["updated": ids], into: [context])
            #expect(places[0].value(forKey: "name") as? String == "Trestles")
            #expect(try fetch(context).count == 3)
        }
    }

    /// B-BAT-01. The usual way to show a batch's changes; from memory of Apple's sample code.
    @Test(arguments: [true, false])
    func `an object that is refreshed after a batch shows the new row, or that it is gone`(merging: Bool) throws {
        let annals = try TrackedStore()
        let ids = try annals.add("Malibu", "Rincon")
        try annals.context.performAndWait {
            let context = annals.context
            let places = try ids.map { try context.existingObject(with: $0) }
            let update = BatchUpdateRequest(entityName: "Place")
            update.propertiesToUpdate = ["name": "Trestles"]
            try context.execute(update)
            context.refresh(places[0], mergeChanges: merging)
            #expect(places[0].value(forKey: "name") as? String == "Trestles")
            places[0].setValue("Zuma", forKey: "name")
            try context.save()
            try context.execute(BatchDeleteRequest(objectIDs: [ids[0]]))
            context.refresh(places[0], mergeChanges: merging)
            #expect(places[0].value(forKey: "name") == nil)
            #expect(places[0].isDeleted)
            #expect(places[1].value(forKey: "name") as? String == "Rincon")
        }
    }

    /// B-BAT-02
    @Test func `a batch insert applies the model's default values and returns the requested result`() throws {
        let annals = try TrackedStore()
        let request = BatchInsertRequest(
            entityName: "Place", objects: [["name": "Malibu"], ["name": "Rincon", "code": 9]])
        #expect(try annals.batch(request) as? Bool == true)
        request.resultType = .count
        #expect(try annals.batch(request) as? Int == 2)
        request.resultType = .objectIDs
        let ids = try #require(try annals.batch(request) as? [ManagedObjectID])
        #expect(ids.map(\.key) == [5, 6])
        let context = annals.context
        let codes = try context.performAndWait {
            try ids.map { try context.existingObject(with: $0).value(forKey: "code") as? Int }
        }
        #expect(codes == [7, 9])
        #expect(try annals.folder.plainConnection().integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 1") == 6)
        #expect(
            try annals.folder.plainConnection().integer("SELECT min(Z_OPT) = 1 AND max(Z_OPT) = 1 FROM ZPLACE") == 1)
    }

    /// B-BAT-02
    @Test func `a batch insert handler is called for each row until it returns true`() throws {
        let annals = try TrackedStore()
        var number = 0
        let request = BatchInsertRequest(entityName: "Place") { place in
            place["name"] = "place \(number)"
            number += 1
            return number > 2_500
        }
        request.resultType = .count
        #expect(try annals.batch(request) as? Int == 2_500)
        #expect(try annals.folder.plainConnection().integer("SELECT count(*) FROM ZPLACE") == 2_500)
        #expect(try annals.transactions().map { $0.changes?.count } == [2_500])
    }

    @Test func `a batch insert with an unknown key or a wrong type inserts nothing`() throws {
        let annals = try TrackedStore()
        annals.context.performAndWait {
            let context = annals.context
            for object: [String: Any] in [["nane": "x"], ["code": "x"]] {
                #expect(throws: PersistenceError.self) {
                    try context.execute(BatchInsertRequest(entityName: "Place", objects: [["name": "Malibu"], object]))
                }
            }
            #expect((try? context.count(for: FetchRequest<ManagedObject>(entityName: "Place"))) == 0)
        }
    }

    /// B-BAT-03
    @Test func `batch requests fail on a store that is not SQLite`() throws {
        let coordinator = PersistentStoreCoordinator(managedObjectModel: TrackedStore.model())
        try coordinator.addPersistentStore(ofType: inMemoryStoreType, at: nil)
        let context = ManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        context.performAndWait {
            let all = FetchRequest<ManagedObject>(entityName: "Place")
            let requests: [PersistentStoreRequest] = [
                BatchInsertRequest(entityName: "Place", objects: [["name": "Malibu"]]),
                BatchUpdateRequest(entityName: "Place"), BatchDeleteRequest(fetchRequest: all),
            ]
            for request in requests {
                #expect(throws: PersistenceError.self) { try context.execute(request) }
            }
        }
    }

    /// B-BAT-03
    @Test func `a batch delete by object IDs deletes nothing if one of the stores takes no batch requests`() throws {
        SQLiteStore.register()
        let folder = try TemporaryFolder()
        let coordinator = PersistentStoreCoordinator(managedObjectModel: TrackedStore.model())
        let stores = try ["a", "b", "c", "d"].map {
            try coordinator.addPersistentStore(ofType: sqliteStoreType, at: folder.file($0))
        }
        let context = ManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            let memory = try coordinator.addPersistentStore(ofType: inMemoryStoreType, at: nil)
            let places = (stores + [memory]).map { store in
                let place = EntityDescription.insertNewObject(forEntityName: "Place", into: context)
                context.assign(place, to: store)
                return place
            }
            try context.save()
            let request = BatchDeleteRequest(objectIDs: places.map(\.objectID))
            #expect(throws: PersistenceError.self) { try context.execute(request) }
            #expect(try context.count(for: FetchRequest<ManagedObject>(entityName: "Place")) == places.count)
        }
    }

    /// B-BAT-05
    @Test func `a batch update increments the version, so a context with an older row gets a merge conflict`() throws {
        let annals = try TrackedStore()
        let ids = try annals.add("Malibu", "Rincon")
        try annals.context.performAndWait {
            let context = annals.context
            let mine = try context.existingObject(with: ids[0])
            mine.setValue("mine", forKey: "name")
            let request = BatchUpdateRequest(entityName: "Place")
            request.predicate = FetchPredicate(format: "name == 'Malibu'")
            request.propertiesToUpdate = ["name": "theirs", "depth": NSNull()]
            request.resultType = .updatedObjectIDsResultType
            #expect(try annals.batch(request) as? [ManagedObjectID] == [ids[0]])
            #expect(persistenceError { try context.save() }?.code == .merge)
        }
        #expect(
            try annals.folder.plainConnection().rows("SELECT ZNAME, Z_OPT FROM ZPLACE ORDER BY Z_PK") == [
                ["theirs", 2], ["Rincon", 1],
            ])
    }

    /// B-BAT-05
    @Test func `a batch update computes values from each record as it was before`() throws {
        let annals = try TrackedStore()
        let ids = try annals.add("Malibu", "Rincon")
        try annals.change(ids[1], ["code": 20, "depth": 1.5])
        let update = BatchUpdateRequest(entityName: "Place")
        update.propertiesToUpdate = [
            "code": FetchExpression("code + 1"), "depth": FetchExpression("depth * code"),
            "name": FetchExpression("lowercase(name)"),
            "seen": FetchExpression(forConstantValue: Date(timeIntervalSinceReferenceDate: 5)),
        ]
        update.resultType = .updatedObjectsCountResultType
        #expect(try annals.batch(update) as? Int == 2)
        let rows = try annals.folder.plainConnection().rows("SELECT ZCODE, Z_OPT FROM ZPLACE ORDER BY Z_PK")
        #expect(rows == [[8, 2], [21, 3]])
        try annals.context.performAndWait {
            annals.context.refreshAllObjects()
            let places = try fetch(annals.context)
            #expect(places.map { $0["name"] as? String } == ["malibu", "rincon"])
            #expect(places.map { $0["depth"] as? Double } == [nil, 30])
            #expect(places.map { ($0["seen"] as? Date)?.timeIntervalSinceReferenceDate } == [5, 5])
        }
        let names = try annals.transactions().last?.changes?.first?.updatedProperties?.map(\.name)
        #expect(Set(names ?? []) == ["code", "depth", "name", "seen"])
    }

    @Test(arguments: ["name", "wrong + 1", "depth * 1e300 * 1e300"])
    func `a batch update with an expression that does not fit the attribute changes nothing`(format: String) throws {
        let annals = try TrackedStore()
        let ids = try annals.add("Malibu")
        try annals.change(ids[0], ["depth": 1])
        let update = BatchUpdateRequest(entityName: "Place")
        update.propertiesToUpdate = ["name": "Zuma", "code": FetchExpression(format: format)]
        #expect(throws: (any Error).self) { try annals.batch(update) }
        let kept = try annals.context.performAndWait { try fetch(annals.context, "name == 'Malibu'") }
        #expect(kept.count == 1)
    }

    @Test func `a batch update cannot set a relationship`() throws {
        let marina = try BoatStore()
        marina.context.performAndWait {
            let request = BatchUpdateRequest(entityName: "Boat")
            request.propertiesToUpdate = ["berth": NSNull()]
            #expect(throws: PersistenceError.self) { try marina.context.execute(request) }
        }
    }

    /// B-BAT-04
    @Test func `a batch runs no validation and posts no save notification`() throws {
        let name = AttributeDescription(name: "name", type: .string, isOptional: false)
        let folder = try TemporaryFolder()
        let stack = try Stack(
            folder.file(), model: ManagedObjectModel(entities: [EntityDescription(name: "Place", properties: [name])]))
        let context = stack.context()
        let told = Box<Bool>()
        let observer = NotificationCenter.default.addObserver(
            forName: .managedObjectContextDidSave, object: context, queue: nil
        ) { _ in told.value = true }
        defer { NotificationCenter.default.removeObserver(observer) }
        try context.performAndWait {
            try context.execute(BatchInsertRequest(entityName: "Place", objects: [[:]]))
            #expect(try context.count(for: FetchRequest<ManagedObject>(entityName: "Place")) == 1)
        }
        #expect(told.value == nil)
    }

    /// B-BAT-06
    @Test func `batch changes are recorded in the history`() throws {
        let annals = try TrackedStore()
        annals.context.transactionAuthor = "batch"
        try annals.context.performAndWait {
            let context = annals.context
            try context.execute(
                BatchInsertRequest(entityName: "Place", objects: [["name": "Malibu"], ["name": "Rincon"]]))
            let update = BatchUpdateRequest(entityName: "Place")
            update.propertiesToUpdate = ["code": 1]
            try context.execute(update)
            let rest = FetchRequest<ManagedObject>(entityName: "Place")
            rest.predicate = FetchPredicate(format: "name == 'Rincon'")
            try context.execute(BatchDeleteRequest(fetchRequest: rest))
        }
        let transactions = try annals.transactions()
        #expect(
            transactions.map { $0.changes?.map(\.changeType) } == [[.insert, .insert], [.update, .update], [.delete]])
        #expect(transactions.allSatisfy { $0.author == "batch" })
        #expect(transactions[1].changes?.first?.updatedProperties?.map(\.name) == ["code"])
        #expect(transactions[2].changes?.first?.tombstone?["name"] as? String == "Rincon")
    }
}
