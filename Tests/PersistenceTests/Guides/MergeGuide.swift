import Foundation
import Persistence
import Testing

/// After a background save: merge its notification, and resolve conflicts with a merge policy.
@MainActor @Suite struct MergeGuide {
    @Test func `merging a save notification updates the view context`() throws {
        let (container, ada) = try Guides.containerWithAda()
        let (context, id) = (container.viewContext, ada.objectID)
        let background = container.newBackgroundContext()
        let token = NotificationCenter.default.addObserver(
            forName: ManagedObjectContext.didSaveObjectsNotification, object: background, queue: nil
        ) { notification in
            context.performAndWait { context.mergeChanges(fromContextDidSave: notification) }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        try background.performAndWait {
            background.object(with: id).setValue("Ada Lovelace", forKey: "name")
            let bob = GuideEmployee(context: background)
            bob.name = "Bob"
            try background.save()
        }
        #expect(ada.name == "Ada Lovelace")
        #expect(!context.hasChanges)
        let request = GuideEmployee.fetchRequest()
        request.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: true)]
        #expect(try context.fetch(request).map(\.name) == ["Ada Lovelace", "Bob"])
    }

    @Test func `a conflict fails under the error policy and is resolved by another policy`() throws {
        let (container, ada) = try Guides.containerWithAda()
        let (context, id) = (container.viewContext, ada.objectID)
        let background = container.newBackgroundContext()
        try background.performAndWait {
            background.object(with: id).setValue("Theirs", forKey: "name")
            try background.save()
        }
        ada.name = "Ours"
        do {
            try context.save()
            Issue.record("The save was to fail.")
        } catch {
            let error = error as NSError
            #expect(error.domain == "NSCocoaErrorDomain")
            #expect(error.code == 133_020)
            let conflicts = try #require(error.userInfo["conflictList"] as? [MergeConflict])
            #expect(conflicts.map { $0.sourceObject === ada } == [true])
        }
        context.mergePolicy = MergePolicy.mergeByPropertyObjectTrump
        try context.save()
        #expect(ada.name == "Ours" && !context.hasChanges)
    }
}
