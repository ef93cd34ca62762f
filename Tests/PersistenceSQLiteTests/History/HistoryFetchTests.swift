import Foundation
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// The result types of history requests, and their fetch requests.
@Suite struct HistoryFetchTests {
    private let annals: TrackedStore
    private let ids: [ManagedObjectID]

    init() throws {
        annals = try TrackedStore()
        annals.context.transactionAuthor = "one"
        ids = try annals.add("Malibu", "Rincon")
        annals.context.transactionAuthor = "two"
        try annals.change(ids[1], ["code": 1])
        try annals.delete(ids[0])
    }

    private func request(
        _ type: PersistentHistoryResultType, _ fetch: FetchRequest<ManagedObject>? = nil,
        _ predicate: FetchPredicate? = nil
    ) -> PersistentHistoryChangeRequest {
        let request = PersistentHistoryChangeRequest.fetchHistory(after: PersistentHistoryToken?.none)
        fetch?.predicate = predicate
        if let fetch { request.fetchRequest = fetch }
        request.resultType = type
        return request
    }

    /// B-HIS-07
    @Test func `the result type selects what a history request returns`() throws {
        #expect(try annals.result(request(.statusOnly)) as? Bool == true)
        #expect(try annals.result(request(.count)) as? Int == 3)
        let bare = try #require(try annals.result(request(.transactionsOnly)) as? [PersistentHistoryTransaction])
        #expect(bare.map(\.transactionNumber) == [1, 2, 3])
        #expect(bare.allSatisfy { $0.changes == nil })
        let changes = try #require(try annals.result(request(.changesOnly)) as? [PersistentHistoryChange])
        #expect(changes.map(\.changeType) == [.insert, .insert, .update, .delete])
        #expect(changes.map { $0.transaction?.transactionNumber } == [1, 1, 2, 3])
        #expect(changes.map(\.changeID) == [1, 2, 3, 4])
        let both = try #require(try annals.result(request(.transactionsAndChanges)) as? [PersistentHistoryTransaction])
        #expect(both.map { $0.changes?.count } == [2, 1, 1])
        #expect(try annals.result(request(.objectIDs)) as? [ManagedObjectID] == ids)
    }

    /// B-HIS-06
    @Test func `a fetch request for history transactions filters by author or number`() throws {
        let fetch = try #require(PersistentHistoryTransaction.fetchRequest)
        let byAuthor = FetchPredicate(format: "author == %@", "two")
        #expect(try annals.numbers(request(.transactionsAndChanges, fetch, byAuthor)) == [2, 3])
        let byNumber = FetchPredicate(format: "transactionNumber < %@ AND author BEGINSWITH 'o'", 3)
        #expect(try annals.numbers(request(.transactionsAndChanges, fetch, byNumber)) == [1])
        fetch.predicate = byAuthor
        #expect(try annals.numbers(.fetchHistory(withFetch: fetch)) == [2, 3])
    }

    /// B-HIS-06
    @Test func `a fetch request for history changes filters by object or type and returns changes`() throws {
        let fetch = try #require(PersistentHistoryChange.fetchRequest)
        fetch.predicate = FetchPredicate(format: "changedObjectID == %@", ids[0])
        let ofOne = try #require(try annals.result(.fetchHistory(withFetch: fetch)) as? [PersistentHistoryChange])
        #expect(ofOne.map(\.changeType) == [.insert, .delete])
        fetch.predicate = FetchPredicate(format: "changeType == %@", PersistentHistoryChangeType.update.rawValue)
        let updates = try #require(try annals.result(.fetchHistory(withFetch: fetch)) as? [PersistentHistoryChange])
        #expect(updates.map(\.changedObjectID) == [ids[1]])
        fetch.predicate = FetchPredicate(format: "transaction.author == 'one'")
        #expect((try annals.result(.fetchHistory(withFetch: fetch)) as? [PersistentHistoryChange])?.count == 2)
    }

    @Test func `a fetch request for history changes returns only the transactions that have one`() throws {
        let fetch = try #require(PersistentHistoryChange.fetchRequest)
        let ofOne = FetchPredicate(format: "changedObjectID == %@", ids[0])
        #expect(try annals.numbers(request(.transactionsAndChanges, fetch, ofOne)) == [1, 3])
        #expect(try annals.numbers(request(.transactionsOnly, fetch, ofOne)) == [1, 3])
    }

    /// B-HIS-06
    @Test func `the limit of a fetch request for transactions keeps the first ones, in every form of the result`()
        throws
    {
        let fetch = try #require(PersistentHistoryTransaction.fetchRequest)
        fetch.fetchLimit = 2
        #expect(try annals.numbers(request(.transactionsAndChanges, fetch)) == [1, 2])
        #expect(try annals.numbers(request(.transactionsOnly, fetch)) == [1, 2])
        #expect(try annals.result(request(.count, fetch)) as? Int == 2)
        let changes = try annals.result(request(.changesOnly, fetch)) as? [PersistentHistoryChange]
        #expect(changes?.map(\.changeID) == [1, 2, 3])
        fetch.fetchLimit = 1
        #expect(try annals.result(request(.objectIDs, fetch)) as? [ManagedObjectID] == ids)
        let byAuthor = FetchPredicate(format: "author == %@", "two")
        #expect(try annals.numbers(request(.transactionsAndChanges, fetch, byAuthor)) == [2])
    }

    /// B-HIS-06
    @Test func `the limit of a fetch request for changes keeps the first changes`() throws {
        let fetch = try #require(PersistentHistoryChange.fetchRequest)
        fetch.fetchLimit = 3
        let changes = try annals.result(request(.changesOnly, fetch)) as? [PersistentHistoryChange]
        #expect(changes?.map(\.changeID) == [1, 2, 3])
        #expect(try annals.result(request(.count, fetch)) as? Int == 3)
        fetch.fetchLimit = 1
        #expect(try annals.result(request(.objectIDs, fetch)) as? [ManagedObjectID] == [ids[0]])
        let ofOne = FetchPredicate(format: "changedObjectID == %@", ids[1])
        let first = try annals.result(request(.changesOnly, fetch, ofOne)) as? [PersistentHistoryChange]
        #expect(first?.map(\.changeID) == [2])
    }

    /// B-HIS-06
    @Test(arguments: [0, 3, 4]) func `without a limit, or with one that is not reached, all of the history is there`(
        limit: Int
    ) throws {
        let fetch = try #require(PersistentHistoryTransaction.fetchRequest)
        fetch.fetchLimit = limit
        #expect(try annals.numbers(request(.transactionsAndChanges, fetch)) == [1, 2, 3])
        #expect(try annals.result(request(.count, fetch)) as? Int == 3)
    }

    /// B-HIS-06
    @Test func `history fetch requests reject sort descriptors, other entities and unknown keys`() throws {
        let sorted = try #require(PersistentHistoryTransaction.fetchRequest)
        sorted.sortDescriptors = [FetchSortDescriptor(key: "author", ascending: true)]
        #expect(throws: PersistenceError.self) { try annals.result(.fetchHistory(withFetch: sorted)) }
        #expect(throws: PersistenceError.self) {
            try annals.result(.fetchHistory(withFetch: FetchRequest(entityName: "Place")))
        }
        let unknown = try #require(PersistentHistoryTransaction.fetchRequest)
        unknown.predicate = FetchPredicate(format: "surfer == 'me'")
        #expect(throws: PredicateBindingError.self) { try annals.result(.fetchHistory(withFetch: unknown)) }
    }

    /// B-HIS-06. That a token can be compared was observed in Core Data.
    @Test func `predicates can compare the token of a transaction`() throws {
        let annals = try TrackedStore()
        let start = try #require(annals.token)
        try annals.add("Malibu")
        let token = try #require(annals.token)
        try annals.add("Rincon")
        try annals.add("Trestles")
        func numbers(_ format: String, _ token: PersistentHistoryToken) throws -> [Int64] {
            let fetch = try #require(PersistentHistoryTransaction.fetchRequest)
            fetch.predicate = FetchPredicate(format: format, token)
            return try annals.numbers(.fetchHistory(withFetch: fetch))
        }
        #expect(try numbers("token > %@", token) == [2, 3])
        #expect(try numbers("token == %@", token) == [1])
        #expect(try numbers("token > %@", start) == [1, 2, 3])
        let changes = try #require(PersistentHistoryChange.fetchRequest)
        changes.predicate = FetchPredicate(format: "transaction.token <= %@", token)
        let found = try annals.result(.fetchHistory(withFetch: changes)) as? [PersistentHistoryChange]
        #expect(found?.map(\.changeID) == [1])
    }

    @Test func `the entities of history list the keys that predicates may use`() {
        #expect(
            PersistentHistoryTransaction.entityDescription?.attributesByName.keys.sorted() == [
                "author", "bundleID", "contextName", "processID", "timestamp", "token", "transactionNumber",
            ])
        #expect(
            PersistentHistoryChange.entityDescription?.propertiesByName.keys.sorted() == [
                "changeID", "changeType", "changedObjectID", "transaction",
            ])
    }
}
