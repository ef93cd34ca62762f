import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// The hooks of managed objects: when they are called, and what happens to changes that they make.
@Suite struct ObjectHookTests {
    /// B-OBJ-01
    @Test(arguments: StoreKind.allCases)
    func `awakeFromInsert is called once, after default values are set`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: PageModel.model())
        try stack.withContext { context throws in
            let page = Page(context: context)
            context.processPendingChanges()
            #expect(page.log == ["awakeFromInsert"])
            #expect(page.titleAtInsertion == "untitled")
            try context.save()
            #expect(page.log == ["awakeFromInsert", "willSave", "didSave"])
        }
    }

    /// B-OBJ-02, B-OBJ-03
    @Test(arguments: StoreKind.allCases)
    func `hooks are called whenever a fault fires or an object becomes a fault`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: PageModel.model())
        let id = try stack.savedPage()
        stack.withContext { context in
            let page = context.page(id)
            #expect(page.log == [])
            for _ in 0..<3 { #expect(page.title == "untitled") }
            #expect(page.log == ["awakeFromFetch"])
            page.log.removeAll()
            context.refresh(page, mergeChanges: false)
            #expect(page.log == ["willTurnIntoFault", "didTurnIntoFault"])
            #expect(page.title == "untitled")
            #expect(page.log.last == "awakeFromFetch" && page.log.count == 3)
        }
    }

    /// B-OBJ-02
    @Test(arguments: StoreKind.allCases)
    func `a fetch returns the objects that hooks of its first objects have made`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: Pointer.model())
        let ids = try stack.withContext { context throws in
            let pointers = (0..<4).map { _ in Pointer(context: context) }
            try context.obtainPermanentIDs(for: pointers)
            for (pointer, next) in zip(pointers, pointers.dropFirst()) {
                pointer.next = next.objectID.uriRepresentation()
            }
            try context.save()
            return pointers.map(\.objectID)
        }
        try stack.withContext { context throws in
            let request = FetchRequest<Pointer>(entityName: "Pointer")
            request.returnsObjectsAsFaults = false
            let pointers = try context.fetch(request)
            #expect(pointers.map(\.objectID) == ids)
            for (pointer, next) in zip(pointers, pointers.dropFirst()) { #expect(pointer.made === next) }
            #expect(pointers.allSatisfy { !$0.isFault && context.registeredObject(for: $0.objectID) === $0 })
            #expect(context.registeredObjects.count == 4)
            context.checkInvariants()
        }
    }

    /// B-OBJ-03. That an object which is a fault already stays unchanged is from memory of Core Data.
    @Test func `refreshing a fault calls no hooks`() throws {
        let stack = try Stack(model: PageModel.model())
        let id = try stack.savedPage()
        stack.withContext { context in
            let page = context.page(id)
            context.refresh(page, mergeChanges: false)
            context.refresh(page, mergeChanges: true)
            context.refreshAllObjects()
            #expect(page.log == [])
            #expect(page.isFault)
        }
    }

    enum Loading: String, CaseIterable, Sendable { case reading, fetching, refreshing }

    /// B-OBJ-02
    @Test(arguments: StoreKind.allCases, Loading.allCases)
    func `a value set in awakeFromFetch is not a change`(kind: StoreKind, waking: Loading) throws {
        let stack = try Stack(kind, model: PageModel.model())
        let id = try stack.savedPage()
        try stack.withContext { context throws in
            let page = context.page(id)
            if waking == .refreshing { #expect(page.count == 0) }
            page.onAwakeFromFetch = { $0.count = 7 }
            switch waking {
            case .reading: #expect(page.title == "untitled")
            case .fetching:
                let request = FetchRequest<Page>(entityName: "Page")
                request.returnsObjectsAsFaults = false
                #expect(try context.fetch(request) == [page])
            case .refreshing: context.refresh(page, mergeChanges: true)
            }
            #expect(page.count == 7)
            #expect(!page.hasChanges && !context.hasChanges)
            context.checkInvariants()
        }
    }

    /// B-OBJ-04
    @Test(arguments: StoreKind.allCases)
    func `prepareForDeletion is called for each delete`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: PageModel.model())
        let id = try stack.savedPage()
        stack.withContext { context in
            let page = context.page(id)
            context.delete(page)
            #expect(page.log.filter { $0 == "prepareForDeletion" }.count == 1)
            context.delete(page)
            #expect(page.log.filter { $0 == "prepareForDeletion" }.count == 2)
            #expect(context.deletedObjects == [page])
            context.checkInvariants()
        }
    }

    /// B-OBJ-05
    @Test(arguments: StoreKind.allCases)
    func `awake(fromSnapshotEvents:) is called after undo, redo, rollback and refresh`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: PageModel.model())
        let id = try stack.savedPage()
        stack.withContext { context in
            context.undoManager = ContextUndoManager()
            let page = context.page(id)
            page.title = "changed"
            context.undo()
            #expect(page.events == [.undoUpdate])
            context.redo()
            #expect(page.events == [.undoUpdate, .undoUpdate])
            context.rollback()
            #expect(page.events.last == .rollback)
            context.delete(page)
            context.undo()
            #expect(page.events.last == .undoDeletion)
            page.title = "changed"
            context.refresh(page, mergeChanges: true)
            #expect(page.events.last == .refresh)
            let inserted = Page(context: context)
            context.undo()
            #expect(inserted.events == [.undoInsertion])
        }
    }

    /// B-OBJ-06
    @Test(arguments: StoreKind.allCases)
    func `values set in willSave are saved, and willSave is called for objects it changes`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: PageModel.model())
        let id = try stack.savedPage()
        try stack.withContext { context throws in
            let (page, other) = (Page(context: context), context.page(id))
            page.onWillSave = { page in
                page.title = "by the hook"
                other.title = "too"
            }
            try context.save()
            #expect(other.log.filter { $0 == "willSave" } == ["willSave"])
            #expect(!context.hasChanges)
            context.checkInvariants()
        }
        #expect(try stack.coordinator.stored("title", of: "Page") == ["by the hook", "too"])
    }

    /// B-OBJ-06
    @Test(arguments: StoreKind.allCases)
    func `a willSave that always makes a change fails the save`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: PageModel.model())
        try stack.withContext { context throws in
            let page = Page(context: context)
            page.onWillSave = { $0.count += 1 }
            let error = persistenceError { try context.save() }
            #expect(error?.code == .coreData)
            #expect(context.insertedObjects == [page])
            page.onWillSave = nil
            try context.save()
            context.checkInvariants()
        }
    }

    /// B-OBJ-07
    @Test(arguments: StoreKind.allCases)
    func `a value set in didSave is a new change`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: PageModel.model())
        try stack.withContext { context throws in
            let page = Page(context: context)
            page.onDidSave = { $0.title = "later" }
            try context.save()
            #expect(try stack.coordinator.stored("title", of: "Page") == ["untitled"])
            #expect(page.title == "later")
            #expect(context.updatedObjects == [page])
            context.checkInvariants()
        }
    }
}

/// An object that makes another one, by its URI, when it is fetched.
private final class Pointer: ManagedObject {
    static let nextKey = Attribute<URL?>("next")
    var next: URL? {
        get { self[Self.nextKey] }
        set { self[Self.nextKey] = newValue }
    }
    private(set) var made: ManagedObject?

    static func model() -> ManagedObjectModel {
        let pointer = EntityDescription(name: "Pointer", class: Pointer.self)
        pointer.properties = [AttributeDescription(name: "next", type: .uri)]
        return ManagedObjectModel(entities: [pointer])
    }

    override func awakeFromFetch() {
        guard let next, let context = managedObjectContext else { return }
        let id = context.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: next)
        made = id.map { context.object(with: $0) }
    }
}
