import Foundation
import PersistenceTestSupport
import Testing

@testable import Persistence

/// Conflicts over relationships: to-many changes are merged as additions and removals, and an order as one value.
@Suite struct RelationshipConflictTests {
    /// A member "owner" with the tags, songs, friends and pupils "a" and "b". Two contexts change it, and the second
    /// saves under a merge policy.
    private func conflict(
        _ kind: StoreKind, _ key: String, _ policy: MergePolicy,
        theirs: (ManagedObjectContext, ManagedObject) throws -> Void,
        ours: (ManagedObjectContext, ManagedObject) throws -> Void, check: (ManagedObject) throws -> Void
    ) throws {
        let stack = try Stack(kind, model: ClubModel.model())
        let other = try #require(ClubModel.toMany[key])
        try stack.withContext { context throws in
            let owner = context.insert("Member", named: "owner")
            for name in ["a", "b"] { owner.add(context.insert(other, named: name), to: key) }
            for name in ["c", "d"] { context.insert(other, named: name) }
            try context.save()
        }
        try stack.withContext { context throws in
            context.mergePolicy = policy
            let owner = try context.object("Member", named: "owner")
            try ours(context, owner)
            try stack.withContext { context throws in
                try theirs(context, context.object("Member", named: "owner"))
                try context.save()
            }
            try context.save()
            context.checkInvariants()
            try check(owner)
        }
        try stack.withContext { context throws in try check(context.object("Member", named: "owner")) }
    }

    /// POL-08, POL-09
    @Test(arguments: StoreKind.allCases)
    func `the snapshots of a conflict contain related objects as object IDs`(_ kind: StoreKind) throws {
        let stack = try Stack(kind)
        let ids = [try stack.savedDepartment("Ann"), try stack.savedDepartment()]
        try stack.withContext { context throws in
            let department = context.object(with: ids[0]) as! Department
            let ann = try department.employee("Ann")
            ann.lastName = "Smith"
            try stack.withContext { other throws in
                let theirs = other.object(with: ann.objectID) as! Employee
                theirs.department = other.object(with: ids[1]) as? Department
                try other.save()
            }
            let error = try #require(persistenceError { try context.save() })
            let records = try #require(error.userInfo["conflictList"] as? [MergeConflict])
            let record = try #require(records.first { $0.sourceObject === ann })
            #expect(record.objectSnapshot?["department"] as? ManagedObjectID == ids[0])
            #expect(record.cachedSnapshot?["department"] as? ManagedObjectID == ids[1])
            #expect(record.objectSnapshot?.keys.sorted() == ["department", "firstName", "lastName", "salary"])
        }
    }

    /// POL-13, POL-12
    @Test(
        arguments: StoreKind.allCases,
        [MergePolicyType.mergeByPropertyObjectTrump, .overwrite, .mergeByPropertyStoreTrump])
    func `relationships are merged as properties`(_ kind: StoreKind, _ type: MergePolicyType) throws {
        let side = try SharedRows(kind).side()
        let (context, other) = (side.context(), side.context())
        try using(context, other) {
            let item = try context.savedItems("a")[0]
            let (ours, theirs) = (Box(context: context), Box(context: context))
            (ours.label, theirs.label) = ("ours", "theirs")
            try context.save()
            let copy = try other.item(item.objectID)
            copy.box = other.object(with: theirs.objectID) as? Box
            try other.save()
            item.box = ours
            context.mergePolicy = MergePolicy(merge: type)
            try context.save()
            let winner = type == .mergeByPropertyStoreTrump ? "theirs" : "ours"
            #expect(item.box?.label == winner)
            let fresh = side.context()
            let stored = try fresh.performAndWait { try fresh.item(item.objectID).box?.label }
            #expect(stored == winner)
        }
    }

    /// POL-03
    @Test(arguments: StoreKind.allCases)
    func `objects that both sides added to a to-many relationship are all kept`(_ kind: StoreKind) throws {
        let side = try SharedRows(kind).side()
        let (context, other) = (side.context(), side.context())
        context.mergePolicy = .mergeByPropertyObjectTrump
        try using(context, other) {
            let items = try context.savedItems("a", "b")
            let box = Box(context: context)
            try context.save()
            let theirBox = other.object(with: box.objectID) as? Box
            try other.item(items[0].objectID).box = theirBox
            theirBox?.label = "theirs"
            try other.save()
            items[1].box = box
            box.label = "ours"
            try context.save()
            #expect(box.label == "ours")
            #expect(box.items.compactMap(\.name).sorted() == ["a", "b"])
            let fresh = side.context()
            let stored = try fresh.performAndWait {
                (try fresh.existingObject(with: box.objectID) as? Box)?.items.compactMap(\.name).sorted()
            }
            #expect(stored == ["a", "b"])
        }
    }

    @Test(
        arguments: StoreKind.allCases,
        [MergePolicy.mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite])
    func `additions and removals on both sides are merged`(_ kind: StoreKind, _ policy: MergePolicy) throws {
        for key in ["tags", "friends", "wishes"] {
            let other = try #require(ClubModel.toMany[key])
            try conflict(kind, key, policy) { context, owner in
                owner.add(try context.object(other, named: "c"), to: key)
                owner.drop(try context.object(other, named: "a"), from: key)
            } ours: { context, owner in
                owner.add(try context.object(other, named: "d"), to: key)
                owner.drop(try context.object(other, named: "b"), from: key)
            } check: {
                #expect($0.names(key) == ["c", "d"])
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `the rollback policy discards this side's changes at both ends of a relationship`(_ kind: StoreKind) throws {
        try conflict(kind, "tags", .rollback) { context, owner in
            owner.add(try context.object("Tag", named: "c"), to: "tags")
        } ours: { context, owner in
            owner.add(try context.object("Tag", named: "d"), to: "tags")
            owner.drop(try context.object("Tag", named: "b"), from: "tags")
        } check: { owner in
            #expect(owner.names("tags") == ["a", "b", "c"])
            let context = try #require(owner.managedObjectContext)
            #expect(try context.object("Tag", named: "d").names("members") == [])
            #expect(try context.object("Tag", named: "b").names("members") == ["owner"])
        }
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            (MergePolicy.mergeByPropertyStoreTrump, ["b", "a", "c"]), (.mergeByPropertyObjectTrump, ["a", "b", "d"]),
        ])
    func `an order changed on both sides is taken as a whole from the winner`(
        _ kind: StoreKind, _ expected: (policy: MergePolicy, names: [String])
    ) throws {
        try conflict(kind, "songs", expected.policy) { context, owner in
            owner.setValue(try ["b", "a", "c"].map { try context.object("Song", named: $0) }, forKey: "songs")
        } ours: { context, owner in
            owner.setValue(try ["a", "b", "d"].map { try context.object("Song", named: $0) }, forKey: "songs")
        } check: {
            #expect($0.names("songs") == expected.names)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a destination changed on both sides is the winner's, at both ends`(_ kind: StoreKind) throws {
        for (policy, winner) in [
            (MergePolicy.mergeByPropertyStoreTrump, "theirs"), (.mergeByPropertyObjectTrump, "ours"),
        ] {
            let stack = try Stack(kind, model: CompanyModel.model())
            let id = try stack.withContext { context throws in
                let employee = Employee(context: context)
                employee.department = context.insertDepartment("first")
                for name in ["ours", "theirs"] { context.insertDepartment(name) }
                try context.save()
                return employee.objectID
            }
            try stack.withContext { context throws in
                context.mergePolicy = policy
                let employee = try #require(context.object(with: id) as? Employee)
                let ours = try context.object("Department", named: "ours")
                employee.department = ours as? Department
                try stack.withContext { context throws in
                    let employee = try #require(context.object(with: id) as? Employee)
                    employee.department = try context.object("Department", named: "theirs") as? Department
                    try context.save()
                }
                try context.save()
                context.checkInvariants()
                #expect(employee.department?.name == winner)
                #expect((ours as? Department)?.employees.count == (winner == "ours" ? 1 : 0))
            }
            try stack.withContext { context throws in
                for name in ["first", "ours", "theirs"] {
                    let department = try #require(try context.object("Department", named: name) as? Department)
                    #expect(department.employees.count == (name == winner ? 1 : 0))
                }
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a deletion that loses a conflict leaves its relationships unchanged`(_ kind: StoreKind) throws {
        try conflict(kind, "tags", .mergeByPropertyStoreTrump) { context, owner in
            owner.add(try context.object("Tag", named: "c"), to: "tags")
        } ours: { context, owner in
            context.delete(owner)
            context.processPendingChanges()
        } check: { owner in
            #expect(owner.names("tags") == ["a", "b", "c"])
            let context = try #require(owner.managedObjectContext)
            #expect(try context.object("Tag", named: "a").names("members") == ["owner"])
        }
    }

    /// POL-14, POL-17
    @Test(arguments: StoreKind.allCases)
    func `an object moved to an owner that is rolled back returns to its previous owner`(_ kind: StoreKind) throws {
        let rows = try SharedRows(kind)
        let (context, other) = (try rows.side().context(), try rows.side().context())
        try using(context, other) {
            let item = try context.savedItems("a")[0]
            let (first, second) = (Box(context: context), Box(context: context))
            item.box = first
            try context.save()
            let version = first.version
            try #require(other.existingObject(with: second.objectID) as? Box).label = "theirs"
            try other.save()
            second.setValue(Set([item]), forKey: "items")
            context.mergePolicy = .rollback
            try context.save()
            #expect(item.box === first && first.items == [item])
            #expect(second.items.isEmpty && second.label == "theirs")
            #expect(first.version == version, "Nothing of it was written.")
            #expect(!context.hasChanges)
        }
    }

    /// POL-14
    @Test(arguments: StoreKind.allCases)
    func `an object that is rolled back is removed from an ordered relationship`(_ kind: StoreKind) throws {
        let stack = try Stack(kind, model: ClubModel.model())
        try stack.withContext { context throws in
            let (ann, bob) = (context.insert("Member", named: "ann"), context.insert("Member", named: "bob"))
            let team = context.insert("Team", named: "team")
            try context.save()
            team.setValue([ann, bob], forKey: "members")
            try stack.withContext { other throws in
                try other.object("Member", named: "ann").setValue("theirs", forKey: "name")
                try other.save()
            }
            context.mergePolicy = .rollback
            try context.save()
            #expect(ann.one("team") == nil)
            #expect(team.names("members") == ["bob"])
            context.checkInvariants()
        }
    }

    /// RFR-07
    @Test(arguments: StoreKind.allCases)
    func `an object added on both sides occurs once after a merging refresh`(_ kind: StoreKind) throws {
        let stack = try Stack(kind)
        let ids = try stack.withContext { context throws in
            let (department, ada) = (context.insertDepartment("surf"), Employee(context: context))
            try context.save()
            return [department.objectID, ada.objectID]
        }
        let context = stack.context()
        try context.performAndWait { () throws in
            let department = try #require(try context.existingObject(with: ids[0]) as? Department)
            let ada = try #require(try context.existingObject(with: ids[1]) as? Employee)
            #expect(department.employees.isEmpty)
            ada.department = department
            try stack.withContext { other throws in
                let theirs = try #require(try other.existingObject(with: ids[1]) as? Employee)
                theirs.department = other.object(with: ids[0]) as? Department
                try other.save()
            }
            context.refresh(department, mergeChanges: true)
            #expect(department.objectIDs(forRelationshipNamed: "employees") == [ada.objectID])
            #expect(department.mutableSetValue(forKey: "employees").count == 1)
        }
    }
}
