import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Random changes of an object graph from fixed seeds, and what must hold after any of them.
@Suite struct ScribbleTests {
    struct Failure: Error {}

    private static let rules: [DeleteRule] = [.nullifyDeleteRule, .cascadeDeleteRule]
    static let cases = StoreKind.allCases.flatMap { kind in rules.map { (kind, $0) } }

    /// UND-02, UND-03, UND-11, B-UND-02, B-UND-03
    @Test(arguments: cases, 0..<12)
    func `every event, saved or not, can be undone and redone in order`(
        _ place: (StoreKind, DeleteRule), _ seed: Int
    ) throws {
        try Stack(place.0, model: ItemModel.model(deleteRule: place.1)).withContext { context in
            context.undoManager = ContextUndoManager()
            var scribbler = RandomEdits(seed: seed)
            var pictures = [try context.picture()]
            for _ in 0..<12 {
                try scribbler.scribble(in: context)
                let picture = try context.picture()
                if picture != pictures.last { pictures.append(picture) }
                if scribbler.chance(30) { try context.save() }
            }
            for expected in pictures.dropLast().reversed() {
                try step(context, from: try context.picture()) { context.undo() }
                try #require(try context.picture() == expected)
                context.checkInvariants()
                if scribbler.chance(20) { try context.save() }
            }
            for expected in pictures.dropFirst() {
                try step(context, from: try context.picture()) { context.redo() }
                try #require(try context.picture() == expected)
                context.checkInvariants()
            }
            try context.save()
            context.reset()
            #expect(try context.picture() == pictures.last)
        }
    }

    /// Repeats a step until the visible state changes, because an event may have changed nothing visible.
    private func step(_ context: ManagedObjectContext, from picture: [String], _ body: () -> Void) throws {
        for _ in 0..<5 {
            body()
            if try context.picture() != picture { return }
        }
    }

    /// RBK-02, RBK-03, RBK-04
    @Test(arguments: cases, 0..<12)
    func `rollback returns to the last saved state`(_ place: (StoreKind, DeleteRule), _ seed: Int) throws {
        try Stack(place.0, model: ItemModel.model(deleteRule: place.1)).withContext { context in
            var scribbler = RandomEdits(seed: seed)
            for _ in 0..<6 {
                try scribbler.scribble(in: context)
                try context.save()
                let saved = try context.picture()
                try scribbler.scribble(in: context)
                try scribbler.scribble(in: context)
                context.rollback()
                #expect(!context.hasChanges)
                #expect(try context.picture() == saved)
                #expect(try context.endsAgree())
                context.checkInvariants()
            }
        }
    }

    /// SAV-25
    @Test(arguments: cases, 0..<12)
    func `a failed save changes nothing visible, and the next save stores everything`(
        _ place: (StoreKind, DeleteRule), _ seed: Int
    ) throws {
        let side = try SharedRows(place.0, model: ItemModel.model(deleteRule: place.1)).side()
        let context = side.context()
        try using(context) {
            var scribbler = RandomEdits(seed: seed)
            for _ in 0..<6 {
                try scribbler.scribble(in: context)
                let before = try context.picture()
                side.probe.willCommit = { throw Failure() }
                if context.hasChanges { #expect(throws: Failure.self) { try context.save() } }
                side.probe.willCommit = {}
                #expect(try context.picture() == before)
                try context.save()
                let fresh = side.context()
                #expect(try using(fresh) { try fresh.picture() } == before)
                context.checkInvariants()
            }
        }
    }

    /// CHD-03, CHD-04, B-CHD-01, B-CHD-03, B-CHD-04
    @Test(arguments: cases, 0..<12)
    func `the changes of the youngest generation are stored in the end`(
        _ place: (StoreKind, DeleteRule), _ seed: Int
    ) throws {
        let side = try SharedRows(place.0, model: ItemModel.model(deleteRule: place.1)).side()
        let root = side.context()
        let child = root.makeChild()
        let grandchild = child.makeChild()
        try using(root, child, grandchild) {
            var scribbler = RandomEdits(seed: seed)
            for _ in 0..<10 {
                try scribbler.scribble(in: grandchild)
                if scribbler.chance(60) { try grandchild.save() }
                if scribbler.chance(50) { try child.save() }
                if scribbler.chance(40) { try root.save() }
            }
            let shown = try grandchild.picture()
            for context in [grandchild, child, root] {
                try context.save()
                #expect(!context.hasChanges)
                let picture = try context.picture()
                #expect(picture == shown)
                context.checkInvariants()
            }
            let fresh = side.context()
            #expect(try using(fresh) { try fresh.picture() } == shown)
            #expect(try grandchild.picture() == shown)
        }
    }

    /// CHD-12, CHD-13, CHD-14
    @Test(arguments: cases, 0..<12)
    func `changes in both parent and child give one graph with consistent inverses`(
        _ place: (StoreKind, DeleteRule), _ seed: Int
    ) throws {
        let side = try SharedRows(place.0, model: ItemModel.model(deleteRule: place.1)).side()
        let root = side.context()
        let child = root.makeChild()
        try using(root, child) {
            var (above, below) = (RandomEdits(seed: seed, prefix: "p"), RandomEdits(seed: seed + 1_000, prefix: "c"))
            for _ in 0..<6 {
                try above.scribble(in: root)
                try below.scribble(in: child)
                try child.save()
                #expect(try root.endsAgree())
                root.checkInvariants()
                child.checkInvariants()
                if above.chance(50) { try root.save() }
            }
            try root.save()
            let shown = try root.picture()
            let fresh = side.context()
            #expect(try using(fresh) { try fresh.picture() } == shown)
        }
    }

    /// B-NTF-03, MRG-02, MRG-03, MRG-04
    @Test(arguments: cases, 0..<12)
    func `a context that merges every save has the stored state`(_ place: (StoreKind, DeleteRule), _ seed: Int) throws {
        let side = try SharedRows(place.0, model: ItemModel.model(deleteRule: place.1)).side()
        let (writer, reader) = (side.context(), side.context())
        try using(writer, reader) {
            var scribbler = RandomEdits(seed: seed)
            for _ in 0..<8 {
                try scribbler.scribble(in: writer)
                var held: [ManagedObject] = []
                held += try reader.fetch(FetchRequest<Item>(entityName: "Item"))
                held += try reader.fetch(FetchRequest<Box>(entityName: "Box"))
                _ = try reader.picture()
                try observing(
                    .managedObjectContextDidSave, of: writer, with: { reader.mergeChanges(fromContextDidSave: $0) },
                    { try writer.save() })
                #expect(try reader.picture() == writer.picture())
                #expect(!reader.hasChanges)
                reader.checkInvariants()
                withExtendedLifetime(held) {}
            }
        }
    }
}
