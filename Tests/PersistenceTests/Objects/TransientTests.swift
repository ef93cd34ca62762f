import Foundation
import Persistence
import Testing

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
