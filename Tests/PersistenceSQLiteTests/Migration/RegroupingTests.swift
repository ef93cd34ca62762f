import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Migrations that move rows to another table or links to another end: an entity with another place in the hierarchy,
/// and a relationship without an inverse that was to-one. What can be inferred is what Apple's documentation of
/// lightweight migration names; the values are from memory of Core Data.
@Suite struct RegroupingTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func entity(_ name: String, _ attributes: String...) -> EntityDescription {
        EntityDescription(name: name, properties: attributes.map { AttributeDescription(name: $0, type: .string) })
    }

    /// Vehicle with a name, and below it Car and Truck; and Owner, with relationships to vehicles and to trucks.
    private func fleet() -> ManagedObjectModel {
        let (vehicle, car, truck) = (entity("Vehicle", "name"), entity("Car", "doors"), entity("Truck", "load"))
        let owner = entity("Owner", "name")
        vehicle.subentities = [car, truck]
        owner.relate(.one("main"), to: vehicle, .many("mainOf"))
        owner.relate(.many("all"), to: vehicle, .many("owners"))
        owner.refer(.one("truck"), to: truck)
        return ManagedObjectModel(entities: [vehicle, car, truck, owner])
    }

    /// The same, with a truck that is no longer a vehicle.
    private func fleetWithoutTrucks() -> ManagedObjectModel {
        let (vehicle, car, truck) = (entity("Vehicle", "name"), entity("Car", "doors"), entity("Truck", "name", "load"))
        let owner = entity("Owner", "name")
        vehicle.subentities = [car]
        owner.relate(.one("main"), to: vehicle, .many("mainOf"))
        owner.relate(.many("all"), to: vehicle, .many("owners"))
        owner.refer(.one("truck"), to: truck)
        return ManagedObjectModel(entities: [vehicle, car, truck, owner])
    }

    private func make(_ model: ManagedObjectModel, _ body: (ManagedObjectContext) throws -> Void) throws {
        let stack = try Stack(folder.file(), model: model)
        try stack.withContext { context throws in
            try body(context)
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
    }

    private func makeFleet() throws {
        try make(fleet()) { context in
            let (car, truck) = (context.insert("Car", named: "car"), context.insert("Truck", named: "truck"))
            car.setValue("4", forKey: "doors")
            truck.setValue("10 t", forKey: "load")
            let (one, two) = (context.insert("Owner", named: "one"), context.insert("Owner", named: "two"))
            one.setValuesForKeys(["main": car, "all": [car, truck], "truck": truck])
            two.setValuesForKeys(["main": truck, "all": [truck]])
        }
    }

    private func migrate(_ model: ManagedObjectModel) throws -> Stack {
        try Stack(folder.file(), model: model, options: LightweightMigrationTests.migrating)
    }

    private func texts(_ sql: String) throws -> [String] { try folder.plainConnection().texts(sql) }

    @Test func `an entity that leaves its hierarchy takes its rows along, with keys and values`() throws {
        try makeFleet()
        let stack = try migrate(fleetWithoutTrucks())
        try stack.withContext { context throws in
            let truck = try #require(try context.named("Truck", "truck"))
            #expect(truck.value(forKey: "load") as? String == "10 t")
            #expect(try context.named("Owner", "one")?.value(forKey: "truck") as? ManagedObject === truck)
            #expect(try context.named("Vehicle", "truck") == nil)
            #expect(try context.named("Vehicle", "car")?.value(forKey: "doors") as? String == "4")
            let new = context.insert("Truck", named: "new")
            try context.save()
            #expect(new.objectID.key == 3)
        }
        #expect(try texts("SELECT Z_PK || ZNAME FROM ZTRUCK") == ["2truck", "3new"])
        #expect(try texts("SELECT ZNAME FROM ZVEHICLE") == ["car"])
    }

    @Test func `a relationship loses the rows of an entity that is no longer its destination`() throws {
        try makeFleet()
        let stack = try migrate(fleetWithoutTrucks())
        try stack.withContext { context throws in
            let (one, two) = (try context.named("Owner", "one"), try context.named("Owner", "two"))
            let car = try #require(try context.named("Car", "car"))
            #expect(one?.value(forKey: "main") as? ManagedObject === car)
            #expect(one?.value(forKey: "all") as? Set<ManagedObject> == [car])
            #expect(two?.value(forKey: "main") == nil)
            #expect((two?.value(forKey: "all") as? Set<ManagedObject>)?.isEmpty == true)
        }
        #expect(try texts("SELECT count(*) || '' FROM ZOWNER WHERE ZMAIN IS NOT NULL") == ["1"])
        #expect(try folder.plainConnection().integrityCheck() == [])
    }

    @Test func `a relationship loses the rows of an entity that was removed`() throws {
        try makeFleet()
        let (vehicle, car, owner) = (entity("Vehicle", "name"), entity("Car", "doors"), entity("Owner", "name"))
        vehicle.subentities = [car]
        owner.relate(.one("main"), to: vehicle, .many("mainOf"))
        owner.relate(.many("all"), to: vehicle, .many("owners"))
        let stack = try migrate(ManagedObjectModel(entities: [vehicle, car, owner]))
        try stack.withContext { context throws in
            #expect(try context.named("Owner", "two")?.value(forKey: "main") == nil)
            #expect(try context.named("Owner", "one")?.value(forKey: "main") != nil)
        }
    }

    @Test func `an entity gets a new parent, to which its attributes move`() throws {
        try make(ManagedObjectModel(entities: [entity("Truck", "name", "load")])) { context in
            context.insert("Truck", named: "truck").setValue("10 t", forKey: "load")
        }
        let (vehicle, truck) = (entity("Vehicle", "name"), entity("Truck", "load"))
        vehicle.subentities = [truck]
        let stack = try migrate(ManagedObjectModel(entities: [vehicle, truck]))
        try stack.withContext { context throws in
            let truck = try #require(try context.named("Vehicle", "truck"))
            #expect(truck.entity.name == "Truck")
            #expect(truck.value(forKey: "load") as? String == "10 t")
            #expect(context.insert("Vehicle", named: "new").isInserted)
            try context.save()
        }
        #expect(try texts("SELECT Z_PK || ZNAME FROM ZVEHICLE") == ["1truck", "2new"])
        #expect(try texts("SELECT Z_NAME || Z_MAX FROM Z_PRIMARYKEY") == ["Vehicle2", "Truck0"])
    }

    @Test func `an entity moves below a sibling`() throws {
        try makeFleet()
        let (vehicle, car, truck) = (entity("Vehicle", "name"), entity("Car", "doors"), entity("Truck", "load"))
        let owner = entity("Owner", "name")
        vehicle.subentities = [truck]
        truck.subentities = [car]
        owner.relate(.one("main"), to: vehicle, .many("mainOf"))
        owner.relate(.many("all"), to: vehicle, .many("owners"))
        owner.refer(.one("truck"), to: truck)
        let stack = try migrate(ManagedObjectModel(entities: [vehicle, car, truck, owner]))
        try stack.withContext { context throws in
            let car = try #require(try context.named("Truck", "car"))
            #expect(car.value(forKey: "doors") as? String == "4")
            #expect((try context.named("Owner", "one")?.value(forKey: "all") as? Set<ManagedObject>)?.count == 2)
        }
    }

    @Test func `two hierarchies that become one cannot be inferred`() throws {
        try make(ManagedObjectModel(entities: [entity("Car", "name"), entity("Truck", "name")])) { _ in }
        let (vehicle, car, truck) = (entity("Vehicle", "name"), entity("Car"), entity("Truck"))
        vehicle.subentities = [car, truck]
        let error = #expect(throws: PersistenceError.self) {
            try migrate(ManagedObjectModel(entities: [vehicle, car, truck]))
        }
        #expect(error?.code == .inferredMapping)
    }

    @Test(arguments: [false, true])
    func `a to-one relationship without an inverse becomes to-many and keeps its destination`(isOrdered: Bool) throws {
        func model(_ end: RelationshipEnd) -> ManagedObjectModel {
            let (note, tag) = (entity("Note", "name"), entity("Tag", "name"))
            note.refer(end, to: tag)
            return ManagedObjectModel(entities: [note, tag])
        }
        try make(model(.one("tags"))) { context in
            for name in ["a", "b"] {
                let note = context.insert("Note", named: name)
                note.setValue(context.insert("Tag", named: "tag of " + name), forKey: "tags")
            }
            _ = context.insert("Note", named: "c")
        }
        let stack = try migrate(model(isOrdered ? .ordered("tags") : .many("tags")))
        try stack.withContext { context throws in
            for (name, tags) in [("a", ["tag of a"]), ("b", ["tag of b"]), ("c", [])] {
                let note = try #require(try context.named("Note", name))
                let found = note.mutableSetValue(forKey: "tags").allObjects
                #expect(found.map { $0.value(forKey: "name") as? String } == tags)
            }
        }
    }

    @Test func `a to-one relationship with an inverse becomes to-many and keeps its destination`() throws {
        func model(_ end: RelationshipEnd) -> ManagedObjectModel {
            let (note, tag) = (entity("Note", "name"), entity("Tag", "name"))
            note.relate(end, to: tag, .one("note"))
            return ManagedObjectModel(entities: [note, tag])
        }
        try make(model(.one("tags"))) { context in
            context.insert("Note", named: "a").setValue(context.insert("Tag", named: "tag"), forKey: "tags")
        }
        try migrate(model(.many("tags"))).withContext { context throws in
            let tag = try #require(try context.named("Tag", "tag"))
            #expect(try context.named("Note", "a")?.value(forKey: "tags") as? Set<ManagedObject> == [tag])
        }
    }

    // MARK: Inverses

    /// A folder with favorites, and the relationship of an item back to it.
    private func favorites(_ end: RelationshipEnd, _ inverse: RelationshipEnd) -> ManagedObjectModel {
        let (folder, item) = (entity("Folder", "name"), entity("Item", "name"))
        folder.relate(end, to: item, inverse)
        return ManagedObjectModel(entities: [folder, item])
    }

    private static let renamed: [(old: (RelationshipEnd, RelationshipEnd), new: (RelationshipEnd, RelationshipEnd))] = [
        ((.many("favorites"), .many("folders")), (.many("favorites"), .one("folder"))),
        ((.ordered("favorites"), .many("folders")), (.ordered("favorites"), .one("folder"))),
        ((.many("favorites"), .ordered("folders")), (.ordered("favorites"), .one("folder"))),
        ((.many("favorites"), .one("folder")), (.many("favorites"), .one("home"))),
        ((.ordered("favorites"), .one("folder")), (.ordered("favorites"), .one("home"))),
        ((.many("favorites"), .one("folder")), (.many("favorites"), .many("folders"))),
        ((.many("favorites"), .many("folders")), (.many("favorites"), .many("homes"))),
        ((.ordered("favorites"), .many("folders")), (.ordered("favorites"), .ordered("homes"))),
        ((.one("favorites"), .one("folder")), (.one("favorites"), .one("home"))),
        ((.one("favorites"), .one("folder")), (.many("favorites"), .one("home"))),
        ((.one("favorites"), .many("folders")), (.many("favorites"), .many("homes"))),
    ]

    @Test(arguments: renamed.indices, [false, true])
    func `a relationship keeps its destinations when its inverse has another name and kind`(
        place: Int, isReversed: Bool
    ) throws {
        let change = Self.renamed[place]
        // The entity that comes first names a join table.
        let (owner, member) = isReversed ? ("Set", "Item") : ("Folder", "Item")
        func model(_ ends: (RelationshipEnd, RelationshipEnd)) -> ManagedObjectModel {
            let (one, other) = (entity(owner, "name"), entity(member, "name"))
            one.relate(ends.0, to: other, ends.1)
            return ManagedObjectModel(entities: [one, other])
        }
        let isToOne = model(change.old).entitiesByName[owner]?.relationshipsByName["favorites"]?.isToMany == false
        func isOrdered(_ ends: (RelationshipEnd, RelationshipEnd)) -> Bool {
            model(ends).entitiesByName[owner]?.relationshipsByName["favorites"]?.isOrdered == true
        }
        try make(model(change.old)) { context in
            let items = (isToOne ? ["a"] : ["b", "a"]).map { context.insert(member, named: $0) }
            let folder = context.insert(owner, named: "folder")
            folder.setValue(isToOne ? items[0] : items, forKey: "favorites")
            _ = context.insert(owner, named: "empty")
        }
        try migrate(model(change.new)).withContext { context throws in
            let folder = try #require(try context.named(owner, "folder"))
            let names =
                folder.entity.relationshipsByName["favorites"]?.isToMany == true
                ? folder.names("favorites")
                : [(folder.value(forKey: "favorites") as? ManagedObject)?.value(forKey: "name") as? String ?? ""]
            #expect(names.sorted() == (isToOne ? ["a"] : ["a", "b"]))
            if isOrdered(change.old), isOrdered(change.new) { #expect(names == ["b", "a"]) }
            let item = try #require(try context.named(member, "a"))
            let inverse = try #require(folder.entity.relationshipsByName["favorites"]?.inverseRelationship)
            #expect(
                inverse.isToMany
                    ? item.names(inverse.name) == ["folder"]
                    : item.value(forKey: inverse.name) as? ManagedObject === folder)
        }
        #expect(try folder.plainConnection().integrityCheck() == [])
    }

    @Test func `a relationship whose inverse became to-one is refused where a row has several links`() throws {
        try make(favorites(.many("favorites"), .many("folders"))) { context in
            let item = context.insert("Item", named: "a")
            for name in ["one", "two"] { context.insert("Folder", named: name).setValue([item], forKey: "favorites") }
        }
        let error = #expect(throws: PersistenceError.self) {
            try migrate(favorites(.many("favorites"), .one("folder")))
        }
        #expect(error?.code == .inferredMapping)
        #expect(error?.message.contains("folder") == true)
        #expect(try folder.plainConnection().integer("SELECT count(*) FROM Z_1FAVORITES") == 2)
    }

    @Test(arguments: [false, true])
    func `a relationship that loses its inverse keeps its destinations, or is refused`(isShared: Bool) throws {
        try make(favorites(.many("favorites"), .many("folders"))) { context in
            let item = context.insert("Item", named: "a")
            context.insert("Folder", named: "one").setValue([item], forKey: "favorites")
            context.insert("Folder", named: "two").setValue(isShared ? [item] : [], forKey: "favorites")
        }
        let (holder, item) = (entity("Folder", "name"), entity("Item", "name"))
        holder.refer(.many("favorites"), to: item)
        let model = ManagedObjectModel(entities: [holder, item])
        if isShared {
            #expect(persistenceError { _ = try migrate(model) }?.code == .inferredMapping)
            return
        }
        try migrate(model).withContext { context throws in
            #expect(try context.named("Folder", "one")?.names("favorites") == ["a"])
        }
    }

    @Test func `two relationships that become inverses of each other must agree`() throws {
        func oneWay() -> ManagedObjectModel {
            let (holder, item) = (entity("Folder", "name"), entity("Item", "name"))
            holder.refer(.many("favorites"), to: item)
            item.refer(.one("folder"), to: holder)
            return ManagedObjectModel(entities: [holder, item])
        }
        try make(oneWay()) { context in
            let holder = context.insert("Folder", named: "one")
            let item = context.insert("Item", named: "a")
            holder.setValue([item], forKey: "favorites")
        }
        let new = favorites(.many("favorites"), .one("folder"))
        #expect(persistenceError { _ = try migrate(new) }?.code == .inferredMapping)
        try folder.plainConnection().execute("UPDATE ZITEM SET ZFOLDER = 1")
        try migrate(favorites(.many("favorites"), .one("folder"))).withContext { context throws in
            #expect(try context.named("Folder", "one")?.names("favorites") == ["a"])
        }
    }

    @Test func `a relationship that leads to another entity now is refused`() throws {
        try make(favorites(.many("favorites"), .one("folder"))) { context in
            context.insert("Folder", named: "one").setValue([context.insert("Item", named: "a")], forKey: "favorites")
        }
        let (holder, item, other) = (entity("Folder", "name"), entity("Item", "name"), entity("Other", "name"))
        item.refer(.one("folder"), to: other)
        #expect(
            persistenceError { _ = try migrate(ManagedObjectModel(entities: [holder, item, other])) }?.code
                == .inferredMapping)
    }
}
