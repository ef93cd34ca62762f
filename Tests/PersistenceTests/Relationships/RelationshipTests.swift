import Foundation
import Persistence
import PersistenceTestSupport
import TestSupport
import Testing

/// Relationships: inverses, delete rules, and validation by a save.
@Suite struct RelationshipTests {
    /// B-REL-01
    @Test(arguments: StoreKind.allCases)
    func `setting a one-to-one relationship clears both old partners`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: RelationshipModel.model())
        try stack.withContext { context throws in
            let boats = ["a", "b"].map { context.insert("Boat", named: $0) }
            let engines = ["x", "y"].map { context.insert("Engine", named: $0) }
            boats[0].setValue(engines[0], forKey: "engine")
            engines[1].setValue(boats[1], forKey: "boat")
            #expect(engines[0].one("boat") === boats[0])
            #expect(boats[1].one("engine") === engines[1])
            try context.save()
            boats[0].setValue(engines[1], forKey: "engine")
            #expect(engines[1].one("boat") === boats[0])
            #expect(boats[1].one("engine") == nil)
            #expect(engines[0].one("boat") == nil)
            context.checkInvariants()
            try context.save()
        }
        try stack.withContext { context throws in
            let engine = try context.object("Engine", named: "y")
            #expect(engine.one("boat")?.value(forKey: "name") as? String == "a")
            #expect(try context.object("Engine", named: "x").one("boat") == nil)
            #expect(try context.object("Boat", named: "b").one("engine") == nil)
        }
    }

    /// B-REL-01
    @Test(arguments: StoreKind.allCases)
    func `objects of a one-to-many relationship can be moved from either side`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: RelationshipModel.model())
        try stack.withContext { context throws in
            let (first, second) = (context.insert("Boat", named: "1"), context.insert("Boat", named: "2"))
            let berth = context.insert("Berth", named: "b")
            berth.setValue(first, forKey: "boat")
            #expect(first.names("berths") == ["b"])
            second.setValue(Set([berth]), forKey: "berths")
            #expect(berth.one("boat") === second)
            #expect(first.names("berths") == [])
            try context.save()
            second.setValue(Set<ManagedObject>(), forKey: "berths")
            #expect(berth.one("boat") == nil)
            context.checkInvariants()
            try context.save()
        }
        try stack.withContext { context throws in
            #expect(try context.object("Berth", named: "b").one("boat") == nil)
        }
    }

    /// B-REL-01
    @Test(arguments: StoreKind.allCases)
    func `a many-to-many relationship is maintained on both sides`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: RelationshipModel.model())
        try stack.withContext { context throws in
            let boats = ["1", "2"].map { context.insert("Boat", named: $0) }
            let sailors = ["a", "b"].map { context.insert("Sailor", named: $0) }
            boats[0].setValue(Set(sailors), forKey: "crew")
            sailors[0].setValue(Set(boats), forKey: "boats")
            #expect(boats[1].names("crew") == ["a"])
            #expect(sailors[1].names("boats") == ["1"])
            try context.save()
        }
        try stack.withContext { context throws in
            #expect(try context.object("Boat", named: "1").names("crew") == ["a", "b"])
            #expect(try context.object("Sailor", named: "a").names("boats") == ["1", "2"])
            let boat = try context.object("Boat", named: "1")
            boat.mutableSetValue(forKey: "crew").remove(try context.object("Sailor", named: "a"))
            #expect(try context.object("Sailor", named: "a").names("boats") == ["2"])
            context.checkInvariants()
            try context.save()
        }
        try stack.withContext { context throws in
            #expect(try context.object("Boat", named: "1").names("crew") == ["b"])
            #expect(try context.object("Sailor", named: "a").names("boats") == ["2"])
        }
    }

    /// B-REL-02
    @Test(arguments: StoreKind.allCases)
    func `a relationship's set is a copy, and its mutable set is tracked`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedDepartment("Ann", "Bob")
        try stack.withContext { context throws in
            let department = context.object(with: id) as! Department
            var raw = department.employees
            let ann = try #require(raw.first { $0.firstName == "Ann" })
            raw.remove(ann)
            #expect(department.employees.count == 2)
            #expect(ann.department === department)
            #expect(!context.hasChanges)
            let tracked = department.mutableSetValue(forKey: "employees")
            tracked.remove(ann)
            #expect(tracked.count == 1 && !tracked.contains(ann))
            #expect(ann.department == nil)
            #expect(context.updatedObjects == [department, ann])
            tracked.add(ann)
            #expect(ann.department === department)
            tracked.removeAllObjects()
            #expect(department.employees.isEmpty)
            context.checkInvariants()
            try context.save()
        }
        try stack.withContext { context throws in
            #expect((context.object(with: id) as! Department).employees.isEmpty)
        }
    }

    /// B-REL-03
    @Test(arguments: StoreKind.allCases)
    func `nullify clears the inverse relationship`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: RelationshipModel.model())
        try stack.withContext { context throws in
            let boat = context.insert("Boat", named: "boat")
            let (engine, sailor) = (
                context.insert("Engine", named: "engine"), context.insert("Sailor", named: "sailor")
            )
            boat.setValue(engine, forKey: "engine")
            boat.setValue(Set([sailor]), forKey: "crew")
            try context.save()
            context.delete(boat)
            context.processPendingChanges()
            #expect(engine.one("boat") == nil)
            #expect(sailor.names("boats") == [])
            context.checkInvariants()
            try context.save()
            #expect(try context.names(of: "Engine") == ["engine"])
        }
        try stack.withContext { context throws in
            #expect(try context.object("Sailor", named: "sailor").names("boats") == [])
        }
    }

    /// B-REL-03
    @Test(arguments: StoreKind.allCases)
    func `cascade deletes related objects, even in a cycle`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: RelationshipModel.model())
        try stack.withContext { context throws in
            let boat = context.insert("Boat", named: "boat")
            let logs = ["1", "2"].map { context.insert("Log", named: $0) }
            boat.setValue(logs, forKey: "logs")
            context.insert("Log", named: "stray")
            try context.save()
            context.delete(logs[0])
            context.processPendingChanges()
            #expect(context.deletedObjects == Set([boat] + logs))
            context.checkInvariants()
            try context.save()
            context.checkInvariants()
            #expect(try context.names(of: "Log") == ["stray"])
            #expect(try context.names(of: "Boat") == [])
        }
    }

    /// A saved boat in its berth.
    private func savedBoat(_ context: ManagedObjectContext) throws -> (boat: ManagedObject, berth: ManagedObject) {
        let boat = context.insert("Boat", named: "boat"), berth = context.insert("Berth", named: "berth")
        berth.setValue(boat, forKey: "boat")
        try context.save()
        return (boat, berth)
    }

    /// B-REL-03
    @Test(arguments: StoreKind.allCases)
    func `deny fails the save while related objects exist`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: RelationshipModel.model())
        try stack.withContext { context throws in
            let (boat, berth) = try savedBoat(context)
            context.delete(boat)
            let error = persistenceError { try context.save() }
            #expect(error?.errorCode == 1600)
            let direct = persistenceError { try boat.validateForDelete() }
            #expect(direct?.code == .relationshipDeniedDelete)
            #expect(context.deletedObjects == [boat])
            context.checkInvariants()
            berth.setValue(nil, forKey: "boat")
            try context.save()
            #expect(try context.names(of: "Boat") == [])
            #expect(try context.names(of: "Berth") == ["berth"])
        }
    }

    /// B-REL-04
    @Test(arguments: StoreKind.allCases)
    func `deny allows the deletion if related objects are deleted in the same save`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: RelationshipModel.model())
        try stack.withContext { context throws in
            let (boat, berth) = try savedBoat(context)
            context.delete(boat)
            context.delete(berth)
            try context.save()
            #expect(try context.names(of: "Boat") == [])
            #expect(try context.names(of: "Berth") == [])
            context.checkInvariants()
        }
    }

    /// B-REL-03
    @Test(arguments: StoreKind.allCases)
    func `no action leaves a reference to the deleted object`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: RelationshipModel.model())
        try stack.withContext { context throws in
            let boat = context.insert("Boat", named: "boat")
            context.insert("Flag", named: "flag").setValue(boat, forKey: "boat")
            try context.save()
            context.delete(boat)
            try context.save()
            context.checkInvariants()
        }
        try stack.withContext { context throws in
            let flag = try context.object("Flag", named: "flag")
            let dangling = try #require(flag.one("boat"))
            #expect(dangling.isFault)
            #expect(dangling.value(forKey: "name") == nil)
            #expect(dangling.isDeleted)
        }
    }

    /// B-REL-07
    @Test(arguments: StoreKind.allCases, [true, false])
    func `relating objects of different stores fails the save`(kind: StoreKind, isSaved: Bool) throws {
        let folder = try TemporaryFolder()
        let coordinator = TwoStoreModel.coordinator()
        let stores = [
            try coordinator.add(kind, "a", in: folder, configuration: "A"),
            try coordinator.add(kind, "b", in: folder, configuration: "B"),
        ]
        try coordinator.inContext { context throws in
            let (alpha, beta) = (context.insert("Alpha", named: "a"), context.insert("Beta", named: "b"))
            if isSaved { try context.save() }
            beta.setValue(alpha, forKey: "alpha")
            let error = persistenceError { try context.save() }
            #expect(error?.code == .relatedStores)
            #expect(error?.message == "Objects of different stores cannot be related.")
            let related = error?.userInfo[PersistenceError.Key.affectedObjects] as? [ManagedObject]
            #expect(related?.allSatisfy { $0 === alpha || $0 === beta } == true)
            let affected = error?.userInfo[PersistenceError.Key.affectedStores] as? [PersistentStore]
            #expect(Set((affected ?? []).map(\.identifier)) == Set(stores.map(\.identifier)))
            #expect(context.hasChanges)
            context.checkInvariants()
        }
        #expect(try coordinator.stored("name", of: "Beta") == (isSaved ? ["b"] : []))
    }

    /// B-REL-08
    @Test(
        arguments: StoreKind.allCases, [("crew", "Sailor"), ("berths", "Berth"), ("logs", "Log"), ("engine", "Engine")])
    func `relating and unrelating objects increments the versions of both rows`(
        kind: StoreKind, end: (key: String, entity: String)
    ) throws {
        let stack = try Stack(kind, model: RelationshipModel.model())
        let storedVersions = {
            try stack.coordinator.inContext { context in
                [try context.object("Boat", named: "a").version, try context.object(end.entity, named: "b").version]
            }
        }
        try stack.withContext { context throws in
            let (boat, other) = (context.insert("Boat", named: "a"), context.insert(end.entity, named: "b"))
            try context.save()
            boat.relate(end.key, to: [other])
            try context.save()
            #expect(try storedVersions() == [2, 2])
            boat.relate(end.key, to: [])
            try context.save()
            #expect(try storedVersions() == [3, 3])
            #expect([boat.version, other.version] == [3, 3])
        }
    }

    /// B-REL-09
    @Test(
        arguments: StoreKind.allCases, [(1, true, 1580), (4, true, 1590), (2, false, 1570), (2, true, 0), (3, true, 0)])
    func `a save validates the counts and mandatory destinations of relationships`(
        kind: StoreKind, team: (players: Int, hasCaptain: Bool, code: Int)
    ) throws {
        let stack = try Stack(kind, model: RelationshipModel.team())
        try stack.withContext { context throws in
            let object = context.insert("Team", named: "team")
            let players = (0..<team.players).map { context.insert("Player", named: "\($0)") }
            object.setValue(Set(players), forKey: "players")
            if team.hasCaptain { object.setValue(players[0], forKey: "captain") }
            let error = persistenceError { try context.save() }
            #expect(error?.errorCode ?? 0 == team.code)
            context.checkInvariants()
        }
    }

    /// B-REL-09
    @Test(
        arguments: StoreKind.allCases, [(0, true, 0), (0, false, 0), (1, true, 0), (1, false, 1580), (2, false, 1580)])
    func `an empty to-many relationship is rejected only by its minimum count`(
        kind: StoreKind, rule: (minCount: Int, isOptional: Bool, code: Int)
    ) throws {
        let stack = try Stack(kind, model: RelationshipModel.team(minCount: rule.minCount, isOptional: rule.isOptional))
        try stack.withContext { context throws in
            let team = context.insert("Team", named: "team")
            team.setValue(context.insert("Player", named: "captain"), forKey: "captain")
            #expect(persistenceError { try context.save() }?.errorCode ?? 0 == rule.code)
            if rule.code != 0 {
                team.setValue(["a", "b"].map { context.insert("Player", named: $0) }, forKey: "players")
            }
            try context.save()
            team.setValue(nil, forKey: "players")
            team.setValue("other", forKey: "name")
            #expect(persistenceError { try context.save() }?.errorCode ?? 0 == rule.code)
        }
    }
}

extension ManagedObject {
    /// Sets a relationship of any kind.
    fileprivate func relate(_ key: String, to objects: [ManagedObject]) {
        switch entity.relationshipsByName[key] {
        case .some(let relationship) where relationship.isOrdered: setValue(objects, forKey: key)
        case .some(let relationship) where relationship.isToMany: setValue(Set(objects), forKey: key)
        default: setValue(objects.first, forKey: key)
        }
    }
}
