import Persistence
import Testing

/// Undoing every step of an edit and redoing it.
@MainActor @Suite struct UndoGuide {
    @Test func `every step of an edit can be undone and redone`() throws {
        let context = Guides.container().viewContext
        context.undoManager = ContextUndoManager()
        let ada = GuideEmployee(context: context)
        ada.name = "Ada"
        context.processPendingChanges()
        context.undoManager?.setActionName("New Employee")
        ada.name = "Ada Lovelace"
        context.processPendingChanges()
        context.delete(ada)
        context.processPendingChanges()

        context.undo()
        #expect(!ada.isDeleted && ada.name == "Ada Lovelace")
        context.undo()
        #expect(ada.name == "Ada")
        #expect(context.undoManager?.undoActionName == "New Employee")
        context.undo()
        #expect(!context.hasChanges)
        context.redo()
        context.redo()
        #expect(ada.name == "Ada Lovelace")
        try context.save()
        #expect(try context.fetch(GuideEmployee.fetchRequest()).map(\.name) == ["Ada Lovelace"])
    }

    @Test func `several changes in one undo group are undone together`() throws {
        let context = Guides.container().viewContext
        let ada = GuideEmployee(context: context)
        ada.name = "A"
        try context.save()
        let manager = try #require(context.undoManager)
        manager.removeAllActions()
        manager.beginUndoGrouping()
        ada.name = "Ada"
        context.processPendingChanges()
        ada.salary = 30
        context.processPendingChanges()
        manager.endUndoGrouping()
        manager.undo()
        #expect(ada.salary == 0 && ada.name == "A")
        #expect(manager.canRedo)
    }
}
