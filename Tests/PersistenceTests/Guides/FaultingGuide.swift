import Persistence
import Testing

/// Faulting and refreshing: objects are loaded when they are read, and can be turned back into faults.
@MainActor @Suite struct FaultingGuide {
    @Test func `a fault fires when it is read and can be turned back into a fault`() throws {
        let (container, ada) = try Guides.containerWithAda()
        let background = container.newBackgroundContext()
        try background.performAndWait {
            let request = GuideEmployee.fetchRequest()
            request.returnsObjectsAsFaults = true
            let fetched = try #require(try background.fetch(request).first)
            #expect(fetched.isFault)
            #expect(fetched.name == "Ada")
            #expect(!fetched.isFault)
            background.refresh(fetched, mergeChanges: false)
            #expect(fetched.isFault)
            #expect(fetched.hasFault(forRelationshipNamed: "department"))
        }
        #expect(!ada.isFault)
    }

    @Test func `refreshing with merging keeps local changes and updates everything else`() throws {
        let (container, ada) = try Guides.containerWithAda()
        let (context, id) = (container.viewContext, ada.objectID)
        let background = container.newBackgroundContext()
        try background.performAndWait {
            let other = try background.existingObject(with: id)
            other.setValue(40, forKey: "salary")
            other.setValue("Elsewhere", forKey: "name")
            try background.save()
        }
        ada.name = "Here"
        context.refresh(ada, mergeChanges: true)
        #expect(ada.name == "Here")
        #expect(ada.salary == 40)
        #expect(ada.changedValues().keys.sorted() == ["name"])
        #expect(ada.committedValues(forKeys: ["name"])["name"] as? String == "Elsewhere")
    }
}
