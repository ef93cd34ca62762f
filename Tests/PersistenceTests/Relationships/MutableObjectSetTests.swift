import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// To-many relationships changed through mutable views, key paths and typed keys.
@Suite struct MutableObjectSetTests {
    private static func model() -> ManagedObjectModel {
        let list = EntityDescription(name: "List"), item = EntityDescription(name: "Item")
        list.properties = [AttributeDescription(name: "name", type: .string)]
        item.properties = [
            AttributeDescription(name: "name", type: .string), AttributeDescription(name: "size", type: .integer32),
        ]
        list.relate(.ordered("items"), to: item, .one("list"))
        return ManagedObjectModel(entities: [list, item])
    }

    /// Runs `body` with a list and items of these names, with sizes 1, 2, 3 and so on.
    private func withItems(
        _ names: [String], _ body: (ManagedObject, [ManagedObject], ManagedObjectContext) throws -> Void
    ) throws {
        let stack = try Stack(.memory, model: Self.model())
        try stack.withContext { context throws in
            let list = EntityDescription.insertNewObject(forEntityName: "List", into: context)
            let items = names.enumerated().map { size, name in
                let item = EntityDescription.insertNewObject(forEntityName: "Item", into: context)
                item.setValue(name, forKey: "name")
                item.setValue(size + 1, forKey: "size")
                return item
            }
            try body(list, items, context)
        }
    }

    private func names(_ objects: some Sequence<ManagedObject>) -> String {
        objects.map { $0.value(forKey: "name") as? String ?? "?" }.joined()
    }

    @Test func `a mutable ordered set changes an ordered relationship and its inverse`() throws {
        try withItems(["a", "b", "c", "d"]) { list, items, context in
            let ordered = list.mutableOrderedSetValue(forKey: "items")
            ordered.addObjects(from: items.dropLast())
            #expect(names(ordered) == "abc")
            ordered.insert(items[3], at: 1)
            #expect(names(ordered) == "adbc")
            ordered.exchangeObject(at: 0, withObjectAt: 3)
            #expect(names(ordered) == "cdba")
            ordered.moveObjects(at: IndexSet([0, 2]), to: 2)
            #expect(names(ordered) == "dacb")
            ordered.removeObject(at: 1)
            #expect(names(ordered) == "dcb" && ordered.count == 3)
            #expect(items[0].value(forKey: "list") == nil)
            ordered.replaceObject(at: 0, with: items[0])
            #expect(names(ordered) == "acb" && items[3].value(forKey: "list") == nil)
            #expect(ordered.index(of: items[2]) == 1 && ordered.index(of: items[3]) == NSNotFound)
            try context.save()
            context.refresh(list, mergeChanges: false)
            #expect(names(list.mutableOrderedSetValue(forKey: "items")) == "acb")
            ordered.remove(items[2])
            #expect(names(ordered) == "ab" && ordered[0] === items[0])
            ordered.removeAllObjects()
            #expect(ordered.count == 0 && items[1].value(forKey: "list") == nil)
        }
    }

    @Test func `adding an object that is already in the relationship changes nothing`() throws {
        try withItems(["a", "b"]) { list, items, _ in
            let ordered = list.mutableOrderedSetValue(forKey: "items")
            ordered.addObjects(from: items)
            ordered.insert(items[1], at: 0)
            ordered.replaceObject(at: 0, with: items[1])
            #expect(names(ordered) == "ab")
        }
    }

    @Test func `a mutable set can add and remove several objects at once`() throws {
        try withItems(["a", "b", "c"]) { list, items, _ in
            let set = list.mutableSetValue(forKey: "items")
            set.union(Set(items))
            #expect(Set(set) == Set(items))
            set.minus([items[0], items[1]])
            #expect(set.anyObject() === items[2])
            set.remove(items[2])
            #expect(set.anyObject() == nil)
        }
    }

    @Test func `a key path collects values across a to-many relationship`() throws {
        try withItems(["a", "b", "c"]) { list, items, _ in
            list.mutableOrderedSetValue(forKey: "items").addObjects(from: items)
            #expect(list.value(forKeyPath: "items.name") as? NSOrderedSet == ["a", "b", "c"])
            #expect(items[0].value(forKeyPath: "list.items.@count") as? Int == 3)
            #expect(list.value(forKeyPath: "items.@sum.size") as? Double == 6)
            #expect(list.value(forKeyPath: "items.@avg.size") as? Double == 2)
            #expect(list.value(forKeyPath: "items.@min.name") as? String == "a")
            #expect(list.value(forKeyPath: "items.@max.size") as? Int == 3)
            items[2].setValue("a", forKey: "name")
            let distinct = list.value(forKeyPath: "items.@distinctUnionOfObjects.name") as? [Any] ?? []
            #expect(Set(distinct.compactMap { $0 as? String }) == ["a", "b"])
            #expect(list.value(forKeyPath: "items.@unionOfObjects.name") as? [String] == ["a", "b", "a"])
        }
    }

    @Test func `a key path over two to-many relationships gives a set of sets, which an operator joins`() throws {
        let stack = try Stack(model: ClubModel.model())
        stack.withContext { context in
            let owner = context.insert("Member", named: "o")
            let tags = ["x", "y"].map { context.insert("Tag", named: $0) }
            for tag in tags {
                owner.add(tag, to: "tags")
                context.insert("Member", named: "p").add(tag, to: "tags")
            }
            #expect((owner.value(forKeyPath: "tags.members") as? Set<Set<ManagedObject>>)?.count == 2)
            #expect(owner.value(forKeyPath: "tags.members.name") as? Set<Set<String>> == [["o", "p"]])
            let joined = owner.value(forKeyPath: "tags.@distinctUnionOfSets.members")
            #expect((joined as? Set<ManagedObject>)?.count == 3)
            #expect(owner.value(forKeyPath: "tags.@distinctUnionOfSets.members.name") as? Set<String> == ["o", "p"])
            owner.setValue("z", forKeyPath: "tags.members.name")
            #expect(owner.value(forKey: "name") as? String == "z")
        }
    }

    @Test func `setting a key path sets the value at its end, or nothing if a destination is nil`() throws {
        try withItems(["a"]) { list, items, _ in
            items[0].setValue("nothing", forKeyPath: "list.name")
            #expect(list.value(forKey: "name") == nil)
            items[0].setValue(list, forKeyPath: "list")
            items[0].setValue("mine", forKeyPath: "list.name")
            #expect(list.value(forKey: "name") as? String == "mine")
        }
    }

    @Test func `typed keys read and set relationships`() throws {
        try withItems(["a", "b"]) { list, items, _ in
            let listKey = ToOne<ManagedObject>("list"), ordered = ToManyOrdered<ManagedObject>("items")
            items[0][listKey] = list
            #expect(list[ordered] == [items[0]])
            list[ordered] = [items[1], items[0]]
            #expect(items[1][listKey] === list)
            #expect(list[ordered] == [items[1], items[0]])
            items[1][listKey] = nil
            #expect(list[ordered] == [items[0]])
        }
    }

    @Test func `asking for an ordered view of an unordered relationship is a programmer error`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let stack = try Stack()
            stack.withContext { context in
                let department = EntityDescription.insertNewObject(forEntityName: "Department", into: context)
                _ = department.mutableOrderedSetValue(forKey: "employees")
            }
        }
        #expect(outcome.says("is not ordered"))
    }
}
