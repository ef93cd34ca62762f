import PersistenceSQLite
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
}
