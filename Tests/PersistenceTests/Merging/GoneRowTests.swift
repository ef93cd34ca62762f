import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Objects whose rows were deleted elsewhere, and objects related to them.
@Suite struct GoneRowTests {
    /// POL-04, B-POL-02
    @Test(arguments: StoreKind.allCases)
    func `a marked fault whose row was deleted becomes a deleted object`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry()
        try stack.withContext { context throws in
            let entry = try #require(try context.entries().first)
            #expect(entry.isFault)
            context.detectConflicts(for: entry)
            _ = try stack.saving { $0.delete($0.entry(id)) }
            context.mergePolicy = .rollback
            try context.save()
            #expect(entry.isDeleted)
            #expect(!entry.isFault)
            #expect(!context.hasChanges)
            context.checkInvariants()
        }
    }

    /// How a context learns that a row was deleted.
    enum News: CaseIterable { case refresh, merge }

    /// Deletes an object in another context and informs this one.
    private func delete(_ object: ManagedObject, on stack: Stack, _ news: News) throws {
        let note = try stack.saving { $0.delete($0.object(with: object.objectID)) }
        guard let context = object.managedObjectContext else { return }
        switch news {
        case .refresh: context.refresh(object, mergeChanges: true)
        case .merge: context.mergeChanges(fromContextDidSave: note)
        }
        #expect(object.isDeleted)
    }

    /// MRG-04, RFR-08
    @Test(arguments: StoreKind.allCases, News.allCases)
    func `an employee moved to a department deleted elsewhere moves back`(kind: StoreKind, news: News) throws {
        let stack = try Stack(kind)
        try stack.withContext { context throws in
            let old = context.insertDepartment("old", employees: "Ann")
            let new = context.insertDepartment("new")
            try context.save()
            let ann = try old.employee("Ann")
            ann.department = new
            let bob = Employee(context: context)
            bob.department = new
            try delete(new, on: stack, news)
            #expect(ann.department === old)
            #expect(old.employees == [ann])
            #expect(bob.department == nil)
            #expect(context.updatedObjects.isEmpty)
            context.checkInvariants()
            try context.save()
        }
        try stack.withContext { context throws in
            let departments = try context.fetch(FetchRequest<Employee>(entityName: "Employee")).map(\.department?.name)
            #expect(Set(departments) == ["old", nil])
        }
    }

    /// MRG-04, RFR-08
    @Test(arguments: StoreKind.allCases, News.allCases)
    func `an employee deleted elsewhere is removed from the department that he was moved to`(
        kind: StoreKind, news: News
    ) throws {
        let stack = try Stack(kind)
        try stack.withContext { context throws in
            let (old, new) = (context.insertDepartment("old", employees: "Ann"), context.insertDepartment("new"))
            try context.save()
            let ann = try old.employee("Ann")
            ann.department = new
            #expect(new.employees == [ann])
            try delete(ann, on: stack, news)
            #expect(new.employees.isEmpty)
            #expect(!new.isUpdated)
        }
    }

    /// B-POL-02, POL-03
    @Test(arguments: StoreKind.allCases, [MergePolicyType.mergeByPropertyObjectTrump, .overwrite])
    func `an object loaded before its row was deleted and inserted again is in conflict`(
        kind: StoreKind, policy: MergePolicyType
    ) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry()
        let (context, witness) = (stack.context(), stack.context())
        try using(context, witness) {
            let entry = context.entry(id), seen = witness.entry(id)
            entry.location = "kept"
            seen.location = "late"
            _ = try stack.saving { $0.delete($0.entry(id)) }
            context.mergePolicy = MergePolicy(merge: policy)
            try context.save()
            #expect(persistenceError { try witness.save() }?.code == .merge)
            #expect(try stack.coordinator.stored() == ["kept"])
        }
    }

    /// B-POL-02
    @Test(
        arguments: StoreKind.allCases,
        ["tags", "songs", "friends", "wishes"].flatMap { key in
            [MergePolicyType.mergeByPropertyObjectTrump, .overwrite].map { (key, $0) }
        })
    func `an object that is inserted again keeps the destinations that still exist`(
        kind: StoreKind, way: (key: String, policy: MergePolicyType)
    ) throws {
        let stack = try Stack(kind, model: ClubModel.model())
        let other = try #require(ClubModel.toMany[way.key])
        let id = try stack.withContext { context throws in
            let owner = context.insert("Member", named: "owner")
            for name in ["a", "b", "c"] { owner.add(context.insert(other, named: name), to: way.key) }
            context.insert(other, named: "d")
            try context.save()
            return owner.objectID
        }
        try stack.withContext { context throws in
            let owner = try context.existingObject(with: id)
            #expect(owner.names(way.key) == ["a", "b", "c"])
            owner.add(try context.object(other, named: "d"), to: way.key)
            owner.drop(try context.object(other, named: "c"), from: way.key)
            _ = try stack.saving {
                $0.delete($0.object(with: id))
                $0.delete(try $0.object(other, named: "b"))
            }
            context.mergePolicy = MergePolicy(merge: way.policy)
            try context.save()
            #expect(owner.names(way.key) == ["a", "d"])
            context.checkInvariants()
        }
        try stack.withContext { context throws in
            #expect(try context.existingObject(with: id).names(way.key) == ["a", "d"])
        }
    }
}
