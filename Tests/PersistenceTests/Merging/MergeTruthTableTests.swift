import Persistence
import PersistenceTestSupport
import Testing

@Suite struct MergeTruthTableTests {
    /// POL-03, POL-04, POL-06, POL-11, POL-12, POL-13, POL-14, POL-15, SAV-12, SAV-13, SAV-29, B-POL-02
    @Test(arguments: StoreKind.allCases, MergeCase.all)
    func `each policy resolves each combination of changes and deletions`(_ kind: StoreKind, _ row: MergeCase) throws {
        let rows = try SharedRows(kind)
        let side = try rows.side()
        let otherSide = row.level == .cache ? side : try rows.side()
        let id = try side.context().performSaving { $0.name = "n0" }
        let (here, there) = (side.context(), otherSide.context())
        here.mergePolicy = MergePolicy(merge: row.policy)
        try using(here, there) {
            let item = try here.item(id)
            try row.there.act(on: try there.item(id))
            row.here.act(on: item)
            let error = persistenceError { try here.save() }
            #expect((error?.code == .merge) == row.fails)
            #expect(item.shown == row.shown)
            #expect(here.hasChanges == (row.fails && row.here != .marked))
            here.checkInvariants()
        }
        #expect(try rows.side().stored(id) == row.stored)
    }

    /// POL-08, POL-09, POL-10
    @Test(arguments: StoreKind.allCases, MergeCase.all.filter(\.fails))
    func `a merge conflict contains exactly two of the three snapshots`(_ kind: StoreKind, _ row: MergeCase) throws {
        let rows = try SharedRows(kind)
        let side = try rows.side()
        let otherSide = row.level == .cache ? side : try rows.side()
        let id = try side.context().performSaving { $0.name = "n0" }
        let (here, there) = (side.context(), otherSide.context())
        try using(here, there) {
            let item = try here.item(id)
            try row.there.act(on: try there.item(id))
            row.here.act(on: item)
            let error = persistenceError { try here.save() }
            let record = try #require((error?.userInfo["conflictList"] as? [MergeConflict])?.first?.dictionary)
            let (older, newer) = row.level == .cache ? ("snapshot", "cachedRow") : ("cachedRow", "databaseRow")
            let present = ["snapshot", "cachedRow", "databaseRow"].filter { record[$0] != nil }
            #expect(present == [older, newer])
            #expect(values(record[older]) == ["n0", "s0"])
            #expect(values(record[newer]) == row.theirs)
            #expect((record["newVersion"] as? Int == 0) == (row.theirs == nil))
        }
    }

    private func values(_ snapshot: Any?) -> [String]? {
        guard let snapshot = snapshot as? [String: Any] else { return ["absent"] }
        guard let name = snapshot["name"] as? String, let note = snapshot["note"] as? String else { return nil }
        return [name, note]
    }
}

extension Item {
    /// Name and note as the context has them. Nil for a deleted object.
    fileprivate var shown: [String]? {
        if isDeleted || managedObjectContext == nil { return nil }
        return [name ?? "-", note ?? "-"]
    }
}
