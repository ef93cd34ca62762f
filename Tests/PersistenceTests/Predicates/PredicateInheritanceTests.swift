import PersistenceSQLite
import PersistenceTestSupport
import Testing

@testable import Persistence

@Suite struct PredicateInheritanceTests {
    @Test func `the SQL of a shared table restricts rows to the fetched entities`() throws {
        let base = EntityDescription(name: "Base", properties: [AttributeDescription(name: "a", type: .integer64)])
        let child = EntityDescription(name: "Child", properties: [AttributeDescription(name: "b", type: .integer64)])
        base.subentities = [child]
        let model = ManagedObjectModel(entities: [base, child])
        model.freeze()
        let naming = PredicateWorld()
        let bound = try FetchPredicate(format: "a == 1").bound(to: child)
        let all = PredicateCompiler.compile(nil, entity: base, naming: naming)
        let alone = PredicateCompiler.compile(nil, entity: base, includesSubentities: false, naming: naming)
        let inheriting = PredicateCompiler.compile(bound, entity: child, naming: naming)
        #expect(all.condition == nil)
        #expect(alone.condition == "t0.Z_ENT = ?")
        #expect(inheriting.condition == "(t0.Z_ENT = ? AND (t0.ZA = ?))")
        #expect(throws: PredicateBindingError.self) { try FetchPredicate(format: "b == 1").bound(to: base) }
    }

    /// Observed in Core Data, where the key is `entity`.
    @Test(arguments: StoreKind.allCases)
    func `a predicate compares an object's entity by description or by name`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: HierarchyModel.model())
        try stack.withContext { context throws in
            for name in ["Dog", "Cat", "Plant", "Owner"] { context.insert(name, named: name) }
            try context.object("Dog", named: "Dog").setValue(context.object("Owner", named: "Owner"), forKey: "owner")
            try context.save()
            context.insert("Dog", named: "Rex")
            let entities = context.persistentStoreCoordinator?.managedObjectModel.entitiesByName ?? [:]
            let (dog, cat) = (try #require(entities["Dog"]), try #require(entities["Cat"]))
            func names(_ entity: String, _ predicate: FetchPredicate) throws -> [String?] {
                let request = FetchRequest<ManagedObject>(entityName: entity)
                request.predicate = predicate
                request.sortDescriptors = [FetchSortDescriptor(key: "name")]
                let found = try context.fetch(request)
                #expect(found.filtered(using: predicate) == found)
                return found.map { $0.value(forKey: "name") as? String }
            }
            #expect(try names("Being", FetchPredicate("entity == %@", dog)) == ["Dog", "Rex"])
            #expect(try names("Being", FetchPredicate("self.entity != %@", dog)) == ["Cat", "Plant"])
            #expect(try names("Being", FetchPredicate("entity IN %@", [dog, cat])) == ["Cat", "Dog", "Rex"])
            #expect(try names("Being", FetchPredicate("entity.name BEGINSWITH 'P'")) == ["Plant"])
            #expect(try names("Owner", FetchPredicate("ANY pets.entity == %@", dog)) == ["Owner"])
            #expect(try names("Animal", FetchPredicate("owner.entity == %@", cat)) == [])
            #expect(try names("Animal", FetchPredicate("owner.entity == nil")) == ["Cat", "Rex"])
        }
    }
}
