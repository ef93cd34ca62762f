import Persistence
import Testing

/// Every combination of what this side and the other did to one row, under every policy, at both levels.
struct MergeCase: Sendable, CustomTestStringConvertible {
    enum Here: String, CaseIterable { case nothing, marked, name, note, both, delete }
    enum There: String, CaseIterable { case nothing, name, note, both, delete }
    enum Level: String, CaseIterable { case cache, store }

    let here: Here
    let there: There
    let policy: MergePolicyType
    let level: Level

    var testDescription: String { "here \(here), there \(there), \(policy), \(level)" }

    static let all: [MergeCase] = Here.allCases.flatMap { here in
        There.allCases.flatMap { there in
            MergePolicyType.allCases.flatMap { policy in
                Level.allCases.map { MergeCase(here: here, there: there, policy: policy, level: $0) }
            }
        }
    }

    /// Name and note; nil is a row that is gone.
    typealias Values = [String]?

    var theirs: Values {
        switch there {
        case .nothing: ["n0", "s0"]
        case .name: ["n1", "s0"]
        case .note: ["n0", "s1"]
        case .both: ["n1", "s1"]
        case .delete: nil
        }
    }

    /// What this side shows before it saves.
    var ours: Values {
        switch here {
        case .nothing, .marked: ["n0", "s0"]
        case .name: ["n2", "s0"]
        case .note: ["n0", "s2"]
        case .both: ["n2", "s2"]
        case .delete: nil
        }
    }

    var isConflict: Bool { here != .nothing && there != .nothing && !(here == .delete && there == .delete) }

    var fails: Bool { isConflict && policy == .error }

    /// What the store holds after the save.
    var stored: Values {
        if here == .nothing || fails { return theirs }
        if !isConflict { return here == .delete || there == .delete ? nil : ours }
        switch policy {
        case .error, .rollback: return theirs
        case .overwrite: return here == .marked ? theirs : ours
        case .mergeByPropertyStoreTrump: return merged { base, ours, theirs in theirs != base ? theirs : ours }
        case .mergeByPropertyObjectTrump: return merged { base, ours, theirs in ours != base ? ours : theirs }
        }
    }

    /// What this side shows after the save.
    var shown: Values { here == .nothing || fails ? ours : stored }

    private func merged(_ choose: (String, String, String) -> String) -> Values {
        let objectWins = policy == .mergeByPropertyObjectTrump && here != .marked
        guard let ours else { return objectWins ? nil : theirs }
        guard let theirs else { return objectWins ? ours : nil }
        return [choose("n0", ours[0], theirs[0]), choose("s0", ours[1], theirs[1])]
    }
}

@Suite struct MergeTruthTableTests {
    /// POL-03, POL-04, POL-06, POL-11, POL-12, POL-13, POL-14, POL-15, SAV-12, SAV-13, SAV-29, B-POL-02
    @Test(arguments: StoreKind.allCases, MergeCase.all)
    func `each policy decides each combination of changes and deletions`(_ kind: StoreKind, _ row: MergeCase) throws {
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
    func `each record holds exactly two of the three versions`(_ kind: StoreKind, _ row: MergeCase) throws {
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

extension MergeCase.Here {
    func act(on item: Item) {
        switch self {
        case .nothing: break
        case .marked: item.managedObjectContext?.detectConflicts(for: item)
        case .name: item.name = "n2"
        case .note: item.note = "s2"
        case .both: (item.name, item.note) = ("n2", "s2")
        case .delete: item.managedObjectContext?.delete(item)
        }
    }
}

extension MergeCase.There {
    func act(on item: Item) throws {
        guard let context = item.managedObjectContext else { return }
        switch self {
        case .nothing: return
        case .name: item.name = "n1"
        case .note: item.note = "s1"
        case .both: (item.name, item.note) = ("n1", "s1")
        case .delete: context.delete(item)
        }
        try context.save()
    }
}

extension Item {
    /// Name and note as the context shows them; nil for an object that is deleted.
    fileprivate var shown: [String]? {
        if isDeleted || managedObjectContext == nil { return nil }
        return [name ?? "-", note ?? "-"]
    }
}

extension ManagedObjectContext {
    /// Saves one item, with the note "s0", and returns its ID.
    func performSaving(_ change: (Item) -> Void) throws -> ManagedObjectID {
        try performAndWait {
            let item = Item(context: self)
            item.note = "s0"
            change(item)
            try save()
            return item.objectID
        }
    }
}

extension Side {
    /// Name and note of the stored row; nil when it is gone.
    func stored(_ id: ManagedObjectID) throws -> [String]? {
        let context = context()
        return try context.performAndWait {
            do {
                let item = try context.item(id)
                return [item.name ?? "-", item.note ?? "-"]
            } catch let error as PersistenceError where error.code == .inaccessibleObject {
                return nil
            }
        }
    }
}
