import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// New objects and their IDs, saved through several generations of contexts.
@Suite struct GenerationsTests {
    /// B-CHD-01
    @Test(arguments: StoreKind.allCases)
    func `an object ID stays temporary until the root context saves`(_ kind: StoreKind) throws {
        try withChild(kind) { side, root, child in
            let grandchild = child.makeChild()
            try using(grandchild) {
                let item = Item(context: grandchild)
                item.name = "a"
                let temporary = item.objectID
                try grandchild.save()
                #expect(item.objectID == temporary)
                #expect(child.insertedObjects.map(\.objectID) == [temporary])
                try child.save()
                #expect(root.insertedObjects.map(\.objectID) == [temporary])
                #expect(item.objectID.isTemporaryID)
                try root.save()
                let permanent = item.objectID
                #expect(!permanent.isTemporaryID)
                #expect(try root.item(temporary).objectID == permanent)
                #expect(child.object(with: temporary) === child.object(with: permanent))
                #expect(grandchild.object(with: permanent) === item)
                item.name = "b"
                try grandchild.save()
                try child.save()
                try root.save()
                #expect(try side.names() == ["b"])
            }
        }
    }

    /// B-CHD-01
    @Test(arguments: StoreKind.allCases)
    func `relationships between new objects are saved through all generations`(_ kind: StoreKind) throws {
        try withChild(kind) { side, root, child in
            let box = Box(context: child)
            let item = Item(context: child)
            item.name = "a"
            item.box = box
            try child.save()
            #expect(item.box === box)
            #expect(box.items == [item])
            let above = root.object(with: box.objectID) as? Box
            #expect(above?.items.compactMap(\.name) == ["a"])
            try root.save()
            #expect(item.box === box)
            #expect(box.items == [item])
            let second = Item(context: child)
            second.box = box
            try child.save()
            try root.save()
            #expect(above?.items.count == 2)
            let fresh = side.context()
            let stored = try using(fresh) { (try fresh.existingObject(with: box.objectID) as? Box)?.items.count }
            #expect(stored == 2)
        }
    }

    /// B-CHD-01
    @Test(arguments: StoreKind.allCases)
    func `permanent IDs can be obtained in a child`(_ kind: StoreKind) throws {
        try withChild(kind) { side, root, child in
            let item = Item(context: child)
            item.name = "a"
            try child.obtainPermanentIDs(for: [item])
            let id = item.objectID
            #expect(!id.isTemporaryID)
            try child.save()
            #expect(root.insertedObjects.map(\.objectID) == [id])
            try root.save()
            #expect(item.objectID == id)
            #expect(try side.stored(id)?.first == "a")
        }
    }

    /// B-CHD-02
    @Test(arguments: StoreKind.allCases)
    func `child contexts can be nested to any depth`(_ kind: StoreKind) throws {
        try withChild(kind) { side, root, child in
            var contexts = [root, child]
            for _ in 0..<6 { contexts.append(contexts[contexts.count - 1].makeChild()) }
            let youngest = contexts[contexts.count - 1]
            #expect(youngest.persistentStoreCoordinator === side.coordinator)
            try using(youngest) { Item(context: youngest).name = "a" }
            for context in contexts.reversed() { try using(context) { try context.save() } }
            #expect(try side.names() == ["a"])
        }
    }

    /// B-CHD-09
    @Test(arguments: StoreKind.allCases)
    func `a child's did-save notification contains temporary IDs`(_ kind: StoreKind) throws {
        try withChild(kind) { _, root, child in
            let item = Item(context: child)
            var saved: SavedChanges?
            try observing(
                .managedObjectContextDidSave, of: child, with: { saved = SavedChanges($0) }, { try child.save() })
            #expect(saved?.inserted == [item.objectID])
            #expect(saved?.inserted.allSatisfy(\.isTemporaryID) == true)
            // MRG-06: merging it into the parent changes nothing.
            let before = root.insertedObjects
            saved.map { root.mergeChanges($0) }
            #expect(root.insertedObjects == before)
            #expect(before.first?.objectID == item.objectID)
        }
    }
}
