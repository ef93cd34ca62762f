import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// References between objects, contexts and undo managers.
@Suite struct ReferenceTests {
    /// REF-01
    @Test(arguments: StoreKind.allCases)
    func `an object refers to its context, and the context registers the object`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry()
        stack.withContext { context in
            let object = context.object(with: id)
            #expect(object.managedObjectContext === context)
            #expect(context.registeredObjects.contains(object))
        }
    }

    /// REF-02, REF-05
    @Test(arguments: StoreKind.allCases)
    func `a context does not retain unchanged objects`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        for _ in 0..<5 { _ = try stack.coordinator.save("a", "b", "c") }
        try stack.withContext { context in
            let probes = try probes { try context.entries() }
            #expect(probes.count == 15)
            #expect(probes.noneAlive)
            #expect(context.registeredObjects.isEmpty)
        }
    }

    /// REF-02, REF-03
    @Test(arguments: StoreKind.allCases)
    func `an object does not retain its context, and its realized values stay readable`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "here")
        var held: [Entry] = []
        let probe = probe {
            let context = stack.context()
            context.performAndWait {
                held = [context.entry(id)]
                #expect(held[0].location == "here")
            }
            return context
        }
        #expect(!probe.isAlive)
        #expect(held[0].managedObjectContext == nil)
        #expect(held[0].location == "here")
    }

    /// REF-03
    @Test func `firing a fault whose context is gone is a programmer error`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let stack = try Stack()
            let id = try stack.savedEntry()
            let entry = scope { () -> Entry in
                let context = stack.context()
                return context.performAndWait { context.entry(id) }
            }
            _ = entry.location
        }
        #expect(outcome.says("its context is gone"))
    }

    /// REF-04
    @Test(arguments: StoreKind.allCases)
    func `a released child is gone with its edits, even if one of its objects is retained`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "old")
        let parent = stack.context()
        var held: [Entry] = []
        let probe = probe {
            let child = parent.makeChild()
            child.performAndWait {
                held = [child.entry(id)]
                held[0].location = "lost"
            }
            return child
        }
        #expect(!probe.isAlive)
        #expect(held[0].managedObjectContext == nil)
        parent.performAndWait { #expect(!parent.hasChanges) }
        #expect(try stack.coordinator.stored() == ["old"])
    }

    enum Change: String, CaseIterable, Sendable { case insert, update, delete }

    /// REF-06
    @Test(arguments: StoreKind.allCases, Change.allCases)
    func `a context retains a changed object until it is saved`(kind: StoreKind, change: Change) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "old")
        try stack.withContext { context in
            scope {
                switch change {
                case .insert: context.insertEntry("new")
                case .update: context.entry(id).location = "new"
                case .delete: context.delete(context.entry(id))
                }
            }
            context.processPendingChanges()
            #expect(scope { context.registeredObjects.count } == 1)
            try context.save()
            #expect(context.registeredObjects.isEmpty)
        }
        let expected: [Change: [String]] = [.insert: ["new", "old"], .update: ["new"], .delete: []]
        #expect(try stack.coordinator.stored() == expected[change])
    }

    private static let endings: [Ending] = [.save, .reset, .rollback]

    /// REF-07, REF-08, REF-09
    @Test(arguments: StoreKind.allCases, endings)
    func `a changed object is no longer retained after a save, reset or rollback`(kind: StoreKind, ending: Ending)
        throws
    {
        let stack = try Stack(kind)
        let ids = try stack.coordinator.save("a", "b")
        try stack.withContext { context in
            let probes = probes {
                context.entry(ids[0]).location = "changed"
                context.delete(context.entry(ids[1]))
                return [context.entry(ids[0]), context.entry(ids[1]), context.insertEntry("new")]
            }
            #expect(probes.allAlive)
            try ending.carryOut(in: context)
            #expect(probes.noneAlive)
            context.checkInvariants()
        }
    }

    /// REF-10
    @Test(arguments: StoreKind.allCases)
    func `changed objects are released with their context`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry()
        var held: [WeakProbe] = []
        let probe = probe {
            let context = stack.context()
            context.performAndWait {
                held = probes {
                    context.entry(id).location = "changed"
                    return [context.entry(id), context.insertEntry("new")]
                }
                #expect(held.allAlive)
            }
            return context
        }
        #expect(!probe.isAlive)
        #expect(held.noneAlive)
    }

    /// REF-11, REF-12, UND-10
    @Test(arguments: StoreKind.allCases)
    func `undoing all changes of an object releases it`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "old")
        stack.withContext { context in
            context.undoManager = ContextUndoManager()
            let probe = probe {
                let entry = context.entry(id)
                for location in ["first", "second"] {
                    entry.location = location
                    context.processPendingChanges()
                }
                return entry
            }
            context.undo()
            #expect(scope { context.updatedObjects.count } == 1)
            #expect(probe.isAlive)
            context.undo()
            #expect(scope { context.updatedObjects.isEmpty })
            #expect(!context.hasChanges)
            #expect(probe.isAlive, "The redo stack still names it.")
            context.undoManager?.removeAllActions()
            #expect(!probe.isAlive)
            context.checkInvariants()
        }
    }

    /// REF-13
    @Test(arguments: StoreKind.allCases)
    func `an undo manager retains changed objects after the save`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "old")
        try stack.withContext { context in
            context.undoManager = ContextUndoManager()
            let probe = try probe {
                let entry = context.entry(id)
                entry.location = "new"
                try context.save()
                return entry
            }
            #expect(probe.isAlive)
            context.undoManager?.removeAllActions()
            #expect(!probe.isAlive)
        }
    }

    /// A weak probe of an entry that is marked by `detectConflicts` and not retained otherwise.
    private func markedEntry(_ id: ManagedObjectID, in context: ManagedObjectContext) -> WeakProbe {
        probe {
            let entry = context.entry(id)
            context.detectConflicts(for: entry)
            return entry
        }
    }

    /// REF-14
    @Test(arguments: StoreKind.allCases, endings)
    func `a marked object is retained until the next save, reset or rollback`(kind: StoreKind, ending: Ending) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry()
        try stack.withContext { context in
            let probe = markedEntry(id, in: context)
            context.processPendingChanges()
            #expect(probe.isAlive)
            try ending.carryOut(in: context)
            #expect(!probe.isAlive)
        }
    }

    /// REF-14, B-STO-05
    @Test(arguments: StoreKind.allCases)
    func `a marked object is no longer retained when its store is removed`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry()
        try stack.withContext { context in
            let probe = markedEntry(id, in: context)
            #expect(probe.isAlive)
            try stack.coordinator.remove(stack.store)
            #expect(!probe.isAlive)
        }
    }

    /// REF-09, REF-22
    @Test(arguments: StoreKind.allCases)
    func `rollback releases new objects that are related to each other`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        stack.withContext { context in
            let probes = probes {
                let department = context.insertDepartment("new", employees: "Ada")
                return [department] + Array(department.employees)
            }
            #expect(probes.count == 2 && probes.allAlive)
            context.rollback()
            #expect(probes.noneAlive)
        }
    }

    /// REF-15, REF-16, REF-17
    @Test(arguments: StoreKind.allCases)
    func `a context that retains registered objects keeps them while it lives`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        for _ in 0..<10 { _ = try stack.savedEntry() }
        var held: [WeakProbe] = []
        let probe = try probe {
            let context = stack.context()
            #expect(!context.retainsRegisteredObjects)
            try context.performAndWait {
                context.retainsRegisteredObjects = true
                held = try probes { try context.entries() }
                #expect(held.count == 10 && held.allAlive)
                #expect(scope { context.registeredObjects.count } == 10)
            }
            return context
        }
        #expect(!probe.isAlive)
        #expect(held.noneAlive)
    }

    /// REF-16
    @Test(arguments: StoreKind.allCases)
    func `retainsRegisteredObjects retains objects already registered and releases them when turned off`(
        kind: StoreKind
    ) throws {
        let stack = try Stack(kind)
        _ = try stack.coordinator.save("a", "b", "c")
        try stack.withContext { context in
            let held = try probes {
                let entries = try context.entries()
                context.retainsRegisteredObjects = true
                return entries
            }
            #expect(held.count == 3 && held.allAlive)
            context.retainsRegisteredObjects = false
            #expect(held.noneAlive)
            #expect(context.registeredObjects.isEmpty)
            context.checkInvariants()
        }
    }

    /// REF-16, RBK-06
    @Test(arguments: StoreKind.allCases)
    func `reset releases retained objects, and objects fetched later are retained again`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        _ = try stack.coordinator.save("a", "b")
        try stack.withContext { context in
            context.retainsRegisteredObjects = true
            let held = try probes { try context.entries() }
            #expect(held.count == 2 && held.allAlive)
            context.reset()
            #expect(held.noneAlive)
            let again = try probes { try context.entries() }
            #expect(again.count == 2 && again.allAlive)
        }
    }

    /// REF-16, LIF-04
    @Test(arguments: StoreKind.allCases)
    func `retainsRegisteredObjects retains new objects after their save, but not deleted ones`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry()
        try stack.withContext { context in
            context.retainsRegisteredObjects = true
            let inserted = probe { context.insertEntry("new") }
            let deleted = probes {
                let entries = [context.insertEntry("never saved"), context.entry(id)]
                for entry in entries { context.delete(entry) }
                return entries
            }
            try context.save()
            #expect(inserted.isAlive)
            #expect(deleted.noneAlive)
            #expect(scope { context.registeredObjects.count } == 1)
        }
    }

    /// REF-10, REF-17, REF-22
    @Test(arguments: StoreKind.allCases, [false, true])
    func `objects related in both directions are released with their context`(kind: StoreKind, retains: Bool) throws {
        let stack = try Stack(kind)
        let id = try stack.savedDepartment("Ann", "Bob")
        var held: [WeakProbe] = []
        let probe = probe {
            let context = stack.context()
            context.performAndWait {
                context.retainsRegisteredObjects = retains
                held = probes { relatedBothWays(id, in: context) }
                #expect(held.count == 3 && held.allAlive)
            }
            return context
        }
        #expect(!probe.isAlive)
        #expect(held.noneAlive)
    }

    /// A saved department and its employees, with both ends of the relationship loaded.
    private func relatedBothWays(_ id: ManagedObjectID, in context: ManagedObjectContext) -> [ManagedObject] {
        let department = context.object(with: id) as! Department
        let employees = Array(department.employees)
        #expect(employees.allSatisfy { $0.department === department })
        return [department] + employees
    }

    /// REF-18, REF-19
    @Test(arguments: StoreKind.allCases, [true, false])
    func `rows stay cached for other contexts while a context retains their objects`(kind: StoreKind, retains: Bool)
        throws
    {
        let stack = try ProbeStack(kind)
        let ids = try stack.coordinator.save("a", "b", "c", "d")
        let background = stack.coordinator.makeContext()
        try background.performAndWait {
            background.retainsRegisteredObjects = retains
            let count = try scope { try background.entries().count }
            #expect(count == 4)
            #expect(scope { background.registeredObjects.count } == (retains ? 4 : 0))
        }
        stack.coordinator.inContext { main in
            let reads = stack.reads { for id in ids { #expect(main.entry(id).location != nil) } }
            #expect(reads == (retains ? 0 : 4))
        }
        withExtendedLifetime(background) {}
    }

    /// REF-20
    @Test(arguments: StoreKind.allCases)
    func `only objects that the application retains stay registered`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        for _ in 0..<10 { _ = try stack.savedEntry() }
        try stack.withContext { context in
            let kept = try scope { Array(try context.entries()[..<2]) }
            #expect(context.registeredObjects == Set(kept))
        }
    }

    /// REF-20
    @Test(arguments: StoreKind.allCases)
    func `after clearing relationships, only objects reachable from retained ones stay`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let ids = try (0..<3).map { _ in try stack.savedDepartment("Ann", "Bob") }
        try stack.withContext { context in
            let held = probes { ids.flatMap { relatedBothWays($0, in: context) } }
            #expect(held.count == 9 && held.allAlive)
            let kept = [context.object(with: ids[0]) as! Department]
            for id in ids[1...] { scope { context.refresh(context.object(with: id), mergeChanges: false) } }
            context.processPendingChanges()
            #expect(held.map(\.isAlive) == [true, true, true] + Array(repeating: false, count: 6))
            try scope {
                for employee in kept[0].employees { employee.department = nil }
                try context.save()
            }
            #expect(scope { kept[0].employees.isEmpty })
            #expect(scope { context.registeredObjects } == [kept[0]])
            context.checkInvariants()
        }
    }

    /// REF-21
    @Test(arguments: StoreKind.allCases)
    func `an object retains the objects in its loaded relationships`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedDepartment("Ann", "Bob")
        stack.withContext { context in
            let department = context.object(with: id) as! Department
            let probes = probes { Array(department.employees) }
            #expect(probes.count == 2)
            #expect(probes.allAlive)
            withExtendedLifetime(department) {}
        }
    }

    /// REF-22, REF-23, RFR-06
    @Test(arguments: StoreKind.allCases)
    func `objects related in both directions retain each other until one becomes a fault`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedDepartment("Ann")
        stack.withContext { context in
            let probes = probes {
                let department = context.object(with: id) as! Department
                let employee = department.employees.first!
                #expect(employee.department === department)
                return [department, employee]
            }
            #expect(probes.allAlive)
            #expect(scope { context.registeredObjects.count } == 2)
            scope {
                let department = context.object(with: id)
                context.refresh(department, mergeChanges: false)
                #expect(department.hasFault(forRelationshipNamed: "employees"))
            }
            #expect(probes.noneAlive)
            context.checkInvariants()
        }
    }

    /// REF-24
    @Test(arguments: StoreKind.allCases)
    func `an object that is no longer related stays alive while something else retains it`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedDepartment("Ann")
        stack.withContext { context in
            var held: [Employee] = []
            let probe = probe {
                let department = context.object(with: id) as! Department
                held = Array(department.employees)
                context.refresh(department, mergeChanges: false)
                return held[0]
            }
            #expect(probe.isAlive)
            held.removeAll()
            #expect(!probe.isAlive)
        }
    }
}
