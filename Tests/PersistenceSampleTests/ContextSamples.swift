import Foundation
import Persistence
import PersistenceSQLite
import Synchronization
import Testing

/// The samples of contexts, undo, and notifications.
@MainActor @Suite struct ContextSamples {
    @Test func `a context is a workspace`() throws {
        let (container, _) = try Surf.saved()
        let context = container.viewContext
        let session = Session(context: context)
        session.rating = 4
        // Only this context has the session so far. Nothing is on the disk.
        #expect(context.insertedObjects == [session])

        try context.save()
        // The store has it now, with every other change of the context. If `save` throws, the store has none of them,
        // and the context still has all.

        session.rating = 1
        context.rollback()
        // The session has its four stars again.
        #expect(session.rating == 4)

        context.delete(session)
        try context.save()
        #expect(session.managedObjectContext == nil)
    }

    @Test func `a form edits in a child context`() throws {
        let (container, session) = try Surf.saved()
        let form = ManagedObjectContext(.mainQueue)
        form.parent = container.viewContext
        let draft = try form.existingObject(with: session.objectID) as? Session
        draft?.notes = "Crowded, but glassy."
        // A list that shows `session` is not affected yet. To cancel the form, release its context.
        #expect(session.notes == nil)

        try form.save()
        // Now the parent has the notes as an unsaved change, and writes them to the store.
        #expect(session.notes == "Crowded, but glassy.")
        try container.viewContext.save()
        #expect(!container.viewContext.hasChanges)
    }

    @Test func `work is done in the background`() async throws {
        let (container, _) = try Surf.saved()
        let context = container.newBackgroundContext()
        let rated = try await context.perform {
            let request = Session.fetchRequest()
            request.predicate = Session.rating >= 4
            let sessions = try context.fetch(request)
            for session in sessions { session.notes = "One of the good ones" }
            try context.save()
            return sessions.count
        }
        #expect(rated == 1)
    }

    @Test func `changes of an event are undone together`() throws {
        let (container, session) = try Surf.saved()
        let context = container.viewContext
        session.rating = 5
        session.notes = "Best of the year"
        context.processPendingChanges()
        context.undoManager?.setActionName("Rate Session")
        // An application's event loop ends the event; here `processPendingChanges` does.

        context.undo()
        // Both changes were of one event, so both are undone.
        #expect(session.rating == 4 && session.notes == nil)
        #expect(context.undoManager?.redoActionName == "Rate Session")
        context.redo()
        #expect(session.rating == 5)

        context.undoManager?.removeAllActions()
        // Nothing can be undone any more, and the objects that the actions kept are released.
        #expect(context.undoManager?.canUndo == false)
    }

    @Test func `a property is observed`() throws {
        let (container, session) = try Surf.saved()
        let output = Output()
        func print(_ text: String) { output.add(text) }
        let observation = session.observe("rating") { object in
            print("\(object.value(forKey: "rating") ?? 0) stars")
        }
        session.rating = 5
        // Prints “5 stars”.
        observation.invalidate()
        session.rating = 1
        // Prints nothing more.
        container.viewContext.processPendingChanges()
        #expect(output.lines == ["5 stars"])
    }

    @Test func `a save is announced with IDs`() throws {
        let (container, session) = try Surf.saved()
        let output = Output()
        @Sendable func print(_ text: String) { output.add(text) }
        let token = NotificationCenter.default.addObserver(
            forName: ManagedObjectContext.didSaveObjectIDsNotification, object: container.viewContext, queue: nil
        ) { notification in
            let key = ManagedObjectContext.NotificationKey.updatedObjectIDs.rawValue
            let updated = notification.userInfo?[key] as? Set<ManagedObjectID> ?? []
            print("\(updated.count) updated")
        }
        session.rating = 5
        try container.viewContext.save()
        // Prints “1 updated”.
        NotificationCenter.default.removeObserver(token)
        #expect(output.lines == ["1 updated"])
    }

    @Test func `a save is merged into another context`() throws {
        let (container, session) = try Surf.saved()
        let id = session.objectID
        let background = container.newBackgroundContext()
        let view = container.viewContext
        let token = NotificationCenter.default.addObserver(
            forName: ManagedObjectContext.didSaveObjectsNotification, object: background, queue: nil
        ) { notification in
            guard let saved = SavedChanges(notification) else { return }
            view.performAndWait { view.mergeChanges(saved) }
        }
        try background.performAndWait {
            let copy = background.object(with: id) as? Session
            copy?.rating = 5
            try background.save()
        }
        // `session` of the view context has five stars now.
        #expect(session.rating == 5)
        NotificationCenter.default.removeObserver(token)
    }
}

/// What a sample prints.
final class Output: Sendable {
    private let content = Mutex<[String]>([])

    var lines: [String] { content.withLock { $0 } }

    func add(_ line: String) { content.withLock { $0.append(line) } }
}
