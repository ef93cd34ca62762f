import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Transient properties.
@Suite struct TransientTests {
    /// TRN-01
    @Test(arguments: StoreKind.allCases)
    func `a transient value is not stored`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: PageModel.model())
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
    func `a merging refresh restores transient values after awakeFromFetch`(kind: StoreKind, isSaved: Bool) throws {
        let stack = try Stack(kind, model: PageModel.model())
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
    func `a derived transient value can be out of date after a merging refresh`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        try DerivedNameExample.save(stack)
        try stack.withContext { first throws in
            try stack.withContext { second throws in
                let (one, two) = (try DerivedNameExample.fetch(first), try DerivedNameExample.fetch(second))
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
    func `a class can derive a transient value again after a refresh`(kind: StoreKind) throws {
        let model = CompanyModel.model()
        model.entitiesByName["Employee"]?.managedObjectClass = DerivingEmployee.self
        let stack = try Stack(kind, model: model)
        try DerivedNameExample.save(stack)
        try stack.withContext { context throws in
            let employee = try #require(try DerivedNameExample.fetch(context) as? DerivingEmployee)
            #expect(employee.derivedName == "Sarit Smith")
            employee.lastName = "Jones"
            try stack.withContext { other throws in
                try DerivedNameExample.fetch(other).firstName = "Fiona"
                try other.save()
            }
            context.refresh(employee, mergeChanges: true)
            #expect(employee.derivedName == "Fiona Jones")
        }
    }

    /// TRN-01, RFR-05
    @Test(arguments: StoreKind.allCases)
    func `a transient attribute has its default after a fetch and may be nil in a save`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: Pool.model())
        let id = try stack.withContext { context throws in
            let pool = context.insert("Pool", named: "p")
            #expect(pool.value(forKey: "depth") as? Int == 3)
            #expect(pool.value(forKey: "mark") == nil)
            try context.save()
            return pool.objectID
        }
        try stack.withContext { context throws in
            let pool = try context.existingObject(with: id)
            #expect(pool.value(forKey: "depth") as? Int == 3)
            #expect(pool.changedValues().isEmpty && !context.hasChanges)
            pool.setValue("q", forKey: "name")
            try context.save()
            pool.setValue(5, forKey: "depth")
            #expect(pool.isUpdated && !pool.hasPersistentChangedValues)
            try context.save()
            #expect(pool.value(forKey: "depth") as? Int == 5)
            pool.setValue(nil, forKey: "depth")
            try context.save()
            #expect(pool.value(forKey: "depth") == nil)
            context.refresh(pool, mergeChanges: false)
            #expect(pool.value(forKey: "depth") as? Int == 3)
            context.checkInvariants()
            let child = context.makeChild()
            try using(child) {
                let mine = try child.existingObject(with: id)
                #expect(mine.value(forKey: "depth") as? Int == 3)
            }
            context.delete(pool)
            try context.save()
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a child sees no transient values of its parent, saved or not`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: Pool.model())
        try stack.withContext { context throws in
            let (pool, new) = (context.insert("Pool", named: "p"), context.insert("Pool", named: "new"))
            try context.obtainPermanentIDs(for: [new])
            for (object, depth) in [(pool, 5), (new, 6)] { object.setValue(depth, forKey: "depth") }
            pool.setValue([context.insert("Guest", named: "a")], forKey: "guests")
            func expectDefaults() throws {
                let child = context.makeChild()
                try using(child) {
                    for name in ["p", "new"] {
                        let mine = try #require(try child.named("Pool", name))
                        #expect(mine.value(forKey: "depth") as? Int == 3)
                        #expect(mine.objectIDs(forRelationshipNamed: "guests").isEmpty)
                        child.checkInvariants()
                    }
                }
            }
            try expectDefaults()
            try context.save()
            pool.setValue(7, forKey: "depth")
            try expectDefaults()
            #expect(pool.value(forKey: "depth") as? Int == 7)
        }
    }

    @Test func `after a reset, a transient attribute reads as its default`() throws {
        let stack = try Stack(model: Pool.model())
        try stack.withContext { context throws in
            let (pool, new) = (context.insert("Pool", named: "p"), context.insert("Pool", named: "q"))
            pool.setValue(5, forKey: "depth")
            new.setValue(6, forKey: "depth")
            try context.save()
            context.reset()
            #expect([pool, new].map { $0.value(forKey: "depth") as? Int } == [3, 3])
            #expect(pool.primitiveValue(forKey: "depth") as? Int == 3)
        }
    }

    /// TRN-01
    @Test(arguments: StoreKind.allCases)
    func `a transient attribute of a deleted row is nil`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: Pool.model())
        try stack.withContext { context throws in
            let pool = context.insert("Pool", named: "p")
            try context.save()
            _ = try stack.saving { $0.delete($0.object(with: pool.objectID)) }
            context.refresh(pool, mergeChanges: false)
            #expect(pool.value(forKey: "depth") == nil)
            #expect(pool.isDeleted)
        }
    }

    /// TRN-01
    @Test(arguments: StoreKind.allCases, ["guests", "queue", "owner"])
    func `a transient relationship is kept while its object lives and is empty after a fetch`(
        kind: StoreKind, key: String
    ) throws {
        let stack = try Stack(kind, model: Pool.model())
        let id = try stack.withContext { context throws in
            let pool = context.insert("Pool", named: "p")
            try context.save()
            #expect(pool.objectIDs(forRelationshipNamed: key).isEmpty)
            let guests = [context.insert("Guest", named: "b"), context.insert("Guest", named: "a")]
            pool.setValue(key == "owner" ? guests[0] : guests as Any, forKey: key)
            let ids = pool.objectIDs(forRelationshipNamed: key)
            #expect(ids.count == (key == "owner" ? 1 : 2))
            try context.save()
            #expect(pool.objectIDs(forRelationshipNamed: key).count == ids.count)
            context.refresh(pool, mergeChanges: true)
            #expect(pool.objectIDs(forRelationshipNamed: key).count == ids.count)
            pool.setValue("q", forKey: "name")
            context.rollback()
            #expect(pool.objectIDs(forRelationshipNamed: key).count == ids.count)
            context.refresh(pool, mergeChanges: false)
            #expect(pool.objectIDs(forRelationshipNamed: key).isEmpty)
            context.checkInvariants()
            return pool.objectID
        }
        try stack.withContext { context throws in
            let request = FetchRequest<ManagedObject>(entityName: "Pool")
            request.relationshipKeyPathsForPrefetching = [key]
            let pool = try #require(try context.fetch(request).first)
            #expect(pool.objectIDs(forRelationshipNamed: key).isEmpty)
            pool.setValue(key == "owner" ? context.insert("Guest", named: "c") : [] as Any, forKey: key)
            context.delete(pool)
            try context.save()
        }
        try stack.withContext { context throws in
            #expect(throws: PersistenceError.self) { try context.existingObject(with: id) }
            #expect(try context.names(of: "Guest").count >= 2)
        }
    }

    /// TRN-01, B-CHD-05
    @Test(arguments: StoreKind.allCases)
    func `saving a child copies transient relationships to its parent`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: Pool.model())
        try stack.withContext { context throws in
            let pool = context.insert("Pool", named: "p")
            try context.save()
            let child = context.makeChild()
            try child.performAndWait {
                let mine = child.object(with: pool.objectID)
                mine.add(child.insert("Guest", named: "a"), to: "guests")
                mine.add(child.insert("Guest", named: "b"), to: "queue")
                try child.save()
                #expect(mine.names("guests") == ["a"])
            }
            #expect(pool.names("guests") == ["a"])
            #expect(pool.names("queue") == ["b"])
            try context.save()
            #expect(pool.names("guests") == ["a"])
            #expect(pool.names("queue") == ["b"])
        }
    }
}

/// A model with mandatory transient properties of every kind.
private enum Pool {
    static func model() -> ManagedObjectModel {
        let pool = EntityDescription(name: "Pool"), guest = EntityDescription(name: "Guest")
        guest.properties = [AttributeDescription(name: "name", type: .string)]
        let guests = RelationshipDescription(name: "guests", destination: guest, toMany: true, isOptional: false)
        let queue = RelationshipDescription(name: "queue", destination: guest, toMany: true, ordered: true)
        let owner = RelationshipDescription(name: "owner", destination: guest, isOptional: false)
        guests.minCount = 1
        for relationship in [guests, queue, owner] { relationship.isTransient = true }
        pool.properties = [
            AttributeDescription(name: "name", type: .string),
            AttributeDescription(
                name: "depth", type: .integer32, isOptional: false, isTransient: true, defaultValue: 3),
            AttributeDescription(name: "mark", type: .undefined, isOptional: false, isTransient: true),
            guests, queue, owner,
        ]
        return ManagedObjectModel(entities: [pool, guest])
    }
}

/// The programming guide's example of a derived transient value.
private enum DerivedNameExample {
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

/// An employee that derives its full name again after a refresh.
private final class DerivingEmployee: Employee {
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
