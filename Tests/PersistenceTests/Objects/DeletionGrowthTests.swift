import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Deleting many objects takes a number of steps proportional to their number, whatever their relationships.
@Suite struct DeletionGrowthTests {
    enum Relation: CaseIterable {
        case none, oneToMany, oneToManyOrdered, manyToMany, manyToManyOrdered

        func things(_ rule: DeleteRule) -> RelationshipEnd? {
            switch self {
            case .none: nil
            case .oneToMany, .manyToMany: .many("things", deleteRule: rule)
            case .oneToManyOrdered, .manyToManyOrdered: .ordered("things", deleteRule: rule)
            }
        }

        var owners: RelationshipEnd {
            self == .manyToMany || self == .manyToManyOrdered ? .many("owners") : .one("owners")
        }
    }

    struct Case: Sendable, CustomStringConvertible {
        let relation: Relation
        let store: StoreKind

        var description: String { "\(relation) \(store)" }

        static let all = StoreKind.allCases.flatMap { store in
            Relation.allCases.map { Case(relation: $0, store: store) }
        }

        /// A store with one owner that has `count` things.
        func stack(_ count: Int, _ rule: DeleteRule = .nullifyDeleteRule) throws -> Stack {
            let (owner, thing) = (EntityDescription(name: "Owner"), EntityDescription(name: "Thing"))
            for entity in [owner, thing] { entity.properties = [AttributeDescription(name: "name", type: .string)] }
            if let things = relation.things(rule) { owner.relate(things, to: thing, relation.owners) }
            let stack = try Stack(store, model: ManagedObjectModel(entities: [owner, thing]))
            try stack.withContext { context throws in
                let owner = context.insert("Owner", named: "o")
                let things = (0..<count).map { context.insert("Thing", named: "\($0)") }
                if relation != .none {
                    let isOrdered = relation == .oneToManyOrdered || relation == .manyToManyOrdered
                    owner.setValue(isOrdered ? things as Any : Set(things), forKey: "things")
                }
                try context.save()
            }
            return stack
        }
    }

    private static func all(_ name: String, in context: ManagedObjectContext) throws -> [ManagedObject] {
        try context.fetch(FetchRequest<ManagedObject>(entityName: name))
    }

    /// Expects that four times as many objects take four times as many steps, plus a few.
    private func expectLinear(_ case: Case, _ steps: (_ count: Int, Case) throws -> Int) throws {
        let (few, many) = (try steps(100, `case`), try steps(400, `case`))
        #expect(few > 0)
        #expect(many <= 5 * few + 100)
    }

    @Test(arguments: Case.all) func `deleting many objects at once takes linear steps`(_ case: Case) throws {
        try expectLinear(`case`) { count, `case` in
            let stack = try `case`.stack(count)
            return try stack.withContext { context throws in
                _ = try Self.all("Owner", in: context).map { $0.value(forKey: "name") }
                for thing in try Self.all("Thing", in: context) { context.delete(thing) }
                context.processPendingChanges()
                try context.save()
                if `case`.relation != .none {
                    let owner = try #require(try Self.all("Owner", in: context).first)
                    #expect(owner.objectIDs(forRelationshipNamed: "things").isEmpty)
                }
                #expect(try Self.all("Thing", in: context).isEmpty)
                return context.linearSteps
            }
        }
    }

    @Test(arguments: Case.all) func `cascading a deletion to many objects takes linear steps`(_ case: Case) throws {
        guard `case`.relation != .none else { return }
        try expectLinear(`case`) { count, `case` in
            let stack = try `case`.stack(count, .cascadeDeleteRule)
            return try stack.withContext { context throws in
                for owner in try Self.all("Owner", in: context) { context.delete(owner) }
                try context.save()
                #expect(try Self.all("Thing", in: context).isEmpty)
                return context.linearSteps
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `deletions that wait for the save are not visited again in each event`(_ store: StoreKind) throws {
        try expectLinear(Case(relation: .none, store: store)) { count, `case` in
            let stack = try `case`.stack(count)
            return try stack.withContext { context throws in
                context.propagatesDeletesAtEndOfEvent = false
                for thing in try Self.all("Thing", in: context) {
                    context.delete(thing)
                    context.processPendingChanges()
                }
                try context.save()
                return context.linearSteps
            }
        }
    }

    @Test(arguments: Case.all) func `merging many deletions takes linear steps`(_ case: Case) throws {
        guard `case`.relation != .none else { return }
        try expectLinear(`case`) { count, `case` in
            let stack = try `case`.stack(count)
            return try stack.withContext { context throws in
                let owner = try #require(try Self.all("Owner", in: context).first)
                let things = try Self.all("Thing", in: context)
                _ = owner.value(forKey: "things")
                for thing in things { _ = thing.value(forKey: "owners") }
                let saved: SavedChanges = try stack.withContext { other throws in
                    for thing in try Self.all("Thing", in: other) { other.delete(thing) }
                    try other.save()
                    var saved = SavedChanges()
                    saved.deleted = things.map(\.objectID)
                    return saved
                }
                context.mergeChanges(saved)
                #expect(owner.objectIDs(forRelationshipNamed: "things").isEmpty)
                #expect(!context.hasChanges)
                return max(context.linearSteps, 1)
            }
        }
    }

    @Test(arguments: Case.all) func `undoing the deletion of many objects restores their order`(_ case: Case) throws {
        guard `case`.relation != .none else { return }
        let stack = try `case`.stack(50)
        try stack.withContext { context throws in
            context.undoManager = ContextUndoManager()
            let owner = try #require(try Self.all("Owner", in: context).first)
            let before = owner.objectIDs(forRelationshipNamed: "things")
            for thing in try Self.all("Thing", in: context) { context.delete(thing) }
            context.processPendingChanges()
            #expect(owner.objectIDs(forRelationshipNamed: "things").isEmpty)
            context.undo()
            let after = owner.objectIDs(forRelationshipNamed: "things")
            #expect(Set(after) == Set(before))
            if `case`.relation == .oneToManyOrdered || `case`.relation == .manyToManyOrdered {
                #expect(after == before)
            }
        }
    }
}
