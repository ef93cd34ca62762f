import Persistence
import PersistenceTestSupport
import Testing

/// A change through children is compared with the version that it was made on, when the root saves.
@Suite struct ChangedUnderChildTests {
    /// What the parents of a child have of an object before the child's save.
    enum Knowledge: CaseIterable {
        case nothing, unreadFault, olderRow, mergedRow, refreshedRow, ownChange
    }

    /// A root context with an item, a chain of children, and another context.
    private func withChain(
        _ kind: StoreKind, generations: Int,
        _ body: (_ chain: ContextChain, _ other: ManagedObjectContext, _ id: ManagedObjectID) throws -> Void
    ) throws {
        let side = try SharedRows(kind).side()
        let root = side.context(), other = side.context()
        let id = try side.context().performSaving { ($0.name, $0.count) = ("a", 50) }
        let chain = ContextChain(root, generations: generations)
        try chain.use { try using(other) { try body(chain, other, id) } }
    }

    /// Lets the parents have a state of the item. Returns what has to be retained for it.
    private func learn(
        _ knowledge: Knowledge, _ id: ManagedObjectID, in chain: ContextChain, before change: () throws -> SavedChanges
    ) throws -> [ManagedObject] {
        let items = knowledge == .nothing ? [] : chain.parents.map { $0.object(with: id) as! Item }
        if ![.nothing, .unreadFault].contains(knowledge) { for item in items { _ = item.count } }
        if knowledge == .ownChange { for item in items { item.note = "own" } }
        let saved = try change()
        for (item, parent) in zip(items, chain.parents) {
            if knowledge == .mergedRow { parent.mergeChanges(saved) }
            if knowledge == .refreshedRow { parent.refresh(item, mergeChanges: true) }
            if [.mergedRow, .refreshedRow].contains(knowledge) { _ = item.count }
        }
        return items
    }

    /// CHD-11, POL-03
    @Test(arguments: StoreKind.allCases, Knowledge.allCases)
    func `a commit between a child's read and its save is a conflict, whatever its parents know of it`(
        _ kind: StoreKind, _ knowledge: Knowledge
    ) throws {
        for generations in 1...3 {
            try withChain(kind, generations: generations) { chain, other, id in
                let mine = try chain.last.item(id)
                let count = mine.count!
                let known = try learn(knowledge, id, in: chain) {
                    try other.change(id) { $0.count = 100 }
                }
                mine.count = count - 10
                try chain.saveChildren()
                #expect(persistenceError { try chain.root.save() }?.code == .merge)
                #expect(try other.stored(id).count == 100)
                chain.root.mergePolicy = .mergeByPropertyStoreTrump
                try chain.root.save()
                #expect(try other.stored(id).count == 100)
                withExtendedLifetime(known) {}
            }
        }
    }

    /// CHD-11, POL-03
    @Test(arguments: StoreKind.allCases, Knowledge.allCases)
    func `a child's deletion of an object that was changed meanwhile is a conflict`(
        _ kind: StoreKind, _ knowledge: Knowledge
    ) throws {
        for generations in 1...3 {
            try withChain(kind, generations: generations) { chain, other, id in
                let mine = try chain.last.item(id)
                #expect(mine.count == 50)
                let known = try learn(knowledge, id, in: chain) { try other.change(id) { $0.count = 100 } }
                chain.last.delete(mine)
                try chain.saveChildren()
                #expect(persistenceError { try chain.root.save() }?.code == .merge)
                #expect(try other.stored(id).count == 100)
                withExtendedLifetime(known) {}
            }
        }
    }

    /// CHD-14, POL-03
    @Test(arguments: StoreKind.allCases)
    func `a child's deletion of an object that it has not read is no conflict`(_ kind: StoreKind) throws {
        try withChain(kind, generations: 2) { chain, other, id in
            let mine = chain.last.object(with: id)
            _ = try other.change(id) { $0.count = 100 }
            chain.last.delete(mine)
            try chain.saveChildren()
            try chain.root.save()
            #expect(try other.itemNames() == [])
        }
    }

    /// CHD-11, POL-03
    @Test(arguments: StoreKind.allCases, [false, true])
    func `a policy merges a child's change with the properties that others changed`(
        _ kind: StoreKind, _ isReadByParent: Bool
    ) throws {
        try withChain(kind, generations: 2) { chain, other, id in
            let mine = try chain.last.item(id)
            #expect(mine.count == 50)
            _ = try other.change(id) { ($0.count, $0.note) = (100, "theirs") }
            let known = isReadByParent ? try chain.root.item(id) : nil
            (mine.count, mine.name) = (40, "mine")
            try chain.saveChildren()
            chain.root.mergePolicy = .mergeByPropertyStoreTrump
            try chain.root.save()
            let stored = try other.stored(id)
            #expect((stored.count, stored.name, stored.note) == (100, "mine", "theirs"))
            withExtendedLifetime(known) {}
        }
    }

    /// CHD-14
    @Test(arguments: StoreKind.allCases, [false, true])
    func `a child's further changes do not conflict with its own first ones`(
        _ kind: StoreKind, _ isRetained: Bool
    ) throws {
        for generations in 1...3 {
            try withChain(kind, generations: generations) { chain, other, id in
                let known = isRetained ? chain.parents.map { $0.object(with: id) } : []
                let mine = try chain.last.item(id)
                for count in Int32(1)...3 {
                    mine.count = count
                    try chain.saveChildren()
                    try chain.root.save()
                    #expect(try other.stored(id).count == count)
                }
                withExtendedLifetime(known) {}
            }
        }
    }

    /// CHD-14
    @Test(arguments: StoreKind.allCases, [false, true])
    func `what a child's own root wrote meanwhile is no conflict`(_ kind: StoreKind, _ isRetained: Bool) throws {
        try withChain(kind, generations: 2) { chain, other, id in
            let mine = try chain.last.item(id)
            #expect(mine.count == 50)
            var roots: Item?
            for note in ["one", "two"] {
                let item = try chain.root.item(id)
                item.note = note
                try chain.root.save()
                if isRetained { roots = item }
            }
            mine.count = 40
            try chain.saveChildren()
            try chain.root.save()
            let stored = try other.stored(id)
            #expect((stored.count, stored.note) == (40, "two"))
            withExtendedLifetime(roots) {}
        }
    }

    /// CHD-11, POL-03
    @Test(arguments: StoreKind.allCases, [false, true])
    func `a commit after a child's own first change conflicts with its second`(
        _ kind: StoreKind, _ isRetained: Bool
    ) throws {
        for generations in 1...3 {
            try withChain(kind, generations: generations) { chain, other, id in
                let mine = try chain.last.item(id)
                mine.count = 40
                try chain.saveChildren()
                try chain.root.save()
                _ = try other.change(id) { $0.count = 100 }
                let known = isRetained ? try chain.root.item(id) : nil
                if let known {
                    chain.root.refresh(known, mergeChanges: true)
                    #expect(known.count == 100)
                }
                mine.note = "second"
                try chain.saveChildren()
                #expect(persistenceError { try chain.root.save() }?.code == .merge)
                chain.root.mergePolicy = .mergeByPropertyObjectTrump
                try chain.root.save()
                let stored = try other.stored(id)
                #expect((stored.count, stored.note) == (100, "second"))
                withExtendedLifetime(known) {}
            }
        }
    }

    /// CHD-11, POL-03, B-CHD-01
    @Test(arguments: StoreKind.allCases)
    func `a commit after a child's saved insertion conflicts with its later change`(_ kind: StoreKind) throws {
        for generations in 1...3 {
            try withChain(kind, generations: generations) { chain, other, _ in
                let mine = Item(context: chain.last)
                mine.count = 50
                try chain.saveChildren()
                try chain.root.save()
                let id = try #require(other.fetch(FetchRequest<Item>(entityName: "Item")).first { $0.name == nil })
                    .objectID
                _ = try other.change(id) { $0.count = 100 }
                mine.count = 40
                try chain.saveChildren()
                #expect(persistenceError { try chain.root.save() }?.code == .merge)
                #expect(try other.stored(id).count == 100)
            }
        }
    }

    /// CHD-14, RFR-11
    @Test(arguments: StoreKind.allCases)
    func `a child that read an object again after a commit does not conflict`(_ kind: StoreKind) throws {
        for generations in 1...3 {
            try withChain(kind, generations: generations) { chain, other, id in
                let mine = try chain.last.item(id)
                #expect(mine.count == 50)
                let saved = try other.change(id) { $0.count = 100 }
                for context in chain.all { context.mergeChanges(saved) }
                mine.count! -= 10
                try chain.saveChildren()
                try chain.root.save()
                #expect(try other.stored(id).count == 90)
            }
        }
    }

    /// CHD-11, B-CHD-06
    @Test(arguments: StoreKind.allCases)
    func `a merge of what a parent saved keeps a child's change on the version that it was made on`(
        _ kind: StoreKind
    ) throws {
        let side = try SharedRows(kind).side()
        let chain = ContextChain(side.context(), generations: 2), other = side.context()
        let (root, child) = (chain.root, chain.all[1])
        let id = try other.performAndWait { try other.performSaving { $0.count = 50 } }
        child.automaticallyMergesChangesFromParent = true
        // The merge waits until the child's queue is free.
        try chain.use {
            let mine = try chain.last.item(id)
            #expect(mine.count == 50)
            try root.item(id).note = "own"
            try root.save()
            _ = try other.performAndWait { try other.change(id) { $0.count = 100 } }
            mine.count = 40
            try chain.last.save()
        }
        try chain.use {
            try child.save()
            #expect(persistenceError { try root.save() }?.code == .merge)
        }
        #expect(try other.performAndWait { try other.stored(id).count } == 100)
    }

    /// CHD-12, RBK-01
    @Test(arguments: StoreKind.allCases)
    func `the version of a child's change outlives the child and its parent's objects`(_ kind: StoreKind) throws {
        let side = try SharedRows(kind).side()
        let root = side.context(), other = side.context()
        try using(root, other) {
            let id = try other.performSaving { $0.count = 50 }
            try changeInChild(id, root, other)
            #expect(persistenceError { try root.save() }?.code == .merge)
            root.rollback()
            #expect(try root.item(id).count == 100)
        }
    }

    /// Changes an item in a child that is released afterwards, while another context saves a change of it.
    private func changeInChild(
        _ id: ManagedObjectID, _ root: ManagedObjectContext, _ other: ManagedObjectContext
    ) throws {
        let child = root.makeChild()
        try using(child) {
            let mine = try child.item(id)
            let count = mine.count!
            _ = try other.change(id) { $0.count = 100 }
            mine.count = count - 10
            try child.save()
        }
    }
}

extension ManagedObjectContext {
    /// Saves a change of an item, and releases the item.
    fileprivate func change(_ id: ManagedObjectID, _ body: (Item) -> Void) throws -> SavedChanges {
        try scope {
            body(try stored(id))
            try save()
        }
        var saved = SavedChanges()
        saved.updated = [id]
        return saved
    }

    /// The item with its newest values.
    fileprivate func stored(_ id: ManagedObjectID) throws -> Item {
        let item = try item(id)
        refresh(item, mergeChanges: false)
        return item
    }
}
