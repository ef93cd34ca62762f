import Foundation
import PersistenceTestSupport
import Testing

@testable import Persistence

/// Relationships between unsaved objects, through several generations of contexts.
@Suite struct RelationshipChildTests {
    @Test(arguments: StoreKind.allCases, ClubModel.toMany.keys.sorted())
    func `destinations with temporary IDs are saved through all ancestors`(_ kind: StoreKind, _ key: String) throws {
        let stack = try Stack(kind, model: ClubModel.model())
        let other = try #require(ClubModel.toMany[key])
        let root = stack.context()
        let child = root.makeChild()
        let grandchild = child.makeChild()
        child.performAndWait {
            child.insert("Member", named: "owner").add(child.insert(other, named: "x"), to: key)
            child.processPendingChanges()
        }
        try grandchild.performAndWait {
            let owner = try grandchild.object("Member", named: "owner")
            #expect(owner.names(key) == ["x"])
            owner.add(grandchild.insert(other, named: "y"), to: key)
            owner.drop(try grandchild.object(other, named: "x"), from: key)
            try grandchild.save()
            #expect(owner.names(key) == ["y"])
        }
        try child.performAndWait {
            #expect(try child.object("Member", named: "owner").names(key) == ["y"])
            try child.save()
        }
        try root.performAndWait {
            #expect(try root.object("Member", named: "owner").names(key) == ["y"])
            try root.save()
            root.checkInvariants()
        }
        try grandchild.performAndWait {
            let owner = try grandchild.object("Member", named: "owner")
            owner.add(try grandchild.object(other, named: "x"), to: key)
            #expect(owner.names(key).sorted() == ["x", "y"])
        }
        try stack.withContext { context throws in
            #expect(try context.object("Member", named: "owner").names(key) == ["y"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `an added object stays one destination when its ID becomes permanent`(_ kind: StoreKind) throws {
        let stack = try Stack(kind, model: ClubModel.model())
        try stack.withContext { context throws in
            let (owner, tag) = (context.insert("Member", named: "owner"), context.insert("Tag", named: "g"))
            owner.add(tag, to: "tags")
            try context.obtainPermanentIDs(for: [tag])
            owner.add(tag, to: "tags")
            #expect(owner.names("tags") == ["g"])
            owner.drop(tag, from: "tags")
            #expect(owner.names("tags") == [])
            #expect(tag.names("members") == [])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a destination set in a child replaces its parent's at both ends`(_ kind: StoreKind) throws {
        let stack = try Stack(kind, model: CompanyModel.model())
        let id = try stack.withContext { context throws in
            let employee = Employee(context: context)
            employee.department = context.insertDepartment("first")
            for name in ["parent's", "child's"] { context.insertDepartment(name) }
            try context.save()
            return employee.objectID
        }
        let parent = stack.context()
        let child = parent.makeChild()
        try child.performAndWait {
            let employee = try #require(child.object(with: id) as? Employee)
            employee.department = try child.object("Department", named: "child's") as? Department
        }
        try parent.performAndWait {
            let employee = try #require(parent.object(with: id) as? Employee)
            employee.department = try parent.object("Department", named: "parent's") as? Department
        }
        try child.performAndWait { try child.save() }
        try parent.performAndWait {
            let employee = try #require(parent.object(with: id) as? Employee)
            #expect(employee.department?.name == "child's")
            #expect(try (parent.object("Department", named: "parent's") as? Department)?.employees == [])
            try parent.save()
            parent.checkInvariants()
        }
        try stack.withContext { context throws in
            #expect(try (context.object("Department", named: "child's") as? Department)?.employees.count == 1)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `objects that a child removes from a relationship are removed in its parent too`(_ kind: StoreKind) throws {
        let stack = try Stack(kind, model: CompanyModel.model())
        let (parent, id) = try stack.withContext { context throws in
            let employee = Employee(context: context)
            context.insertDepartment("d")
            try context.save()
            return (stack.context(), employee.objectID)
        }
        let child = parent.makeChild()
        try child.performAndWait {
            let employee = try #require(child.object(with: id) as? Employee)
            #expect(employee.department == nil)
            try parent.performAndWait {
                let employee = try #require(parent.object(with: id) as? Employee)
                employee.department = try parent.object("Department", named: "d") as? Department
            }
            try child.object("Department", named: "d").setValue(Set<ManagedObject>(), forKey: "employees")
            try child.save()
        }
        try parent.performAndWait { () throws in
            #expect((parent.object(with: id) as? Employee)?.department == nil)
            #expect(try (parent.object("Department", named: "d") as? Department)?.employees == [])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a move that a child reverts is reverted in its parent`(_ kind: StoreKind) throws {
        let stack = try Stack(kind, model: CompanyModel.model())
        let id = try stack.withContext { context throws in
            let employee = Employee(context: context)
            employee.department = context.insertDepartment("first")
            context.insertDepartment("second")
            try context.save()
            return employee.objectID
        }
        let parent = stack.context()
        try parent.performAndWait {
            let employee = try #require(parent.object(with: id) as? Employee)
            employee.department = try parent.object("Department", named: "second") as? Department
        }
        let child = parent.makeChild()
        try child.performAndWait {
            let employee = try #require(child.object(with: id) as? Employee)
            employee.department = try child.object("Department", named: "first") as? Department
            try child.save()
        }
        try parent.performAndWait { () throws in
            #expect(parent.updatedObjects.allSatisfy { !$0.hasPersistentChangedValues })
            #expect(try (parent.object("Department", named: "first") as? Department)?.employees.count == 1)
            #expect(try (parent.object("Department", named: "second") as? Department)?.employees == [])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `an order changed in a child is saved to its parent`(_ kind: StoreKind) throws {
        let stack = try Stack(kind, model: ClubModel.model())
        let parent = stack.context()
        try parent.performAndWait {
            let songs = ["a", "b"].map { parent.insert("Song", named: $0) }
            parent.insert("Member", named: "owner").setValue(songs, forKey: "songs")
            try parent.save()
        }
        let child = parent.makeChild()
        try child.performAndWait {
            let owner = try child.object("Member", named: "owner")
            let songs = try #require((owner.value(forKey: "songs") as? NSOrderedSet)?.array as? [ManagedObject])
            owner.setValue([child.insert("Song", named: "c")] + songs.reversed(), forKey: "songs")
            try child.save()
        }
        try parent.performAndWait {
            #expect(try parent.object("Member", named: "owner").names("songs") == ["c", "b", "a"])
            try parent.save()
        }
        try stack.withContext { context throws in
            #expect(try context.object("Member", named: "owner").names("songs") == ["c", "b", "a"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a long chain of new objects can be saved`(_ kind: StoreKind) throws {
        let stack = try Stack(kind, model: ClubModel.model())
        try stack.withContext { context throws in
            var last: ManagedObject?
            for index in 1...5_000 {
                let member = context.insert("Member", named: "\(index)")
                member.setValue(last, forKey: "mentor")
                last = member
            }
            try context.save()
            #expect(last?.one("mentor")?.value(forKey: "name") as? String == "4999")
        }
    }

    /// CHD-12, B-CHD-01
    @Test(arguments: StoreKind.allCases)
    func `an object removed by a child stays removed after its ID became permanent`(_ kind: StoreKind) throws {
        let stack = try Stack(kind, model: ItemModel.model())
        let parent = stack.context(), child = parent.makeChild()
        try using(parent, child) {
            let (box, item) = (Box(context: parent), Item(context: parent))
            item.box = box
            let childsBox = try #require(child.object(with: box.objectID) as? Box)
            let childsItem = try #require(childsBox.items.first)
            try parent.save()
            childsItem.box = nil
            try child.save()
            #expect(childsBox.items.isEmpty && box.items.isEmpty)
            #expect(childsBox.objectIDs(forRelationshipNamed: "items") == [])
        }
    }
}
