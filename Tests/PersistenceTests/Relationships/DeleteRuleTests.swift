import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Every delete rule for every kind of relationship.
@Suite struct DeleteRuleTests {
    /// The kind of relationship from an owner to its things, and of its inverse.
    enum Kind: CaseIterable {
        case oneToOne, manyToOne, oneToMany, oneToManyOrdered, manyToMany, manyToManyOrdered

        var isToMany: Bool { self != .oneToOne && self != .manyToOne }
        var isOrdered: Bool { self == .oneToManyOrdered || self == .manyToManyOrdered }
        var hasManyOwners: Bool { self == .manyToOne || self == .manyToMany || self == .manyToManyOrdered }
    }

    struct Case: Sendable, CustomStringConvertible {
        let store: StoreKind
        let kind: Kind
        let rule: DeleteRule

        var description: String { "\(store) \(kind) \(rule)" }

        static func all(_ rule: DeleteRule) -> [Case] {
            StoreKind.allCases.flatMap { store in Kind.allCases.map { Case(store: store, kind: $0, rule: rule) } }
        }

        func stack() throws -> Stack {
            let (owner, thing) = (EntityDescription(name: "Owner"), EntityDescription(name: "Thing"))
            for entity in [owner, thing] { entity.properties = [AttributeDescription(name: "name", type: .string)] }
            let things: RelationshipEnd =
                kind.isOrdered
                ? .ordered("things", deleteRule: rule)
                : kind.isToMany ? .many("things", deleteRule: rule) : .one("things", deleteRule: rule)
            owner.relate(things, to: thing, kind.hasManyOwners ? .many("owners") : .one("owners"))
            let stack = try Stack(store, model: ManagedObjectModel(entities: [owner, thing]))
            try stack.withContext { context throws in
                let owners = ["o", "p"].map { context.insert("Owner", named: $0) }
                let things = ["x", "y", "z"].map { context.insert("Thing", named: $0) }
                relate(owners[0], kind.isToMany ? Array(things[..<2]) : [things[0]])
                // The other owner shares the things that can be shared, and otherwise has its own thing.
                relate(owners[1], [kind.hasManyOwners ? things[0] : things[2]])
                try context.save()
            }
            return stack
        }

        private func relate(_ owner: ManagedObject, _ things: [ManagedObject]) {
            let value: Any = kind.isToMany ? kind.isOrdered ? things as Any : Set(things) : things[0]
            owner.setValue(value, forKey: "things")
        }

        /// The names of the owner's things.
        var related: [String] { kind.isToMany ? ["x", "y"] : ["x"] }
    }

    @Test func `an object that was never saved and is deleted too denies no deletion`() throws {
        let (owner, thing) = (EntityDescription(name: "Owner"), EntityDescription(name: "Thing"))
        for entity in [owner, thing] { entity.properties = [AttributeDescription(name: "name", type: .string)] }
        owner.relate(
            .one("thing", deleteRule: .denyDeleteRule), to: thing, .one("owner", deleteRule: .cascadeDeleteRule))
        let stack = try Stack(model: ManagedObjectModel(entities: [owner, thing]))
        try stack.withContext { context throws in
            let owner = context.insert("Owner", named: "o")
            try context.save()
            let thing = context.insert("Thing", named: "x")
            owner.setValue(thing, forKey: "thing")
            context.delete(thing)
            context.delete(owner)
            try context.save()
            #expect(try context.names(of: "Owner") == [])
        }
    }

    /// Deletes the owner “o” in a separate context.
    private func deleteOwner(_ stack: Stack, then body: (ManagedObjectContext) throws -> Void) throws {
        try stack.withContext { context throws in
            context.delete(try context.object("Owner", named: "o"))
            try body(context)
            context.checkInvariants()
        }
    }

    /// B-REL-03
    @Test(arguments: Case.all(.nullifyDeleteRule), [true, false])
    func `a deleted object has no relationships once the deletion is saved`(test: Case, isFromOwner: Bool) throws {
        let stack = try test.stack()
        try deleteOwner(stack) { context throws in
            let owner = try #require(context.deletedObjects.first)
            context.processPendingChanges()
            let thing = try context.object("Thing", named: "z")
            let (object, other, key, isToMany) =
                isFromOwner
                ? (owner, thing, "things", test.kind.isToMany) : (thing, owner, "owners", test.kind.hasManyOwners)
            object.setValue(isToMany ? NSOrderedSet(array: [other]) : other, forKey: key)
            try context.save()
            #expect(owners(of: thing, test).isEmpty)
        }
        try stack.withContext { context throws in
            #expect(owners(of: try context.object("Thing", named: "z"), test).isEmpty)
            let request = FetchRequest<ManagedObject>(entityName: "Owner")
            #expect(try context.fetch(request).map { $0.value(forKey: "name") as? String } == ["p"])
        }
    }

    private func owners(of thing: ManagedObject, _ test: Case) -> [String] {
        test.kind.hasManyOwners ? thing.names("owners") : thing.one("owners").map { [$0.objectID.description] } ?? []
    }

    private func things(_ stack: Stack) throws -> [String] {
        try stack.withContext { context throws in
            let request = FetchRequest<ManagedObject>(entityName: "Thing")
            request.sortDescriptors = [FetchSortDescriptor(key: "name")]
            return try context.fetch(request).compactMap { $0.value(forKey: "name") as? String }
        }
    }

    private func owners(of thing: String, _ kind: Kind, _ stack: Stack) throws -> [String] {
        try stack.withContext { context throws in
            let thing = try context.object("Thing", named: thing)
            return kind.hasManyOwners
                ? thing.names("owners") : [thing.one("owners")?.value(forKey: "name") as? String].compactMap { $0 }
        }
    }

    /// B-REL-03
    @Test(arguments: Case.all(.nullifyDeleteRule))
    func `the nullify rule clears the inverse of related objects`(_ each: Case) throws {
        let stack = try each.stack()
        try deleteOwner(stack) { try $0.save() }
        #expect(try things(stack) == ["x", "y", "z"])
        #expect(try owners(of: "x", each.kind, stack) == (each.kind.hasManyOwners ? ["p"] : []))
        #expect(try owners(of: "y", each.kind, stack) == [])
    }

    /// B-REL-03
    @Test(arguments: Case.all(.cascadeDeleteRule))
    func `the cascade rule deletes related objects, even shared ones`(_ each: Case) throws {
        let stack = try each.stack()
        try deleteOwner(stack) { try $0.save() }
        #expect(try things(stack) == ["x", "y", "z"].filter { !each.related.contains($0) })
        try stack.withContext { context throws in
            let other = try context.object("Owner", named: "p")
            let kept =
                each.kind.isToMany ? other.names("things") : [other.one("things")].compactMap { $0 }.map { _ in "z" }
            #expect(kept == (each.kind.hasManyOwners ? [] : ["z"]))
        }
    }

    /// B-REL-03, B-REL-04
    @Test(arguments: Case.all(.denyDeleteRule))
    func `the deny rule keeps an object until its related objects are deleted too`(_ each: Case) throws {
        let stack = try each.stack()
        try deleteOwner(stack) { context throws in
            let error = persistenceError { try context.save() }
            #expect(error?.code == .relationshipDeniedDelete)
            #expect(error?.userInfo[PersistenceError.Key.validationKey] as? String == "things")
            for name in each.related { context.delete(try context.object("Thing", named: name)) }
            try context.save()
        }
        #expect(try things(stack) == ["x", "y", "z"].filter { !each.related.contains($0) })
    }

    /// B-REL-03
    @Test(arguments: Case.all(.noActionDeleteRule))
    func `the no-action rule leaves related objects with a reference that reads as nil`(_ each: Case) throws {
        let stack = try each.stack()
        try deleteOwner(stack) { try $0.save() }
        #expect(try things(stack) == ["x", "y", "z"])
        if !each.kind.hasManyOwners { #expect(try owners(of: "x", each.kind, stack) == []) }
    }

    /// B-REL-03
    @Test(arguments: Case.all(.noActionDeleteRule))
    func `an object inserted again regains only the to-one references left to it`(_ each: Case) throws {
        let stack = try each.stack()
        let id = try stack.withContext { context throws in try context.object("Owner", named: "o").objectID }
        try deleteOwner(stack) { try $0.save() }
        try stack.withContext { context throws in
            context.insertObject(with: id, version: 2).setValue("o", forKey: "name")
            try context.save()
        }
        #expect(try owners(of: "x", each.kind, stack) == (each.kind.hasManyOwners ? ["p"] : ["o"]))
        if each.kind.isToMany {
            #expect(try owners(of: "y", each.kind, stack) == (each.kind.hasManyOwners ? [] : ["o"]))
        }
    }
}
