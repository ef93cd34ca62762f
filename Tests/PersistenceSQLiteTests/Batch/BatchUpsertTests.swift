import PersistenceTestSupport
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Batch insertions of records whose unique values other records have already.
@Suite struct BatchUpsertTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Boats, unique by their number, and by name and harbour. One is stored: number 1, Ada in Oslo, 5 m long.
    private func stack(_ adjust: (EntityDescription) -> Void = { _ in }) throws -> (Stack, ManagedObjectContext) {
        let boat = EntityDescription(name: "Boat")
        boat.properties = [
            AttributeDescription(name: "number", type: .integer32), AttributeDescription(name: "name", type: .string),
            AttributeDescription(name: "harbour", type: .string), AttributeDescription(name: "length", type: .double),
            AttributeDescription(name: "masts", type: .integer16, defaultValue: 1),
        ]
        boat.uniquenessConstraints = [["number"], ["name", "harbour"]]
        adjust(boat)
        let stack = try Stack(
            folder.file(), model: ManagedObjectModel(entities: [boat] + boat.subentities),
            options: TrackedStore.tracking)
        let context = stack.context()
        _ = try insert(
            [["number": 1, "name": "Ada", "harbour": "Oslo", "length": 5.0, "masts": 2]], .error, context)
        return (stack, context)
    }

    private func insert(
        _ boats: [[String: Any]], _ policy: MergePolicy, _ context: ManagedObjectContext
    ) throws -> [ManagedObjectID] {
        try context.performAndWait {
            context.mergePolicy = policy
            let request = BatchInsertRequest(entityName: "Boat", objects: boats)
            request.resultType = .objectIDs
            return try #require((try context.execute(request) as? BatchInsertResult)?.result as? [ManagedObjectID])
        }
    }

    /// The boats by key, one line each.
    private func boats(_ context: ManagedObjectContext) throws -> [String] {
        try context.performAndWait {
            context.refreshAllObjects()
            let request = FetchRequest<ManagedObject>(entityName: "Boat")
            request.sortDescriptors = [FetchSortDescriptor(key: "SELF")]
            return try context.fetch(request).map { boat in
                ["number", "name", "harbour", "length", "masts"].map { boat[$0].map { "\($0)" } ?? "-" }
                    .joined(separator: " ")
            }
        }
    }

    /// B-BAT-04
    @Test(arguments: [
        (MergePolicy.mergeByPropertyObjectTrump, "1 Eva Oslo 5.0 2"), (.overwrite, "1 Eva Oslo 5.0 1"),
        (.mergeByPropertyStoreTrump, "1 Ada Oslo 5.0 2"), (.rollback, "1 Ada Oslo 5.0 2"),
    ])
    func `the merge policy decides what a stored record takes of a new one with its unique values`(
        policy: MergePolicy, line: String
    ) throws {
        let (_, context) = try stack()
        let ids = try insert([["number": 1, "name": "Eva"], ["number": 2]], policy, context)
        #expect(try boats(context) == [line, "2 - - - 1"])
        let isKept = policy === MergePolicy.mergeByPropertyStoreTrump || policy === MergePolicy.rollback
        #expect(Set(ids.map(\.key)) == (isKept ? [2] : [1, 2]))
    }

    /// B-BAT-04
    @Test func `under the error policy a record with the unique values of another inserts nothing`() throws {
        let (_, context) = try stack()
        let error = #expect(throws: PersistenceError.self) {
            try insert([["number": 2], ["number": 1]], .error, context)
        }
        #expect(error?.code == .constraintMerge)
        #expect(try boats(context) == ["1 Ada Oslo 5.0 2"])
    }

    @Test func `a constraint of several attributes is compared as a whole, and a missing value equals none`() throws {
        let (_, context) = try stack()
        _ = try insert(
            [
                ["name": "Ada", "harbour": "Bergen"], ["name": "Ada"], ["name": "Ada"],
                ["name": "Ada", "harbour": "Oslo", "length": 6.0],
            ], .mergeByPropertyObjectTrump, context)
        #expect(
            try boats(context) == ["1 Ada Oslo 6.0 2", "- Ada Bergen - 1", "- Ada - - 1", "- Ada - - 1"])
    }

    @Test(arguments: [
        (MergePolicy.mergeByPropertyObjectTrump, "7 b - 2.0 1"), (.mergeByPropertyStoreTrump, "7 a - - 1"),
    ])
    func `records of one request with the same unique values become one`(policy: MergePolicy, line: String) throws {
        let (_, context) = try stack()
        let filler = (100..<2_000).map { ["number": $0] as [String: Any] }
        let request =
            [["number": 7, "name": "a"]] + filler + [["number": 7, "name": "b"], ["number": 7, "length": 2.0]]
        let ids = try insert(request, policy, context)
        #expect(ids.count >= 1_901 && Set(ids).count == 1_901)
        #expect(try boats(context)[1] == line)
        #expect(try boats(context).count == 1_902)
    }

    @Test func `a record that takes values gets a new version, an update in the history, and is read again`() throws {
        let (stack, context) = try stack()
        let boat = try context.performAndWait {
            let boat = try #require(try context.fetch(FetchRequest<ManagedObject>(entityName: "Boat")).first)
            #expect(boat["name"] as? String == "Ada")
            return boat
        }
        _ = try insert([["number": 1, "name": "Eva"]], .mergeByPropertyObjectTrump, context)
        try context.performAndWait {
            #expect(boat["name"] as? String == "Ada")
            context.refresh(boat, mergeChanges: false)
            #expect(boat["name"] as? String == "Eva" && boat.version == 2)
            let result = try context.execute(
                PersistentHistoryChangeRequest.fetchHistory(after: nil as PersistentHistoryToken?))
            let transactions = (result as? PersistentHistoryResult)?.result as? [PersistentHistoryTransaction]
            let change = try #require(transactions?.last?.changes?.first)
            #expect(change.changeType == .update && change.updatedProperties?.map(\.name).contains("name") == true)
        }
        withExtendedLifetime(stack) {}
    }

    @Test func `a stored record of a sub-entity takes the values that are set on a handler's object`() throws {
        let (_, context) = try stack { boat in
            let ship = EntityDescription(name: "Ship")
            ship.properties = [AttributeDescription(name: "flag", type: .string)]
            boat.subentities = [ship]
        }
        try context.performAndWait {
            context.mergePolicy = .mergeByPropertyObjectTrump
            try context.execute(
                BatchInsertRequest(entityName: "Ship", objects: [["number": 5, "flag": "NO", "masts": 3]]))
            var rest = 1
            let request = BatchInsertRequest(entityName: "Boat") { (boat: ManagedObject) in
                rest -= 1
                boat["number"] = 5
                boat["name"] = "Kon"
                return rest < 0
            }
            try context.execute(request)
            let ship = try #require(try context.fetch(FetchRequest<ManagedObject>(entityName: "Ship")).first)
            #expect(ship["name"] as? String == "Kon" && ship["flag"] as? String == "NO" && ship["masts"] as? Int == 3)
        }
    }
}
