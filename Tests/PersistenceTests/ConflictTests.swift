import Foundation
import Testing

@testable import Persistence

/// Conflicts beyond the truth table: records, marks, retries, deletions, relationships.
@Suite struct ConflictTests {
    /// POL-01, POL-02
    @Test func `the Error policy is the default, and each of the five can be set`() throws {
        let context = ManagedObjectContext(.privateQueue)
        #expect(context.mergePolicy === MergePolicy.error)
        let policies: [MergePolicy] = [
            .error, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
        ]
        for policy in policies {
            context.mergePolicy = policy
            #expect(context.mergePolicy === policy)
        }
        #expect(
            policies.map(\.mergeType) == [
                .error, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
            ])
    }

    /// POL-06, POL-07, B-POL-01, ERR-05
    @Test(arguments: StoreKind.allCases, MergeCase.Level.allCases)
    func `the Error policy reports one record for each object in conflict`(
        _ kind: StoreKind, _ level: MergeCase.Level
    ) throws {
        try withConflict(kind, level, names: ["a", "b", "c"]) { context, items, rows in
            let error = try #require(persistenceError { try context.save() })
            #expect((error as NSError).domain == "NSCocoaErrorDomain")
            #expect((error as NSError).code == 133_020)
            let records = try #require(error.userInfo["conflictList"] as? [MergeConflict])
            #expect(Set(records.map(\.sourceObject)) == Set(items))
            #expect(records.count == 3)
            #expect(try rows.side().notes() == ["theirs", "theirs", "theirs"])
            #expect(context.updatedObjects == Set(items))
            #expect(items.allSatisfy { $0.note == "ours" })
        }
    }

    /// POL-09, POL-10, POL-08
    @Test(arguments: StoreKind.allCases, MergeCase.Level.allCases)
    func `a record names object and versions`(_ kind: StoreKind, _ level: MergeCase.Level) throws {
        try withConflict(kind, level, names: ["a"]) { context, items, _ in
            let error = try #require(persistenceError { try context.save() })
            let record = try #require((error.userInfo["conflictList"] as? [MergeConflict])?.first)
            #expect(record.dictionary["object"] as? Item === items[0])
            #expect(record.oldVersionNumber == 1)
            #expect(record.newVersionNumber == 2)
            #expect((record.objectSnapshot == nil) == (level == .store))
            #expect((record.persistedSnapshot == nil) == (level == .cache))
            #expect(record.cachedSnapshot?["note"] as? String == (level == .cache ? "theirs" : "s0"))
        }
    }

    /// POL-16, RFR-11
    @Test(arguments: StoreKind.allCases, MergeCase.Level.allCases)
    func `after a conflict the application can refresh and save again`(
        _ kind: StoreKind, _ level: MergeCase.Level
    ) throws {
        try withConflict(kind, level, names: ["a"]) { context, items, rows in
            #expect(persistenceError { try context.save() }?.code == .merge)
            context.refresh(items[0], mergeChanges: true)
            #expect(items[0].committedValues(forKeys: ["note"])["note"] as? String == "theirs")
            try context.save()
            #expect(try rows.side().notes() == ["ours"])
        }
    }

    /// POL-14, POL-17
    @Test(arguments: StoreKind.allCases, MergePolicyType.allCases)
    func `objects without a conflict are saved under every policy`(_ kind: StoreKind, _ type: MergePolicyType) throws {
        let side = try SharedRows(kind).side()
        let (context, other) = (side.context(), side.context())
        try using(context, other) {
            let items = try context.savedItems("a", "b")
            try other.item(items[1].objectID).name = "theirs"
            try other.save()
            context.mergePolicy = MergePolicy(merge: type)
            items[0].name = "ours"
            try context.save()
            #expect(try side.names() == ["ours", "theirs"])
        }
    }

    /// POL-14
    @Test(arguments: StoreKind.allCases, MergeCase.Level.allCases)
    func `the Rollback policy gives up only the objects in conflict`(
        _ kind: StoreKind, _ level: MergeCase.Level
    ) throws {
        try withConflict(kind, level, names: ["a"]) { context, items, rows in
            context.mergePolicy = .rollback
            let added = Item(context: context)
            added.note = "new"
            try context.save()
            #expect(items[0].note == "theirs")
            #expect(!context.hasChanges)
            #expect(try rows.side().notes() == ["new", "theirs"])
        }
    }

    /// POL-14
    @Test(arguments: StoreKind.allCases, MergeCase.Level.allCases)
    func `the Rollback policy saves the updates and deletions that are in no conflict`(
        _ kind: StoreKind, _ level: MergeCase.Level
    ) throws {
        try withConflict(kind, level, names: ["a"]) { context, items, rows in
            context.mergePolicy = .rollback
            let others = try rows.side().context()
            let saved = try others.performAndWait { try others.savedItems("updated", "deleted").map(\.objectID) }
            try context.item(saved[0]).note = "ours"
            context.delete(try context.item(saved[1]))
            try context.save()
            #expect(items[0].note == "theirs")
            #expect(!context.hasChanges)
            #expect(try rows.side().notes() == ["ours", "theirs"])
        }
    }

    /// POL-04, POL-05, REF-14
    @Test(arguments: StoreKind.allCases, MergeCase.Level.allCases)
    func `a mark makes a save fail whose dependency was changed elsewhere, once`(
        _ kind: StoreKind, _ level: MergeCase.Level
    ) throws {
        let rows = try SharedRows(kind)
        let side = try rows.side()
        let (context, other) = (side.context(), level == .cache ? side.context() : try rows.side().context())
        try using(context, other) {
            let items = try context.savedItems("dependency", "edited")
            context.detectConflicts(for: items[0])
            try other.item(items[0].objectID).note = "theirs"
            try other.save()
            items[1].name = "changed"
            #expect(persistenceError { try context.save() }?.code == .merge)
            context.refresh(items[0], mergeChanges: true)
            try context.save()
            try other.item(items[0].objectID).note = "again"
            try other.save()
            items[1].name = "changed again"
            try context.save()
            #expect(!context.hasChanges)
        }
    }

    /// POL-04
    @Test(arguments: StoreKind.allCases)
    func `without a mark an unchanged object is not compared`(_ kind: StoreKind) throws {
        let side = try SharedRows(kind).side()
        let (context, other) = (side.context(), side.context())
        try using(context, other) {
            let items = try context.savedItems("dependency", "edited")
            try other.item(items[0].objectID).note = "theirs"
            try other.save()
            items[1].name = "changed"
            try context.save()
            #expect(items[0].note == "s0")
        }
    }

    /// POL-04, POL-05, REF-14
    @Test(arguments: StoreKind.allCases)
    func `a marked object lives until the save, which runs even without changes`(_ kind: StoreKind) throws {
        let rows = try SharedRows(kind)
        let context = try rows.side().context()
        let other = try rows.side().context()
        let id = try context.performSaving { $0.name = "a" }
        try using(context, other) {
            try mark(id, in: context)
            #expect(context.registeredObject(for: id) != nil)
            try other.item(id).name = "theirs"
            try other.save()
            #expect(!context.hasChanges)
            #expect(persistenceError { try context.save() }?.code == .merge)
            context.mergePolicy = .mergeByPropertyObjectTrump
            try context.save()
            #expect(context.registeredObject(for: id) == nil)
        }
    }

    @inline(never)
    private func mark(_ id: ManagedObjectID, in context: ManagedObjectContext) throws {
        context.detectConflicts(for: try context.item(id))
    }

    /// POL-05
    @Test(arguments: [false, true])
    func `reset and rollback end a mark`(_ resets: Bool) throws {
        let side = try SharedRows(.memory).side()
        let (context, other) = (side.context(), side.context())
        let id = try context.performSaving { $0.name = "a" }
        try using(context, other) {
            try mark(id, in: context)
            try other.item(id).name = "theirs"
            try other.save()
            if resets { context.reset() } else { context.rollback() }
            #expect(context.registeredObject(for: id) == nil)
            _ = Item(context: context)
            try context.save()
        }
    }

    /// B-POL-02
    @Test(arguments: StoreKind.allCases, MergeCase.Level.allCases)
    func `an object that trumped its row's deletion keeps its ID and can be saved again`(
        _ kind: StoreKind, _ level: MergeCase.Level
    ) throws {
        let rows = try SharedRows(kind)
        let side = try rows.side()
        let (context, other) = (side.context(), level == .cache ? side.context() : try rows.side().context())
        let id = try context.performSaving { $0.name = "a" }
        let witness = side.context()
        try using(context, other, witness) {
            let item = try context.item(id)
            let seen = try witness.item(id)
            other.delete(try other.item(id))
            try other.save()
            item.name = "kept"
            context.mergePolicy = .mergeByPropertyObjectTrump
            try context.save()
            context.mergePolicy = .error
            #expect(item.objectID == id)
            item.name = "again"
            try context.save()
            #expect(try rows.side().stored(id) == ["again", "s0"])
            #expect(try side.context().performAndWaitForName(id) == "again")
            #expect(seen.name == "a")
        }
    }

    /// B-POL-02
    @Test(arguments: StoreKind.allCases, [MergePolicyType.mergeByPropertyStoreTrump, .rollback])
    func `an object whose row is gone becomes deleted when the store wins`(
        _ kind: StoreKind, _ type: MergePolicyType
    ) throws {
        let side = try SharedRows(kind).side()
        let (context, other) = (side.context(), side.context())
        let id = try context.performSaving { $0.name = "a" }
        try using(context, other) {
            let item = try context.item(id)
            other.delete(try other.item(id))
            try other.save()
            item.name = "lost"
            context.mergePolicy = MergePolicy(merge: type)
            let hooks = Hooks(context)
            try context.save()
            #expect(item.isDeleted)
            #expect(item.changedValues().isEmpty)
            #expect(hooks.take().last?.hasPrefix("ObjectsDidChange deleted:") == true)
            #expect(try context.itemNames() == [])
            try context.save()
            context.checkInvariants()
        }
    }

    /// POL-03
    @Test(arguments: StoreKind.allCases, MergePolicyType.allCases)
    func `deleted on both sides is no conflict`(_ kind: StoreKind, _ type: MergePolicyType) throws {
        let rows = try SharedRows(kind)
        let (context, other) = (try rows.side().context(), try rows.side().context())
        let id = try context.performSaving { $0.name = "a" }
        try using(context, other) {
            let item = try context.item(id)
            context.mergePolicy = MergePolicy(merge: type)
            context.delete(item)
            other.delete(try other.item(id))
            try other.save()
            try context.save()
            #expect(!context.hasChanges)
            #expect(context.registeredObject(for: id) == nil)
        }
    }

    /// B-POL-03
    @Test(arguments: StoreKind.allCases)
    func `a policy of one's own decides`(_ kind: StoreKind) throws {
        final class Longest: MergePolicy, @unchecked Sendable {
            override func resolve(mergeConflicts list: [MergeConflict]) throws {
                for conflict in list {
                    guard let item = conflict.sourceObject as? Item else { continue }
                    let theirs = conflict.cachedSnapshot?["note"] as? String ?? ""
                    if theirs.count > item.note?.count ?? 0 { item.note = theirs }
                }
                try super.resolve(mergeConflicts: list)
            }
        }
        try withConflict(kind, .cache, names: ["a"]) { context, items, rows in
            context.mergePolicy = Longest(merge: .mergeByPropertyObjectTrump)
            try context.save()
            #expect(items[0].note == "theirs")
            #expect(!context.hasChanges)
            #expect(try rows.side().notes() == ["theirs"])
        }
    }

    /// B-POL-03, SAV-25
    @Test(arguments: StoreKind.allCases)
    func `what a policy changed beside the conflict is told again when it changes after the save failed`(
        _ kind: StoreKind
    ) throws {
        final class Labelling: MergePolicy, @unchecked Sendable {
            override func resolve(mergeConflicts list: [MergeConflict]) throws {
                for conflict in list { (conflict.sourceObject as? Item)?.box?.label = "labelled" }
                try super.resolve(mergeConflicts: list)
            }
        }
        try withConflict(kind, .cache, names: ["a"]) { context, items, _ in
            let box = Box(context: context), other = Item(context: context)
            items[0].box = box
            let hooks = Hooks(context)
            hooks.validate = { _ in if box.label != nil { throw PersistenceError(.validationGeneric, "No.") } }
            context.mergePolicy = Labelling(merge: .rollback)
            #expect(persistenceError { try context.save() }?.code == .validationGeneric)
            let told = Recorder(.managedObjectContextObjectsDidChange, from: context) { $0.userInfo ?? [:] }
            box.label = "again"
            context.processPendingChanges()
            #expect(told.events.count == 1)
            #expect(other.isInserted)
        }
    }

    /// B-POL-04
    @Test(arguments: StoreKind.allCases, [1, 3, 6])
    func `rows that change again while conflicts are resolved are compared again`(
        _ kind: StoreKind, _ times: Int
    ) throws {
        let rows = try SharedRows(kind)
        let (side, far) = (try rows.side(), try rows.side())
        let (context, other) = (side.context(), far.context())
        let id = try context.performSaving { $0.name = "a" }
        try using(context, other) {
            let item = try context.item(id)
            let copy = try other.item(id)
            var left = times
            // Between planning and writing, somebody else saves.
            side.probe.willWrite = {
                guard left > 0 else { return }
                left -= 1
                copy.count = Int32(left)
                try other.save()
            }
            context.mergePolicy = .mergeByPropertyObjectTrump
            item.name = "ours"
            try context.save()
            side.probe.willWrite = {}
            #expect(item.name == "ours")
            #expect(!context.hasChanges)
            #expect(left == max(0, times - 4))
            #expect(item.count == Int32(left))
        }
    }

    /// NTF-08, SAV-13
    @Test(arguments: StoreKind.allCases, MergePolicyType.allCases.filter { $0 != .error })
    func `an object that a merge gave other values is told as refreshed`(
        _ kind: StoreKind, _ type: MergePolicyType
    ) throws {
        let rows = try SharedRows(kind)
        let (context, other) = (try rows.side().context(), try rows.side().context())
        try using(context, other) {
            let items = try context.savedItems("a", "b")
            try other.item(items[0].objectID).note = "theirs"
            try other.save()
            for item in items { item.name = "ours" }
            context.processPendingChanges()
            context.mergePolicy = MergePolicy(merge: type)
            var refreshed: [Set<ManagedObject>] = []
            try observing(.managedObjectContextObjectsDidChange, of: context) { note in
                if let objects = note.userInfo?["refreshed"] as? Set<ManagedObject> { refreshed.append(objects) }
            } _: {
                try context.save()
            }
            #expect(refreshed == [[items[0]]])
        }
    }

    /// SAV-13, TRN-01
    @Test(arguments: StoreKind.allCases, MergePolicyType.allCases.filter { $0 != .error })
    func `a transient value outlives a merge`(_ kind: StoreKind, _ type: MergePolicyType) throws {
        let rows = try SharedRows(kind)
        let (context, other) = (try rows.side().context(), try rows.side().context())
        try using(context, other) {
            let item = try context.savedItems("a")[0]
            item.shade = "blue"
            try context.save()
            try other.item(item.objectID).note = "theirs"
            try other.save()
            item.name = "ours"
            context.mergePolicy = MergePolicy(merge: type)
            try context.save()
            #expect(item.shade == "blue")
            #expect(!context.hasChanges)
        }
    }

    /// B-POL-04, POL-14
    @Test(arguments: StoreKind.allCases)
    func `a row that was read while conflicts were resolved for good is no conflict later`(_ kind: StoreKind) throws {
        let rows = try SharedRows(kind)
        let (side, far) = (try rows.side(), try rows.side())
        let (context, witness, other) = (side.context(), side.context(), far.context())
        let id = try context.performSaving { $0.name = "a" }
        try using(context, witness, other) {
            let (item, held, copy) = (try context.item(id), try witness.item(id), try other.item(id))
            var left: Int32 = 6
            side.probe.willWrite = {
                left -= 1
                copy.count = left
                try other.save()
            }
            context.mergePolicy = .rollback
            item.name = "ours"
            try context.save()
            side.probe.willWrite = {}
            #expect(item.count == left)
            context.mergePolicy = .error
            item.name = "later"
            try context.save()
            #expect(item.name == "later" && item.count == left)
            withExtendedLifetime(held) {}
        }
    }

    /// POL-13, POL-12
    @Test(
        arguments: StoreKind.allCases,
        [MergePolicyType.mergeByPropertyObjectTrump, .overwrite, .mergeByPropertyStoreTrump])
    func `relationships merge as properties`(_ kind: StoreKind, _ type: MergePolicyType) throws {
        let side = try SharedRows(kind).side()
        let (context, other) = (side.context(), side.context())
        try using(context, other) {
            let item = try context.savedItems("a")[0]
            let (ours, theirs) = (Box(context: context), Box(context: context))
            (ours.label, theirs.label) = ("ours", "theirs")
            try context.save()
            let copy = try other.item(item.objectID)
            copy.box = other.object(with: theirs.objectID) as? Box
            try other.save()
            item.box = ours
            context.mergePolicy = MergePolicy(merge: type)
            try context.save()
            let winner = type == .mergeByPropertyStoreTrump ? "theirs" : "ours"
            #expect(item.box?.label == winner)
            let fresh = side.context()
            let stored = try fresh.performAndWait { try fresh.item(item.objectID).box?.label }
            #expect(stored == winner)
        }
    }

    /// POL-03
    @Test(arguments: StoreKind.allCases)
    func `members that both sides added to one box are all there`(_ kind: StoreKind) throws {
        let side = try SharedRows(kind).side()
        let (context, other) = (side.context(), side.context())
        context.mergePolicy = .mergeByPropertyObjectTrump
        try using(context, other) {
            let items = try context.savedItems("a", "b")
            let box = Box(context: context)
            try context.save()
            let theirBox = other.object(with: box.objectID) as? Box
            try other.item(items[0].objectID).box = theirBox
            theirBox?.label = "theirs"
            try other.save()
            items[1].box = box
            box.label = "ours"
            try context.save()
            #expect(box.label == "ours")
            #expect(box.items.compactMap(\.name).sorted() == ["a", "b"])
            let fresh = side.context()
            let stored = try fresh.performAndWait {
                (try fresh.existingObject(with: box.objectID) as? Box)?.items.compactMap(\.name).sorted()
            }
            #expect(stored == ["a", "b"])
        }
    }

    /// POL-03, SAV-29
    @Test(arguments: StoreKind.allCases, [false, true])
    func `a fault that was never fired can be deleted`(_ kind: StoreKind, _ isCached: Bool) throws {
        let rows = try SharedRows(kind, model: Company.model())
        let (side, far) = (try rows.side(), try rows.side())
        let (context, witness) = (side.context(), isCached ? side.context() : far.context())
        let writer = far.context()
        try using(context, witness, writer) {
            let entry = Entry(context: writer)
            try writer.save()
            let seen = try witness.existingObject(with: entry.objectID)
            context.delete(context.object(with: entry.objectID))
            try context.save()
            #expect(try context.count(for: FetchRequest<Entry>(entityName: "Entry")) == 0)
            withExtendedLifetime(seen) {}
        }
    }

    /// Items that were all changed elsewhere and are changed here.
    private func withConflict(
        _ kind: StoreKind, _ level: MergeCase.Level, names: [String],
        _ body: (ManagedObjectContext, [Item], SharedRows) throws -> Void
    ) throws {
        let rows = try SharedRows(kind)
        let side = try rows.side()
        let (context, other) = (side.context(), level == .cache ? side.context() : try rows.side().context())
        try using(context, other) {
            let items = try names.map { try context.savedItems($0)[0] }
            for item in items { try other.item(item.objectID).note = "theirs" }
            try other.save()
            for item in items { item.note = "ours" }
            try body(context, items, rows)
            context.checkInvariants()
        }
    }
}

extension ManagedObjectContext {
    fileprivate func performAndWaitForName(_ id: ManagedObjectID) throws -> String? {
        try performAndWait { try item(id).name }
    }
}

extension Side {
    /// The notes of all stored items, sorted.
    fileprivate func notes() throws -> [String] {
        let context = context()
        return try context.performAndWait {
            try context.fetch(FetchRequest<Item>(entityName: "Item")).map { $0.note ?? "-" }.sorted()
        }
    }
}
