import Persistence
import PersistenceTestSupport
import Testing

/// Failed reads, at each read of an operation: no change is lost, and no object is taken for deleted.
@Suite struct FailedReadTests {
    /// Expects that a failed save left all pending changes, except that deletions may have been propagated.
    private func expectKept(_ before: [String], _ now: [String], _ comment: String) {
        let state = { (lines: [String]) in lines.filter { !$0.hasPrefix("updated") } }
        #expect(state(before) == state(now), "\(comment)")
        let updated = { (lines: [String]) in Set(lines.compactMap { $0.split(separator: " ").dropFirst().first }) }
        #expect(updated(before).isSubset(of: updated(now)), "\(comment)")
    }

    /// Saves with the first read failing, then the second, and so on until none fails. A failed save throws and leaves
    /// all changes pending. Saved again, it writes the same as a save without failures.
    /// - Parameters:
    ///   - news: Changes the store without the coordinator before the save.
    ///   - change: Makes the changes and returns the context to save, which is the given one or a child of it.
    private func saveFailing(
        _ kind: StoreKind, news: (SavedClub) throws -> Void = { _ in },
        _ change: (SavedClub, ManagedObjectContext) throws -> ManagedObjectContext
    ) throws {
        let wanted = try run(kind, 0, false, news, change).stored
        #expect(try SavedClub(kind).stored() != wanted)
        for isLasting in [false, true] {
            for number in 1... {
                let outcome = try run(kind, number, isLasting, news, change)
                #expect(outcome.stored == wanted, "read \(number)\(isLasting ? " and all after it" : "")")
                if outcome.failures == 0 { break }
            }
        }
    }

    private func run(
        _ kind: StoreKind, _ number: Int, _ isLasting: Bool, _ news: (SavedClub) throws -> Void,
        _ change: (SavedClub, ManagedObjectContext) throws -> ManagedObjectContext
    ) throws -> (stored: [String], failures: Int) {
        let world = try SavedClub(kind)
        let root = world.side.context()
        root.mergePolicy = .mergeByPropertyObjectTrump
        root.undoManager = ContextUndoManager()
        return try using(root) {
            let context = try change(world, root)
            return try using(context) {
                try news(world)
                let (before, above) = (context.pendingLines, context.parent?.pendingLines)
                world.side.probe.beginFailing(at: number > 0 ? number : .max, lasting: isLasting)
                do {
                    try context.save()
                } catch {
                    #expect(error is ReadFailure, "read \(number): \(error)")
                    world.side.probe.endFailing()
                    expectKept(before, context.pendingLines, "read \(number)")
                    #expect(context.parent?.pendingLines == above, "read \(number)")
                }
                world.side.probe.endFailing()
                let failures = world.side.probe.failures
                try context.save()
                if context !== root { try root.save() }
                root.checkInvariants()
                context.checkInvariants()
                return (try world.stored(), failures)
            }
        }
    }

    /// B-REL-03, SAV-12
    @Test(arguments: StoreKind.allCases, ["a", "b", "d", "t", "1", "x"])
    func `a deletion stays pending when the related objects cannot be read`(kind: StoreKind, name: String) throws {
        try saveFailing(kind) { world, root in
            world.object("c", in: root).setValue("changed", forKey: "name")
            root.delete(world.object(name, in: root))
            return root
        }
    }

    /// B-REL-03
    @Test(arguments: StoreKind.allCases)
    func `deletions that cannot be propagated during a save stay pending`(kind: StoreKind) throws {
        try saveFailing(kind) { world, root in
            root.propagatesDeletesAtEndOfEvent = false
            for name in ["a", "t", "y"] { root.delete(world.object(name, in: root)) }
            return root
        }
    }

    /// CHD-03, B-CHD-04
    @Test(arguments: StoreKind.allCases)
    func `a child's save that fails to read leaves both contexts unchanged`(kind: StoreKind) throws {
        try saveFailing(kind) { world, root in
            world.object("z", in: root).setValue("z2", forKey: "name")
            let drafted = root.insert("Member", named: "drafted")
            root.processPendingChanges()
            let child = root.makeChild()
            return child.performAndWait {
                let early = child.object(with: drafted.objectID)
                early.setValue("early", forKey: "name")
                early.setValue(world.object("u", in: child), forKey: "team")
                let (a, b) = (world.object("a", in: child), world.object("b", in: child))
                a.setValue("a2", forKey: "name")
                a.setValue(world.object("u", in: child), forKey: "team")
                a.setValue(["3", "1"].map { world.object($0, in: child) }, forKey: "songs")
                a.drop(world.object("x", in: child), from: "tags")
                a.add(world.object("z", in: child), to: "tags")
                b.setValue(nil, forKey: "mentor")
                world.object("t", in: child).setValue([world.object("c", in: child), b], forKey: "members")
                let new = child.insert("Member", named: "new")
                new.setValue(world.object("d", in: child), forKey: "spouse")
                new.add(a, to: "friends")
                child.delete(world.object("2", in: child))
                child.processPendingChanges()
                return child
            }
        }
    }

    /// CHD-12, B-CHD-06
    @Test(arguments: StoreKind.allCases)
    func `a child's save restores an object deleted in its parent, or fails`(kind: StoreKind) throws {
        try saveFailing(kind) { world, root in
            let child = root.makeChild()
            child.performAndWait {
                world.object("a", in: child).setValue("a2", forKey: "name")
                world.object("b", in: child).setValue(world.object("u", in: child), forKey: "team")
                child.processPendingChanges()
            }
            root.delete(world.object("a", in: root))
            root.processPendingChanges()
            root.refresh(world.object("b", in: root), mergeChanges: false)
            return child
        }
    }

    /// POL-04, B-POL-02
    @Test(
        arguments: StoreKind.allCases,
        [MergePolicyType.mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump, .overwrite, .rollback])
    func `a conflict whose row cannot be read fails the save`(kind: StoreKind, policy: MergePolicyType) throws {
        try saveFailing(kind) { world in
            try world.elsewhere { context, named in
                let (b, song) = (try named("b"), try named("1"))
                context.delete(try named("a"))
                b.setValue("b2", forKey: "name")
                b.setValue([song], forKey: "songs")
                try named("c").setValue("c2", forKey: "name")
                context.delete(try named("y"))
            }
        } _: { world, root in
            root.mergePolicy = MergePolicy(merge: policy)
            let (a, b, c) = (world.object("a", in: root), world.object("b", in: root), world.object("c", in: root))
            for key in ["tags", "songs", "friends"] { _ = a.names(key) }
            a.setValue("mine", forKey: "name")
            a.add(world.object("z", in: root), to: "tags")
            b.setValue(["2", "3"].map { world.object($0, in: root) }, forKey: "songs")
            b.add(a, to: "pupils")
            root.delete(c)
            root.insert("Tag", named: "w")
            return root
        }
    }

    /// What a context contains of the club, after reading each object.
    private func shown(_ world: SavedClub, _ context: ManagedObjectContext) -> [String] {
        ["a", "b", "c", "d", "t", "u", "1", "2", "3", "x", "y", "z"].map { name in
            let object = world.object(name, in: context)
            do { try object.loadValues() } catch { return "gone" }
            return object.line
        }
    }

    /// MRG-03, MRG-04
    @Test(arguments: StoreKind.allCases, [false, true])
    func `a merge that fails to read keeps old values and pending changes`(kind: StoreKind, isLasting: Bool) throws {
        for number in 1... {
            let world = try SavedClub(kind)
            let context = world.side.context(), saver = world.side.context()
            let failures = try using(context, saver) {
                let all = ["a", "b", "c", "d", "x", "y", "z"].map { world.object($0, in: context) }
                for object in all { _ = object.line }
                all[1].setValue("mine", forKey: "name")
                all[1].add(all[0], to: "friends")
                all[3].setValue([world.object("2", in: context)], forKey: "songs")
                context.delete(world.object("3", in: context))
                context.delete(all[5])
                context.processPendingChanges()
                saver.delete(world.object("a", in: saver))
                world.object("b", in: saver).setValue("theirs", forKey: "name")
                world.object("c", in: saver).setValue("c2", forKey: "name")
                world.object("c", in: saver).setValue(world.object("t", in: saver), forKey: "team")
                let note = try saver.savedNote()
                var saved = try #require(SavedChanges(note))
                saved.deleted.append(world.ids["y"]!)
                context.stalenessInterval = 0
                world.side.probe.beginFailing(at: number, lasting: isLasting)
                context.mergeChanges(saved)
                world.side.probe.endFailing()
                let failures = world.side.probe.failures
                #expect(all[1].isUpdated && all[1].value(forKey: "name") as? String == "mine")
                let pending = context.deletedObjects.filter(\.hasChanges)
                #expect(pending.contains(all[5]) && pending.count == 2)
                #expect(all[3].isUpdated && all[3].names("songs") == ["2"])
                #expect(all[2].value(forKey: "name") as? String ?? "" != "")
                context.rollback()
                context.refreshAllObjects()
                let fresh = world.side.context()
                try using(fresh) {
                    #expect(shown(world, context) == shown(world, fresh))
                }
                context.checkInvariants()
                return failures
            }
            if failures == 0 { break }
        }
    }

    /// MRG-03
    @Test(arguments: StoreKind.allCases)
    func `remote changes that cannot be read do not discard local changes`(kind: StoreKind) throws {
        for number in 1... {
            let world = try SavedClub(kind)
            let context = world.side.context()
            let failures = try using(context) {
                let (a, b) = (world.object("a", in: context), world.object("b", in: context))
                _ = (a.line, b.line)
                a.setValue("mine", forKey: "name")
                try world.elsewhere { _, named in
                    try named("a").setValue("theirs", forKey: "name")
                    try named("b").setValue("b2", forKey: "name")
                }
                world.side.probe.beginFailing(at: number)
                ManagedObjectContext.mergeChanges(
                    fromRemoteContextSave: ["updated": [a.objectID, b.objectID]], into: [context])
                world.side.probe.endFailing()
                #expect(a.value(forKey: "name") as? String == "mine" && a.isUpdated)
                #expect(["b", "b2"].contains(b.value(forKey: "name") as? String))
                context.mergePolicy = .mergeByPropertyObjectTrump
                try context.save()
                #expect(try world.stored().contains { $0.hasPrefix("Member mine ") })
                return world.side.probe.failures
            }
            if failures == 0 { break }
        }
    }

    /// UND-11, B-UND-03
    @Test(arguments: StoreKind.allCases, [false, true])
    func `undoing the deletion of an unread object restores the whole object`(kind: StoreKind, isSaved: Bool) throws {
        for number in 1... {
            let world = try SavedClub(kind)
            let before = try world.stored()
            let context = world.side.context()
            context.undoManager = ContextUndoManager()
            let failures = try using(context) {
                context.delete(world.object("a", in: context))
                world.side.probe.beginFailing(at: number)
                context.processPendingChanges()
                world.side.probe.endFailing()
                let failures = world.side.probe.failures
                #expect(context.deletedObjects.count == 1)
                if isSaved { try context.save() }
                context.undo()
                try context.save()
                context.checkInvariants()
                return failures
            }
            #expect(try world.stored().map(order) == before.map(order), "read \(number)")
            if failures == 0 { break }
        }
    }

    /// A line without the order of relationships, which undo restores at the end.
    private func order(_ line: String) -> String {
        line.split(separator: " ").map { part in
            let sides = part.split(separator: "=", maxSplits: 1)
            guard sides.count == 2 else { return String(part) }
            return sides[0] + "=" + sides[1].split(separator: ",").sorted().joined(separator: ",")
        }.joined(separator: " ")
    }

    /// UND-11
    @Test(arguments: StoreKind.allCases)
    func `an undo that fails to read changes nothing and can be repeated`(kind: StoreKind) throws {
        for number in 1... {
            let world = try SavedClub(kind)
            let before = try world.stored()
            let context = world.side.context()
            context.undoManager = ContextUndoManager()
            let failures = try using(context) {
                let a = world.object("a", in: context)
                a.setValue("a2", forKey: "name")
                a.setValue([world.object("2", in: context)], forKey: "songs")
                a.setValue(nil, forKey: "team")
                try context.save()
                for name in ["a", "t", "1", "3"] {
                    context.refresh(world.object(name, in: context), mergeChanges: false)
                }
                context.processPendingChanges()
                world.side.probe.beginFailing(at: number)
                context.undo()
                world.side.probe.endFailing()
                let failures = world.side.probe.failures
                if failures > 0 {
                    #expect(!context.hasChanges && context.undoManager?.canUndo == true)
                    context.undo()
                }
                #expect(context.undoManager?.canRedo == true)
                try context.save()
                context.checkInvariants()
                return failures
            }
            #expect(try world.stored().map(order) == before.map(order), "read \(number)")
            if failures == 0 { break }
        }
    }

    @Test(arguments: StoreKind.allCases, [[], ["team", "songs.fans", "tags"]])
    func `a batch that cannot be read never traps, and firing a fault throws`(kind: StoreKind, paths: [String]) throws {
        for number in 1... {
            let world = try SavedClub(kind)
            let context = world.side.context()
            let failures = try using(context) {
                let request = FetchRequest<ManagedObject>(entityName: "Member")
                request.fetchBatchSize = 2
                request.sortDescriptors = [FetchSortDescriptor(key: "name")]
                request.relationshipKeyPathsForPrefetching = paths
                let results = try context.fetchBatched(request)
                world.side.probe.beginFailing(at: number, lasting: true)
                for object in results {
                    guard object.isFault else { continue }
                    do { try object.loadValues() } catch { #expect(error is ReadFailure) }
                }
                let failures = world.side.probe.failures
                if number == 1 {
                    #expect(throws: ReadFailure.self) { try results[0].loadValues() }
                    #expect(throws: ReadFailure.self) { try context.fetch(request) }
                }
                world.side.probe.endFailing()
                #expect(results.map { $0.value(forKey: "name") as? String } == ["a", "b", "c", "d"])
                #expect(results[0].names("songs") == ["1", "2", "3"])
                return failures
            }
            if failures == 0 { break }
        }
    }

    /// B-CHD-03
    @Test(arguments: StoreKind.allCases, [false, true])
    func `a fetch with unsaved changes throws when it cannot read`(kind: StoreKind, isInChild: Bool) throws {
        for number in 1... {
            let world = try SavedClub(kind)
            let root = world.side.context()
            let failures = try using(root) {
                world.object("a", in: root).setValue("zz", forKey: "name")
                root.delete(world.object("d", in: root))
                let context = isInChild ? root.makeChild() : root
                return try using(context) { () throws in
                    let request = FetchRequest<ManagedObject>(entityName: "Member")
                    request.predicate = FetchPredicate(format: "team.name == 't' AND ANY tags.name == 'y'")
                    request.sortDescriptors = [FetchSortDescriptor(key: "name")]
                    world.side.probe.beginFailing(at: number)
                    var found: [ManagedObject]?
                    do { found = try context.fetch(request) } catch { #expect(error is ReadFailure) }
                    world.side.probe.endFailing()
                    #expect((found == nil) == (world.side.probe.failures > 0))
                    #expect(
                        try (found ?? context.fetch(request)).map { $0.value(forKey: "name") as? String } == [
                            "b", "zz",
                        ])
                    return world.side.probe.failures
                }
            }
            if failures == 0 { break }
        }
    }
}
