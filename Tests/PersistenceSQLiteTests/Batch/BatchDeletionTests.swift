import PersistenceTestSupport
import SQLite
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Batch deletions and their effect on related rows.
@Suite struct BatchDeletionTests {
    @Test func `a batch delete by object IDs skips missing rows and returns the IDs it deleted`() throws {
        let annals = try TrackedStore()
        let ids = try annals.add("Malibu", "Rincon", "Trestles")
        try annals.delete(ids[1])
        let request = BatchDeleteRequest(objectIDs: [ids[0], ids[1]])
        request.resultType = .resultTypeObjectIDs
        #expect(try annals.batch(request) as? [ManagedObjectID] == [ids[0]])
        #expect(try annals.folder.plainConnection().texts("SELECT ZNAME FROM ZPLACE") == ["Trestles"])
    }

    /// B-BAT-04
    @Test func `a batch delete cascades, nullifies references, removes join rows, and fails on a deny rule`() throws {
        let marina = try BoatStore()
        try marina.delete("Owner")
        #expect(try ["ZOWNER", "ZBOAT", "ZBERTH", "ZTAG"].map(marina.count) == [0, 1, 1, 1])
        let file = try marina.folder.plainConnection()
        #expect(try file.rows("SELECT ZBOAT FROM ZBERTH") == [[.null]])
        let pairs = try #require(
            try file.texts("SELECT name FROM sqlite_master WHERE name LIKE 'Z_%TAGS' AND type = 'table'").first)
        #expect(try marina.count(pairs) == 1)
        #expect(try file.rows("SELECT Z_OPT FROM ZBERTH") == [[2]])
        let strict = try BoatStore(boats: .denyDeleteRule)
        #expect(persistenceError { try strict.delete("Owner") }?.code == .relationshipDeniedDelete)
        #expect(try strict.count("ZOWNER") == 1)
    }
}
