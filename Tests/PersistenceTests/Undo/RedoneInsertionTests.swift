import Persistence
import PersistenceTestSupport
import Testing

/// Insertions that are undone and redone, and their object IDs.
@Suite struct RedoneInsertionTests {
    /// INS-16, B-UND-02
    @Test func `redoing an insertion keeps a permanent ID that was obtained early`() throws {
        let stack = try Stack()
        let context = stack.context()
        context.undoManager = ContextUndoManager()
        try context.performAndWait {
            let entry = context.insertEntry("x")
            try context.obtainPermanentIDs(for: [entry])
            let id = entry.objectID
            context.undo()
            context.redo()
            #expect(entry.objectID == id)
            try context.save()
            #expect(entry.objectID == id)
            #expect(try stack.coordinator.stored() == ["x"])
        }
    }

    /// Calls `body` with an object inserted again under its ID, after another context deleted its row. Saving it gives
    /// version 5.
    private func withRecordThatCameBack(
        _ body: (Stack, ManagedObjectContext, Entry, ManagedObjectID) throws -> Void
    ) throws {
        let stack = try Stack()
        let id = try stack.savedEntry(location: "old")
        try stack.coordinator.erase(id)
        let context = stack.context()
        context.undoManager = ContextUndoManager()
        try context.performAndWait {
            let back = try #require(context.insertObject(with: id, version: 5) as? Entry)
            back.location = "back"
            try body(stack, context, back, id)
        }
    }

    /// B-UND-02, CTX-12
    @Test(arguments: [false, true])
    func `redoing an insertion reclaims its ID from a fault created after the undo`(isRead: Bool) throws {
        let context = try Stack().context()
        context.undoManager = ContextUndoManager()
        try context.performAndWait {
            let entry = context.insertEntry("x")
            context.undo()
            let fault = context.entry(entry.objectID)
            #expect(fault !== entry)
            if isRead { #expect(fault.location == nil) }
            context.redo()
            #expect(context.registeredObject(for: entry.objectID) === entry)
            #expect(entry.isInserted && entry.location == "x")
            #expect(fault.isDeleted && fault.location == nil && fault.managedObjectContext == nil)
            context.checkInvariants()
            try context.save()
            #expect(try context.entries() == [entry])
        }
    }

    /// UND-11, INS-09
    @Test func `a relationship to a new object can be undone after its permanent ID was obtained`() throws {
        let stack = try Stack()
        let context = stack.context()
        context.undoManager = ContextUndoManager()
        try context.performAndWait {
            let department = context.insertDepartment("surf")
            try context.save()
            let bob = Employee(context: context)
            context.processPendingChanges()
            bob.department = department
            context.processPendingChanges()
            try context.obtainPermanentIDs(for: [bob])
            context.undo()
            #expect(bob.department == nil)
            #expect(department.employees.isEmpty)
            #expect(context.updatedObjects.isEmpty)
            #expect(context.insertedObjects == [bob])
            context.redo()
            #expect(department.employees == [bob])
        }
    }

    /// B-UND-02, CTX-12
    @Test func `redoing the insertion of a restored object keeps its ID and its version`() throws {
        try withRecordThatCameBack { stack, context, back, id in
            context.undo()
            #expect(context.insertedObjects.isEmpty)
            context.redo()
            #expect(back.objectID == id)
            try context.save()
            #expect(back.objectID == id && back.version == 5)
            #expect(try stack.coordinator.stored() == ["back"])
        }
    }

    /// CTX-12
    @Test func `an object restored and deleted again is restored as a new object with version 1`() throws {
        try withRecordThatCameBack { stack, context, back, id in
            try context.save()
            #expect(back.version == 5)
            context.delete(back)
            try context.save()
            context.undo()
            try context.save()
            #expect(back.objectID != id && back.version == 1)
            #expect(try stack.coordinator.stored() == ["back"])
        }
    }
}
