import Foundation
import Persistence
import PersistenceTestSupport
import Testing

@Suite struct SaveValidationTests {
    private struct Veto: Error, Equatable {
        let reason: String
    }

    /// SAV-08, SAV-10
    @Test(arguments: StoreKind.allCases)
    func `a validator can replace the value that is stored`(_ kind: StoreKind) throws {
        let rows = try SharedRows(kind)
        let context = try rows.side().context()
        let id = try using(context) {
            let hooks = Hooks(context)
            hooks.validateValue = { _, value, key in
                if key == "name", let name = value as? String { value = name.uppercased() }
            }
            let item = Item(context: context)
            (item.name, item.note) = ("abc", "s")
            var seen: String?
            try observing(
                .managedObjectContextWillSave, of: context, with: { _ in seen = item.name }, { try context.save() })
            #expect(seen == "abc")
            #expect(item.name == "ABC")
            return item.objectID
        }
        #expect(try rows.side().stored(id) == ["ABC", "s"])
    }

    /// SAV-09, ERR-01, ERR-03
    @Test func `a broken model rule fails the save and reports the object and the property`() throws {
        let stack = try Stack(model: ItemModel.model { $0.attributesByName["name"]?.isOptional = false })
        try stack.withContext { context in
            let item = Item(context: context)
            let error = try #require(persistenceError { try context.save() })
            #expect((error as NSError).domain == "NSCocoaErrorDomain")
            #expect((error as NSError).code == 1570)
            #expect(error.userInfo["NSValidationErrorObject"] as? Item === item)
            #expect(error.userInfo["NSValidationErrorKey"] as? String == "name")
        }
    }

    /// SAV-09, B-VAL-03
    @Test func `a save throws a custom validator's error unchanged`() throws {
        let stack = try Stack(model: ItemModel.model())
        stack.withContext { context in
            Hooks(context).validateValue = { _, _, key in if key == "name" { throw Veto(reason: "no") } }
            _ = Item(context: context)
            #expect(throws: Veto(reason: "no")) { try context.save() }
        }
    }

    /// SAV-09
    @Test(arguments: [(1, 1580), (4, 1590)])
    func `a broken relationship rule fails the save and reports the property`(_ count: Int, _ code: Int) throws {
        let model = ItemModel.model { item in
            let items = item.relationshipsByName["box"]?.inverseRelationship
            items?.minCount = 2
            items?.maxCount = 3
        }
        let stack = try Stack(model: model)
        try stack.withContext { context in
            let box = Box(context: context)
            for _ in 0..<count { Item(context: context).box = box }
            let error = try #require(persistenceError { try context.save() })
            #expect(error.errorCode == code)
            #expect(error.userInfo["NSValidationErrorObject"] as? Box === box)
            #expect(error.userInfo["NSValidationErrorKey"] as? String == "items")
            #expect(context.insertedObjects.count == count + 1)
        }
        #expect(try stack.coordinator.stored("name", of: "Item") == [])
    }

    /// SAV-09, SAV-10, B-VAL-03
    @Test(arguments: StoreKind.allCases)
    func `a validator can reject or replace the destination of a to-one relationship`(_ kind: StoreKind) throws {
        let stack = try Stack(kind, model: ItemModel.model())
        try stack.withContext { context in
            let (item, boxes) = (Item(context: context), [Box(context: context), Box(context: context)])
            item.box = boxes[0]
            let hooks = Hooks(context)
            hooks.validateValue = { _, _, key in if key == "box" { throw Veto(reason: "box") } }
            #expect(throws: Veto(reason: "box")) { try context.save() }
            #expect(context.insertedObjects == [item, boxes[0], boxes[1]])
            hooks.validateValue = { _, value, key in if key == "box" { value = "a text" } }
            #expect(persistenceError { try context.save() }?.code == .validationGeneric)
            hooks.validateValue = { _, value, key in
                if key == "box", value as? Box === boxes[0] { value = boxes[1] }
            }
            try context.save()
            #expect(item.box === boxes[1])
            #expect(boxes.map(\.items) == [[], [item]])
            context.checkInvariants()
        }
    }

    /// SAV-09, SAV-10
    @Test(arguments: StoreKind.allCases, [("Team", "members", "Member"), ("Member", "tags", "Tag")])
    func `a validator can reject a to-many relationship or remove objects from it`(
        _ kind: StoreKind, end: (entity: String, key: String, destination: String)
    ) throws {
        let model = ClubModel.model()
        model.entitiesByName[end.entity]?.managedObjectClass = ValidatingMember.self
        let stack = try Stack(kind, model: model)
        try stack.withContext { context in
            let owner = context.insert(end.entity, named: "owner")
            owner.add(
                context.insert(end.destination, named: "friend"), context.insert(end.destination, named: "ghost"),
                to: end.key)
            try context.save()
            #expect(owner.names(end.key) == ["friend"])
            owner.add(context.insert(end.destination, named: "villain"), to: end.key)
            #expect(persistenceError { try context.save() }?.message == "no villains")
            context.checkInvariants()
        }
    }

    /// SAV-11
    @Test func `validation repeats until it changes nothing`() throws {
        let stack = try Stack(model: ItemModel.model())
        try stack.withContext { context in
            let hooks = Hooks(context)
            var calls = 0
            hooks.validateValue = { _, value, key in
                guard key == "count" else { return }
                calls += 1
                if calls < 3 { value = calls }
            }
            let item = Item(context: context)
            try context.save()
            #expect(calls == 3)
            #expect(item.count == 2)
        }
    }

    /// SAV-11
    @Test func `a validator that makes another property invalid fails the save`() throws {
        let model = ItemModel.model { item in
            item.attributesByName["note"]?.setValidationPredicates(
                [FetchPredicate("SELF != 'bad'")], withValidationWarnings: [])
        }
        let stack = try Stack(model: model)
        stack.withContext { context in
            // The note may be validated before or after the name. In either order the last pass must see it.
            Hooks(context).validateValue = { item, _, key in if key == "name" { item.note = "bad" } }
            let item = Item(context: context)
            item.note = "good"
            #expect(persistenceError { try context.save() }?.code == .validationGeneric)
            #expect(context.insertedObjects == [item])
        }
    }

    /// SAV-11
    @Test func `a validator that keeps making changes fails the save and leaves everything pending`() throws {
        let stack = try Stack(model: ItemModel.model())
        try stack.withContext { context in
            let hooks = Hooks(context)
            var next: Int32 = 0
            hooks.validateValue = { _, value, key in
                next += 1
                if key == "count" { value = next }
            }
            let item = Item(context: context)
            #expect(persistenceError { try context.save() }?.code == .coreData)
            #expect(context.insertedObjects == [item])
            hooks.validateValue = { _, _, _ in }
            try context.save()
            #expect(!item.objectID.isTemporaryID)
        }
    }

    /// SAV-11
    @Test func `an object inserted by a validator is validated too`() throws {
        let stack = try Stack(model: ItemModel.model())
        try stack.withContext { context in
            let hooks = Hooks(context)
            hooks.validate = { item in
                if item.name == "first", context.insertedObjects.count == 1 { Item(context: context).name = "second" }
            }
            let item = Item(context: context)
            item.name = "first"
            try context.save()
            #expect(hooks.take().contains("validateForInsert second"))
            #expect(try context.itemNames() == ["first", "second"])
        }
    }

    /// SAV-14, SAV-15, SAV-25
    @Test(arguments: StoreKind.allCases, MergeCase.Level.allCases)
    func `merged values are validated again, and reverted if they are invalid`(
        _ kind: StoreKind, _ level: MergeCase.Level
    ) throws {
        let rows = try SharedRows(kind)
        let side = try rows.side()
        let (context, other) = (side.context(), level == .cache ? side.context() : try rows.side().context())
        context.mergePolicy = .mergeByPropertyObjectTrump
        let id = try context.performSaving { $0.name = "n0" }
        try using(context, other) {
            let item = try context.item(id)
            let copy = try other.item(id)
            copy.note = "theirs"
            try other.save()
            let hooks = Hooks(context)
            hooks.validate = { if $0.name == "ours", $0.note == "theirs" { throw Veto(reason: "together") } }
            item.name = "ours"
            #expect(throws: Veto(reason: "together")) { try context.save() }
            #expect([item.name, item.note] == ["ours", "s0"])
            #expect(item.changedValues().keys.sorted() == ["name"])
            #expect(
                item.committedValues(forKeys: ["name", "note"]) as? [String: String] == ["name": "n0", "note": "s0"])
            #expect(context.updatedObjects == [item])
            #expect(try rows.side().stored(id) == ["n0", "theirs"])
            hooks.validate = { _ in }
            try context.save()
            #expect(try rows.side().stored(id) == ["ours", "theirs"])
        }
    }

    /// SAV-14, SAV-25
    @Test(arguments: StoreKind.allCases, [MergePolicyType.mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump])
    func `a merge that fails validation leaves each object's changes pending as they were`(
        _ kind: StoreKind, _ policy: MergePolicyType
    ) throws {
        let side = try SharedRows(kind).side()
        let (context, other) = (side.context(), side.context())
        context.mergePolicy = MergePolicy(merge: policy)
        let isDeletedHere = policy == .mergeByPropertyStoreTrump
        try using(context, other) {
            let hooks = Hooks(context)
            let items = try context.savedItems("a", "b")
            let theirs = try items.map { try other.item($0.objectID) }
            for item in theirs { item.note = "theirs" }
            if !isDeletedHere { other.delete(theirs[0]) }
            try other.save()
            for item in items { item.name = "ours" }
            if isDeletedHere { context.delete(items[0]) }
            hooks.validate = { if $0.name == "ours", $0.note == "theirs" { throw Veto(reason: "together") } }
            #expect(throws: Veto(reason: "together")) { try context.save() }
            #expect(context.deletedObjects == (isDeletedHere ? [items[0]] : []))
            #expect(context.updatedObjects == (isDeletedHere ? [items[1]] : Set(items)))
            #expect(context.insertedObjects.isEmpty)
            context.checkInvariants()
        }
    }

    /// SAV-25
    @Test(arguments: StoreKind.allCases)
    func `values set in awakeFromFetch are kept when a merge fails`(_ kind: StoreKind) throws {
        let woken = EntityDescription(name: "Woken", class: AwakenedMember.self)
        woken.properties = ["name", "note", "rank"].map { AttributeDescription(name: $0, type: .string) }
        let stack = try Stack(kind, model: ManagedObjectModel(entities: [woken]))
        let id = try stack.withContext { context in
            let object = AwakenedMember(context: context)
            object.setValue("stored", forKey: "note")
            try context.save()
            return object.objectID
        }
        try stack.withContext { context in
            let object = try context.existingObject(with: id)
            try stack.withContext { other in
                try other.existingObject(with: id).setValue("theirs", forKey: "rank")
                try other.save()
            }
            object.setValue("ours", forKey: "name")
            context.mergePolicy = .mergeByPropertyObjectTrump
            #expect(throws: Veto.self) { try context.save() }
            #expect(object.value(forKey: "note") as? String == "woken")
            #expect(object.value(forKey: "rank") == nil)
            #expect(Set(object.changedValues().keys) == ["name"])
        }
    }

    /// Sets its note in awakeFromFetch, and cannot have both a name and a rank.
    private final class AwakenedMember: ManagedObject {
        override func awakeFromFetch() { setValue("woken", forKey: "note") }

        override func validateForUpdate() throws {
            if value(forKey: "name") != nil, value(forKey: "rank") != nil { throw Veto(reason: "both") }
        }
    }

    /// SAV-26
    @Test(arguments: [false, true])
    func `a save that stops at the first error validates no further object`(_ stops: Bool) throws {
        let stack = try Stack(model: ItemModel.model())
        stack.withContext { context in
            let hooks = Hooks(context)
            hooks.validate = { _ in throw Veto(reason: "each") }
            for name in ["a", "b", "c"] { Item(context: context).name = name }
            #expect(throws: (any Error).self) { try context.save(stopAtFirstError: stops) }
            let visited = hooks.take().filter { $0.hasPrefix("validate") }.count
            #expect(visited == (stops ? 1 : 3))
        }
    }

    /// SAV-26
    @Test func `a save that stops at the first error reports one property of one object`() throws {
        let stack = try Stack(model: twoRules())
        try stack.withContext { context in
            for _ in 0..<3 { _ = Item(context: context) }
            let error = try #require(persistenceError { try context.save(stopAtFirstError: true) })
            #expect(error.code == .missingMandatoryProperty)
            #expect(error.userInfo["NSDetailedErrors"] == nil)
        }
    }

    /// SAV-27, ERR-02, ERR-06
    @Test func `a save collects all validation failures of all objects`() throws {
        let stack = try Stack(model: twoRules())
        try stack.withContext { context in
            let items = (0..<3).map { _ in Item(context: context) }
            let error = try #require(persistenceError { try context.save() })
            #expect((error as NSError).code == 1560)
            let details = try #require((error as NSError).userInfo["NSDetailedErrors"] as? [any Error])
            let failures = details.compactMap { $0 as? PersistenceError }
            #expect(failures.count == 6)
            for item in items {
                let keys = failures.filter { $0.userInfo["NSValidationErrorObject"] as? Item === item }
                    .compactMap { $0.userInfo["NSValidationErrorKey"] as? String }
                #expect(keys.sorted() == ["name", "note"])
            }
        }
    }

    /// ERR-02
    @Test func `a single validation failure is not wrapped`() throws {
        let stack = try Stack(model: twoRules())
        try stack.withContext { context in
            Item(context: context).name = "there"
            let error = try #require(persistenceError { try context.save() })
            #expect(error.code == .missingMandatoryProperty)
            #expect(error.userInfo["NSValidationErrorKey"] as? String == "note")
        }
    }

    private func twoRules() -> ManagedObjectModel {
        ItemModel.model {
            $0.attributesByName["name"]?.isOptional = false
            $0.attributesByName["note"]?.isOptional = false
        }
    }
}

/// Removes members named ghost, and rejects villains.
private final class ValidatingMember: ManagedObject {
    override func validateValue(_ value: inout Any?, forKey key: String) throws {
        func isNamed(_ name: String) -> (ManagedObject) -> Bool { { $0.value(forKey: "name") as? String == name } }
        let list = (value as? NSOrderedSet)?.array as? [ManagedObject]
        let related = list ?? (value as? Set<ManagedObject>).map(Array.init) ?? []
        if related.contains(where: isNamed("villain")) { throw PersistenceError(.coreData, "no villains") }
        let isGhost = isNamed("ghost")
        if let set = value as? Set<ManagedObject> { value = set.filter { !isGhost($0) } }
        if let list { value = list.filter { !isGhost($0) } }
    }
}
