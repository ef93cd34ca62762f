import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Refreshing objects, with and without merging changes.
@Suite struct RefreshTests {
    /// RFR-01, RFR-02
    @Test(arguments: StoreKind.allCases, [(true, true), (true, false), (false, true), (false, false)])
    func `refreshing without merging discards a pending deletion`(
        kind: StoreKind, state: (isFault: Bool, isProcessed: Bool)
    ) throws {
        let stack = try ProbeStack(kind)
        let id = try stack.coordinator.save("kept")[0]
        try stack.coordinator.inContext { context throws in
            context.undoManager = ContextUndoManager()
            let entry = context.entry(id)
            if !state.isFault { #expect(entry.location == "kept") }
            context.delete(entry)
            if state.isProcessed { context.processPendingChanges() }
            context.refresh(entry, mergeChanges: false)
            #expect(entry.isFault && !entry.isDeleted && !entry.hasChanges)
            #expect(context.deletedObjects.isEmpty && !context.hasChanges)
            context.checkInvariants()
            let writes = try stack.writes { try context.save() }
            #expect(writes == 0)
            context.undo()
            #expect(!context.hasChanges)
            #expect(entry.location == "kept")
            context.delete(entry)
            context.processPendingChanges()
            context.refresh(entry, mergeChanges: true)
            #expect(context.deletedObjects == [entry])
            try context.save()
            context.checkInvariants()
        }
        #expect(try stack.coordinator.stored() == [])
    }

    /// RFR-01, RFR-02, RFR-03
    @Test(arguments: StoreKind.allCases)
    func `refreshing without merging discards changes and turns the object into a fault`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        let id = try stack.coordinator.save("old")[0]
        try stack.coordinator.inContext { context throws in
            let entry = context.entry(id)
            entry.location = "lost"
            context.processPendingChanges()
            context.refresh(entry, mergeChanges: false)
            #expect(entry.isFault)
            #expect(context.updatedObjects.isEmpty)
            context.checkInvariants()
            context.insertEntry("other")
            context.processPendingChanges()
            #expect(entry.isFault)
            #expect(entry.location == "old")
            #expect(!entry.isFault)
            context.rollback()
            let writes = try stack.writes { try context.save() }
            #expect(writes == 0)
        }
        #expect(try stack.coordinator.stored() == ["old"])
    }

    /// NTF-08, CHG-08
    @Test(arguments: [false, true]) @MainActor
    func `a refresh outside perform is announced at the end of the main queue's turn`(isOfAll: Bool) async throws {
        let stack = try Stack()
        let id = try stack.savedEntry(location: "old")
        let context = stack.context(.mainQueue)
        let entry = context.entry(id)
        #expect(entry.location == "old")
        let notes = Recorder(.managedObjectContextObjectsDidChange, from: context) { $0.ids(.refreshedObjects) }
        if isOfAll { context.refreshAllObjects() } else { context.refresh(entry, mergeChanges: true) }
        #expect(notes.events.isEmpty)
        await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
        #expect(notes.events == [[id]])
        withExtendedLifetime(entry) {}
    }

    /// NTF-05, NTF-08
    @Test(arguments: StoreKind.allCases)
    func `an object refreshed and deleted in one event is announced only as deleted`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let ids = try stack.coordinator.save("a", "b")
        try stack.withContext { context throws in
            let entries = try context.entries()
            #expect(entries.map(\.location) == ["a", "b"])
            let notes = Recorder(.managedObjectContextObjectsDidChange, from: context) { note in
                [note.ids(.refreshedObjects), note.ids(.deletedObjects), note.ids(.updatedObjects)]
            }
            for entry in entries { context.refresh(entry, mergeChanges: true) }
            context.delete(entries[0])
            context.processPendingChanges()
            #expect(notes.events == [[[ids[1]], [ids[0]], []]])
        }
    }

    /// RFR-04
    @Test(arguments: StoreKind.allCases)
    func `a refreshed object fires with the cached row, or the stored one if it is stale`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        let other = try ProbeStack(beside: stack)
        let id = try stack.coordinator.save("first")[0]
        try stack.coordinator.inContext { context throws in
            let entry = context.entry(id)
            #expect(entry.location == "first")
            try stack.coordinator.inContext { saver throws in
                let theirs = saver.entry(id)
                theirs.location = "second"
                try saver.save()
                context.refresh(entry, mergeChanges: false)
                #expect(stack.cost { entry.location } == Costed("second", reads: 0))
                try other.coordinator.changeEverything { $0.location = "third" }
                context.refresh(entry, mergeChanges: false)
                #expect(stack.cost { entry.location } == Costed("second", reads: 0))
                context.stalenessInterval = 0
                context.refresh(entry, mergeChanges: false)
                #expect(stack.cost { entry.location } == Costed("third", reads: 1))
                withExtendedLifetime(theirs) {}
            }
        }
    }

    /// RFR-05, TRN-06
    @Test(arguments: StoreKind.allCases)
    func `refreshing without merging discards transient values`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        _ = try stack.savedDepartment("Ann")
        try stack.withContext { context throws in
            let employee = try #require(try context.fetch(FetchRequest<Employee>(entityName: "Employee")).first)
            employee.fullName = "Ann Smith"
            context.refresh(employee, mergeChanges: false)
            #expect(employee.fullName == nil)
            #expect(!context.hasChanges)
        }
    }

    /// RFR-05, TRN-06, with saved values and an object that changed in the same event.
    @Test(arguments: StoreKind.allCases)
    func `a row fetched after a refresh does not restore transient values`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        _ = try stack.savedDepartment("Ann")
        try stack.withContext { context throws in
            let employees = FetchRequest<Employee>(entityName: "Employee")
            let employee = try #require(try context.fetch(employees).first)
            employee.fullName = "Ann Smith"
            try context.save()
            employee.lastName = "Smith"
            context.refresh(employee, mergeChanges: false)
            #expect(try context.fetch(employees) == [employee])
            #expect(employee.isFault)
            #expect(employee.fullName == nil)
        }
    }

    /// RFR-07, RFR-13
    @Test(arguments: StoreKind.allCases)
    func `a merging refresh applies local changes to the newer cached row without reading`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        let id = try stack.coordinator.save("a1")[0]
        try stack.coordinator.change(id) { $0.wind = "b1" }
        try stack.coordinator.inContext { context throws in
            let entry = context.entry(id)
            #expect(entry.wind == "b1")
            entry.location = "aL"
            try stack.coordinator.inContext { saver throws in
                let theirs = saver.entry(id)
                theirs.location = "a2"
                theirs.wind = "b2"
                try saver.save()
                let reads = stack.reads { context.refresh(entry, mergeChanges: true) }
                #expect(reads == 0)
                withExtendedLifetime(theirs) {}
            }
            #expect(entry.location == "aL")
            #expect(entry.wind == "b2")
            #expect(entry.isUpdated)
            #expect(entry.changedValues().keys.sorted() == ["location"])
            #expect(entry.committedValues(forKeys: ["location"])["location"] as? String == "a2")
            context.checkInvariants()
            try context.save()
        }
        #expect(try stack.coordinator.stored() == ["aL"])
        #expect(try stack.coordinator.stored("wind") == ["b2"])
    }

    /// RFR-07, RFR-13, B-OBJ-03. That an unchanged object becomes a fault was observed in Core Data.
    @Test(arguments: StoreKind.allCases)
    func `a merging refresh turns an unchanged object into a fault, which reads the cached row`(kind: StoreKind) throws
    {
        let stack = try ProbeStack(kind, model: PageModel.model())
        let id = try stack.coordinator.inContext { context in
            let page = Page(context: context)
            try context.save()
            return page.objectID
        }
        try stack.coordinator.inContext { context throws in
            let page = context.page(id)
            #expect(page.title == "untitled")
            try stack.coordinator.inContext { saver throws in
                saver.page(id).title = "theirs"
                try saver.save()
            }
            page.log = []
            #expect(stack.reads { context.refresh(page, mergeChanges: true) } == 0)
            #expect(page.isFault)
            #expect(stack.cost { page.title } == Costed("theirs", reads: 0))
            #expect(page.log == ["willTurnIntoFault", "didTurnIntoFault", "awakeFromFetch"])
            #expect(!context.hasChanges)
        }
    }

    /// RFR-09, TRN-06
    @Test(arguments: StoreKind.allCases)
    func `a merging refresh keeps the transient values of an unchanged object`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        _ = try stack.savedDepartment("Ann")
        try stack.withContext { context throws in
            let employee = try #require(try context.fetch(FetchRequest<Employee>(entityName: "Employee")).first)
            employee.fullName = "Ann Smith"
            try context.save()
            #expect(!employee.hasChanges)
            context.refresh(employee, mergeChanges: true)
            #expect(employee.fullName == "Ann Smith")
        }
    }

    /// RFR-01. That a new object stays inserted as a fault was observed in Core Data; that its values stay, is decided here.
    @Test(arguments: StoreKind.allCases)
    func `refreshing a new object without merging makes it a fault that stays inserted with its values`(
        kind: StoreKind
    ) throws {
        let stack = try Stack(kind)
        let id = try stack.savedDepartment("Ann")
        try stack.withContext { context throws in
            let department = context.object(with: id) as! Department
            let employee = Employee(context: context)
            (employee.firstName, employee.department) = ("Bob", department)
            context.processPendingChanges()
            context.refresh(employee, mergeChanges: false)
            #expect(employee.isFault && employee.isInserted)
            #expect(context.insertedObjects == [employee])
            #expect(department.employees.contains(employee))
            let child = context.makeChild()
            try using(child) {
                let copy = try child.existingObject(with: employee.objectID) as? Employee
                #expect(copy?.firstName == "Bob")
            }
            #expect(try context.fetch(FetchRequest<Employee>(entityName: "Employee")).contains(employee))
            context.checkInvariants()
            #expect(employee.firstName == "Bob" && !employee.isFault)
            context.refresh(employee, mergeChanges: false)
            try context.save()
            #expect(employee.firstName == "Bob" && !employee.isInserted && !employee.isDeleted)
            context.checkInvariants()
        }
        #expect(try stack.coordinator.stored("firstName", of: "Employee") == ["Ann", "Bob"])
    }

    @Test func `a new object that was refreshed to a fault can be changed, deleted and undone`() throws {
        let stack = try Stack()
        try stack.withContext { context throws in
            context.undoManager = ContextUndoManager()
            let (one, two) = (Employee(context: context), Employee(context: context))
            context.processPendingChanges()
            for employee in [one, two] { context.refresh(employee, mergeChanges: false) }
            one.firstName = "Ann"
            context.delete(two)
            context.processPendingChanges()
            #expect(context.insertedObjects == [one])
            context.undo()
            #expect(context.insertedObjects == [one, two])
            context.checkInvariants()
            context.refresh(one, mergeChanges: false)
            context.rollback()
            #expect(context.insertedObjects == [])
            context.checkInvariants()
        }
    }

    /// RFR-08
    @Test(arguments: StoreKind.allCases)
    func `a merging refresh never causes a conflict`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "old")
        try stack.withContext { context throws in
            let entry = context.entry(id)
            entry.location = "mine"
            try stack.change(id) { $0.location = "theirs" }
            context.refresh(entry, mergeChanges: true)
            #expect(entry.location == "mine")
            context.checkInvariants()
        }
    }

    /// RFR-08
    @Test(arguments: StoreKind.allCases)
    func `a merging refresh to a row with the same values leaves the object unchanged`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "old")
        try stack.withContext { context throws in
            let entry = context.entry(id)
            entry.location = "same"
            try stack.change(id) { $0.location = "same" }
            context.refresh(entry, mergeChanges: true)
            #expect(!entry.isUpdated)
            #expect(!context.hasChanges)
            context.checkInvariants()
        }
    }

    /// RFR-10
    @Test(arguments: StoreKind.allCases)
    func `a refresh uses the cached row`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        let other = try ProbeStack(beside: stack)
        let id = try stack.coordinator.save("old")[0]
        try stack.coordinator.inContext { context throws in
            let entry = context.entry(id)
            #expect(entry.location == "old")
            try other.coordinator.changeEverything { $0.location = "new" }
            #expect(stack.reads { context.refresh(entry, mergeChanges: true) } == 0)
            #expect(entry.location == "old")
            try stack.coordinator.holding(id) {
                context.refresh(entry, mergeChanges: false)
                #expect(stack.cost { entry.location } == Costed("old", reads: 0))
            }
            context.refresh(entry, mergeChanges: false)
            #expect(stack.cost { entry.location } == Costed("new", reads: 1))
        }
    }

    /// RFR-11, POL-16
    @Test(arguments: StoreKind.allCases, [true, false])
    func `after a conflict, refreshing with merging lets the save succeed`(kind: StoreKind, elsewhere: Bool) throws {
        let stack = try ProbeStack(kind)
        let other = elsewhere ? try ProbeStack(beside: stack) : stack
        let id = try stack.coordinator.save("old")[0]
        try stack.coordinator.inContext { context throws in
            let entry = context.entry(id)
            entry.location = "mine"
            try other.coordinator.changeEverything { $0.wind = "theirs" }
            let error = persistenceError { try context.save() }
            #expect(error?.code == .merge)
            #expect(entry.location == "mine")
            context.refresh(entry, mergeChanges: true)
            #expect(entry.wind == "theirs")
            try context.save()
            context.checkInvariants()
        }
        #expect(try stack.coordinator.stored() == ["mine"])
        #expect(try stack.coordinator.stored("wind") == ["theirs"])
    }

    /// RFR-12
    @Test(arguments: StoreKind.allCases)
    func `refreshing with alwaysRefetch updates the row cache too`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        let other = try ProbeStack(beside: stack)
        let id = try stack.coordinator.save("old")[0]
        try stack.coordinator.inContext { context throws in
            context.stalenessInterval = 0
            let entry = context.entry(id)
            #expect(entry.location == "old")
            try other.coordinator.changeEverything { $0.location = "theirs" }
            context.refresh(entry, mergeChanges: true)
            #expect(entry.location == "theirs")
            stack.coordinator.inContext { second in
                #expect(stack.cost { second.entry(id).location } == Costed("theirs", reads: 0))
            }
            entry.location = "mine"
            try context.save()
        }
        #expect(try stack.coordinator.stored() == ["mine"])
    }
}
