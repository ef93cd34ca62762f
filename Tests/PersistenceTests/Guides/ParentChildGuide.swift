import Persistence
import Testing

/// An editor with a child context: cancelling discards its changes, saving moves them to the parent.
@MainActor @Suite struct ParentChildGuide {
    private func editor(of context: ManagedObjectContext) -> ManagedObjectContext {
        let editor = ManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        editor.parent = context
        return editor
    }

    private func savedEmployee(in context: ManagedObjectContext) throws -> GuideEmployee {
        let ada = GuideEmployee(context: context)
        ada.name = "Ada"
        try context.save()
        return ada
    }

    @Test func `saving the editor updates the parent, and saving the parent updates the store`() throws {
        let container = Guides.container()
        let ada = try savedEmployee(in: container.viewContext)
        let editor = editor(of: container.viewContext)
        let draft = editor.object(with: ada.objectID) as! GuideEmployee
        draft.name = "Ada Lovelace"
        #expect(ada.name == "Ada")
        try editor.save()
        #expect(ada.name == "Ada Lovelace")
        #expect(container.viewContext.hasChanges)
        try container.viewContext.save()
        let background = container.newBackgroundContext()
        try background.performAndWait {
            let names = try background.fetch(GuideEmployee.fetchRequest()).map(\.name)
            #expect(names == ["Ada Lovelace"])
        }
    }

    @Test func `a cancelled editor changes nothing`() throws {
        let container = Guides.container()
        let ada = try savedEmployee(in: container.viewContext)
        do {
            let editor = editor(of: container.viewContext)
            let draft = try #require(editor.object(with: ada.objectID) as? GuideEmployee)
            draft.name = "Nobody"
            let extra = GuideEmployee(context: editor)
            extra.name = "Nobody either"
        }
        #expect(!container.viewContext.hasChanges)
        #expect(try container.viewContext.fetch(GuideEmployee.fetchRequest()).map(\.name) == ["Ada"])
    }
}
