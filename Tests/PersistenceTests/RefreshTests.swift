import Foundation
import Persistence
import Testing

/// Refreshing objects, with and without merging.
@Suite struct RefreshTests {
    /// RFR-01, RFR-02, RFR-03
    @Test(arguments: StoreKind.allCases)
    func `refreshing without merging makes a fault and loses the changes`(kind: StoreKind) throws {
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

    /// RFR-04
    @Test(arguments: StoreKind.allCases)
    func `a refreshed fault takes the cached row, or the stored one when that is too old`(kind: StoreKind) throws {
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
                context.stalenessInterval = .alwaysRefetch
                context.refresh(entry, mergeChanges: false)
                #expect(stack.cost { entry.location } == Costed("third", reads: 1))
                withExtendedLifetime(theirs) {}
            }
        }
    }

    /// RFR-05, TRN-06
    @Test(arguments: StoreKind.allCases)
    func `refreshing without merging lets go of transient values`(kind: StoreKind) throws {
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

    /// RFR-05, TRN-06 (the values were saved, and the object changed in the same event)
    @Test(arguments: StoreKind.allCases)
    func `a row that is fetched after a refresh is shown without the old transient values`(kind: StoreKind) throws {
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
    func `a merging refresh puts local changes over the newer row, without reading`(kind: StoreKind) throws {
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

    /// RFR-08
    @Test(arguments: StoreKind.allCases)
    func `there is no conflict in a merging refresh`(kind: StoreKind) throws {
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
    func `a merging refresh of an object set to what is stored now leaves it unchanged`(kind: StoreKind) throws {
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
    func `a refresh reuses the row that is cached`(kind: StoreKind) throws {
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
    func `after a conflict, a merging refresh lets the save succeed`(kind: StoreKind, elsewhere: Bool) throws {
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
    func `refreshing with no staleness accepted renews the cached row too`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        let other = try ProbeStack(beside: stack)
        let id = try stack.coordinator.save("old")[0]
        try stack.coordinator.inContext { context throws in
            context.stalenessInterval = .alwaysRefetch
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

/// Transient properties.
@Suite struct TransientTests {
    /// TRN-01
    @Test(arguments: StoreKind.allCases)
    func `a transient value is not stored`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: Diary.model())
        let id = try stack.withContext { context throws in
            let page = Page(context: context)
            page.mood = "calm"
            try context.save()
            #expect(page.mood == "calm")
            context.checkInvariants()
            return page.objectID
        }
        stack.withContext { context in #expect((context.object(with: id) as! Page).mood == nil) }
        if let url = stack.store.url {
            #expect(try StoreFile(url).columns(of: "ZPAGE").filter { $0.contains("MOOD") } == [])
        }
    }

    /// TRN-02, RFR-09, B-OBJ-05
    @Test(arguments: StoreKind.allCases, [true, false])
    func `a merging refresh restores transient values after the hook`(kind: StoreKind, isSaved: Bool) throws {
        let stack = try Stack(kind, model: Diary.model())
        try stack.withContext { context throws in
            let page = Page(context: context)
            try context.save()
            page.mood = "local"
            if isSaved { try context.save() }
            page.log.removeAll()
            page.onAwakeFromFetch = { $0.mood = "fromFetch" }
            context.refresh(page, mergeChanges: true)
            #expect(page.log == ["awakeFromFetch"])
            #expect(page.events == [.refresh])
            #expect(page.mood == "local")
            context.checkInvariants()
        }
    }

    /// TRN-03, TRN-04
    @Test(arguments: StoreKind.allCases)
    func `a transient value derived from others may be stale after a merging refresh`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        try Sarit.save(stack)
        try stack.withContext { first throws in
            try stack.withContext { second throws in
                let (one, two) = (try Sarit.fetch(first), try Sarit.fetch(second))
                for employee in [one, two] { employee.fullName = "\(employee.firstName!) \(employee.lastName!)" }
                one.firstName = "Fiona"
                one.fullName = "Fiona Smith"
                try first.save()
                #expect(one.fullName == "Fiona Smith")
                #expect(try stack.coordinator.stored("firstName", of: "Employee") == ["Fiona"])
                #expect(try stack.coordinator.stored("lastName", of: "Employee") == ["Smith"])
                two.lastName = "Jones"
                two.fullName = "Sarit Jones"
                second.refresh(two, mergeChanges: true)
                #expect(two.firstName == "Fiona")
                #expect(two.lastName == "Jones")
                #expect(two.fullName == "Sarit Jones")
                second.checkInvariants()
            }
        }
    }

    /// TRN-05
    @Test(arguments: StoreKind.allCases)
    func `an instance variable that notes the refresh lets the value be derived again`(kind: StoreKind) throws {
        let model = Company.model()
        model.entitiesByName["Employee"]?.managedObjectClass = AttentiveEmployee.self
        let stack = try Stack(kind, model: model)
        try Sarit.save(stack)
        try stack.withContext { context throws in
            let employee = try #require(try Sarit.fetch(context) as? AttentiveEmployee)
            #expect(employee.derivedName == "Sarit Smith")
            employee.lastName = "Jones"
            try stack.withContext { other throws in
                try Sarit.fetch(other).firstName = "Fiona"
                try other.save()
            }
            context.refresh(employee, mergeChanges: true)
            #expect(employee.derivedName == "Fiona Jones")
        }
    }
}

/// The guide's example of a derived transient value.
private enum Sarit {
    static func save(_ stack: Stack) throws {
        try stack.withContext { context throws in
            let employee = EntityDescription.insertNewObject(forEntityName: "Employee", into: context)
            employee.setValue("Sarit", forKey: "firstName")
            employee.setValue("Smith", forKey: "lastName")
            try context.save()
        }
    }

    static func fetch(_ context: ManagedObjectContext) throws -> Employee {
        try #require(try context.fetch(FetchRequest<Employee>(entityName: "Employee")).first)
    }
}

/// Derives its full name again after a refresh.
private final class AttentiveEmployee: Employee {
    private var needsRecompute = true

    override func awakeFromFetch() { needsRecompute = true }

    var derivedName: String? {
        if needsRecompute {
            needsRecompute = false
            fullName = "\(firstName ?? "") \(lastName ?? "")"
        }
        return fullName
    }
}
