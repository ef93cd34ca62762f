import Foundation
import Persistence
import PersistenceSQLite
import Testing

/// The samples of batch requests and history.
@MainActor @Suite struct BatchSamples {
    private let folder: SampleFolder
    private let container: PersistentContainer
    private let session: Session

    init() throws {
        folder = try SampleFolder()
        (container, session) = try Surf.saved(at: folder.file())
    }

    @Test func `records are inserted without objects`() throws {
        let context = container.viewContext
        var dates = (1...10_000).map { Date(timeIntervalSinceReferenceDate: Double($0) * 86_400) }[...]
        let request = BatchInsertRequest(entityName: "Session") { (values: NSMutableDictionary) in
            guard let date = dates.popFirst() else { return true }
            values["date"] = date
            values["rating"] = 3
            return false
        }
        request.resultType = .count
        let result = try context.execute(request) as? BatchInsertResult
        // Ten thousand sessions in one transaction, in the memory of one.
        #expect(result?.result as? Int == 10_000)
        #expect(try context.count(for: Session.fetchRequest()) == 10_001)
    }

    @Test func `records are updated without objects`() throws {
        let context = container.viewContext
        let request = BatchUpdateRequest(entityName: "Session")
        request.predicate = Session.rating >= 4
        request.propertiesToUpdate = ["notes": "One of the good ones", "height": FetchExpression("height + 1")]
        request.resultType = .updatedObjectIDsResultType
        let result = try context.execute(request) as? BatchUpdateResult

        // The store has the new values. Objects that were read before get them when the change is merged.
        let ids = result?.result as? [ManagedObjectID] ?? []
        var changes = SavedChanges()
        changes.updated = ids
        context.mergeChanges(changes)
        #expect(session.notes == "One of the good ones" && session.height == 5)
    }

    @Test func `records are deleted without objects`() throws {
        let context = container.viewContext
        let old = FetchRequest<any FetchRequestResult>(entityName: "Session")
        old.predicate = Session.date < Date(timeIntervalSinceReferenceDate: 900_000_000)
        let request = BatchDeleteRequest(fetchRequest: old)
        request.resultType = .resultTypeCount
        let result = try context.execute(request) as? BatchDeleteResult
        // How many sessions were deleted. Delete rules were applied, such as a cascade to their photos.
        #expect(result?.result as? Int == 1)
    }

    @Test func `history has what was saved since a token`() throws {
        let context = container.viewContext
        // Where the history is now. A token is Codable: store it, and continue from there after the next start.
        let token = container.persistentStoreCoordinator.currentPersistentHistoryToken(fromStores: nil)

        context.transactionAuthor = "form"
        session.rating = 5
        try context.save()

        let request = PersistentHistoryChangeRequest.fetchHistory(after: token)
        let result = try context.execute(request) as? PersistentHistoryResult
        for transaction in result?.result as? [PersistentHistoryTransaction] ?? [] {
            for change in transaction.changes ?? [] {
                let names = change.updatedProperties?.map(\.name) ?? []
                print("\(transaction.author ?? ""): \(change.changeType) \(names)")
            }
        }
        // Prints “form: update ["rating"]”.
        let transactions = try #require(result?.result as? [PersistentHistoryTransaction])
        #expect(transactions.map(\.author) == ["form"])
        let change = try #require(transactions[0].changes?.first)
        #expect(change.changeType == .update && change.updatedProperties?.map(\.name) == ["rating"])
    }

    @Test func `the transactions of others are merged`() throws {
        let view = container.viewContext
        let token = container.persistentStoreCoordinator.currentPersistentHistoryToken(fromStores: nil)
        let other = container.newBackgroundContext()
        let id = session.objectID
        try other.performAndWait {
            other.transactionAuthor = "import"
            other.object(with: id).setValue(1, forKey: "rating")
            try other.save()
        }
        let request = PersistentHistoryChangeRequest.fetchHistory(after: token)
        request.fetchRequest = PersistentHistoryTransaction.fetchRequest
        request.fetchRequest?.predicate = FetchPredicate(format: "author == %@", "import")
        let result = try view.execute(request) as? PersistentHistoryResult
        for transaction in result?.result as? [PersistentHistoryTransaction] ?? [] {
            view.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
        }
        // The view context shows what imports changed, also those of another process.
        #expect(session.rating == 1)
    }

    @Test func `history is deleted when everybody has read it`() throws {
        let context = container.viewContext
        let token = container.persistentStoreCoordinator.currentPersistentHistoryToken(fromStores: nil)
        let data = try JSONEncoder().encode(token)
        // In a file, until the next start:
        let stored = try JSONDecoder().decode(PersistentHistoryToken.self, from: data)
        try context.execute(PersistentHistoryChangeRequest.deleteHistory(before: stored))
        // History before the token is gone; an older token would now throw `persistentHistoryTokenExpired`.
        #expect(stored == token)
    }
}
