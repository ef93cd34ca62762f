import Foundation
import PersistenceTestSupport
import SQLite
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Entity inheritance: one table for a hierarchy, and objects of each entity.
@Suite struct InheritanceTests {
    private func savedAnimals(_ kind: StoreKind) throws -> Stack {
        let stack = try Stack(kind, model: HierarchyModel.model())
        try stack.withContext { context throws in
            context.insert("Dog", named: "rex").setValue(30, forKey: "size")
            context.insert("Cat", named: "tom").setValue(4.5, forKey: "size")
            context.insert("Plant", named: "oak").setValue("tall", forKey: "size")
            try context.save()
        }
        return stack
    }

    private func names(
        _ context: ManagedObjectContext, _ entityName: String, subentities: Bool = true
    ) throws -> [String] {
        let request = FetchRequest<ManagedObject>(entityName: entityName)
        request.includesSubentities = subentities
        let names = try context.fetch(request).compactMap { $0.value(forKey: "name") as? String }.sorted()
        #expect(try context.count(for: request) == names.count)
        return names
    }

    @Test func `a hierarchy shares one table, and columns with equal names are numbered`() throws {
        let stack = try savedAnimals(.sqlite)
        let file = StoreFile(try #require(stack.store.url))
        let columns = [
            "Z_PK", "Z_ENT", "Z_OPT", "ZOWNER", "ZSIZE", "ZSIZE1", "ZNAME", "ZSIZE2",
        ]
        #expect(try file.columns(of: "ZBEING") == columns)
        #expect(try file.lastKey(of: "Being") == 3)
        #expect(try file.lastKey(of: "Dog") == 0)
    }

    @Test func `each row stores its entity, and each entity its parent`() throws {
        let stack = try savedAnimals(.sqlite)
        let connection = try Connection(path: try #require(stack.store.url).path, options: [.readOnly, .noMutex])
        let rows = try connection.prepare(
            """
            SELECT b.ZNAME, b.Z_ENT, k.Z_SUPER FROM ZBEING b JOIN Z_PRIMARYKEY k ON k.Z_ENT = b.Z_ENT ORDER BY b.ZNAME
            """)
        var found: [[Value]] = []
        while try rows.step() { found.append(rows.values()) }
        #expect(
            found == [
                [.text("oak"), .integer(5), .integer(1)], [.text("rex"), .integer(4), .integer(2)],
                [.text("tom"), .integer(3), .integer(2)],
            ])
    }

    @Test(arguments: StoreKind.allCases)
    func `attributes with the same name in several entities have their own types`(_ kind: StoreKind) throws {
        try savedAnimals(kind).withContext { context throws in
            #expect(try context.object("Dog", named: "rex").value(forKey: "size") as? Int == 30)
            #expect(try context.object("Cat", named: "tom").value(forKey: "size") as? Double == 4.5)
            #expect(try context.object("Plant", named: "oak").value(forKey: "size") as? String == "tall")
        }
    }

    /// B-FET-05
    @Test(arguments: StoreKind.allCases)
    func `a fetch includes saved and unsaved objects of subentities by default`(_ kind: StoreKind) throws {
        try savedAnimals(kind).withContext { context throws in
            context.insert("Dog", named: "bo")
            context.delete(try context.object("Cat", named: "tom"))
            #expect(try names(context, "Being") == ["bo", "oak", "rex"])
            #expect(try names(context, "Animal") == ["bo", "rex"])
            #expect(try names(context, "Dog") == ["bo", "rex"])
            #expect(try names(context, "Cat") == [])
            #expect(try names(context, "Being", subentities: false) == [])
            #expect(try names(context, "Animal", subentities: false) == [])
            #expect(try names(context, "Dog", subentities: false) == ["bo", "rex"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `an entity with subentities can have objects of its own`(_ kind: StoreKind) throws {
        let stack = try Stack(kind, model: InheritanceModel.model())
        try stack.withContext { context throws in
            context.insert("Animal", named: "bear")
            context.insert("Dog", named: "rex")
            #expect(try names(context, "Animal", subentities: false) == ["bear"])
            try context.save()
            context.insert("Animal", named: "fox")
            #expect(try names(context, "Animal", subentities: false) == ["bear", "fox"])
            #expect(try names(context, "Animal") == ["bear", "fox", "rex"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `temporary and permanent IDs have the concrete entity`(_ kind: StoreKind) throws {
        let stack = try Stack(kind, model: HierarchyModel.model())
        let ids = try stack.withContext { context throws in
            let objects = ["Dog", "Cat", "Plant"].map { context.insert($0, named: $0) }
            #expect(objects.map(\.objectID.entity.name) == ["Dog", "Cat", "Plant"])
            #expect(objects[0].objectID.uriRepresentation().absoluteString.hasPrefix("x-coredata:///Dog/t"))
            try context.save()
            return objects.map(\.objectID)
        }
        #expect(ids.map(\.entity.name) == ["Dog", "Cat", "Plant"])
        #expect(Set(ids).count == 3)
        try stack.withContext { context throws in
            #expect(context.object(with: ids[0]) is Dog)
            let found = stack.coordinator.managedObjectID(forURIRepresentation: ids[1].uriRepresentation())
            #expect(found?.entity.name == "Cat")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a relationship to a parent entity leads to the concrete entity`(_ kind: StoreKind) throws {
        let stack = try savedAnimals(kind)
        try stack.withContext { context throws in
            let owner = context.insert("Owner", named: "ann")
            owner.setValue(try context.object("Dog", named: "rex"), forKey: "favourite")
            try context.save()
        }
        try stack.withContext { context throws in
            let favourite = try #require(try context.object("Owner", named: "ann").one("favourite"))
            #expect(favourite.isFault)
            #expect(favourite is Dog)
            #expect(favourite.entity.name == "Dog")
            try context.object("Owner", named: "ann").setValue(
                context.object("Plant", named: "oak"), forKey: "favourite")
            try context.save()
        }
        try stack.withContext { context throws in
            #expect(try context.object("Owner", named: "ann").one("favourite")?.entity.name == "Plant")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `an inherited relationship is maintained at both ends in subentities`(_ kind: StoreKind) throws {
        let stack = try savedAnimals(kind)
        try stack.withContext { context throws in
            let owner = context.insert("Owner", named: "ann")
            owner.add(try context.object("Dog", named: "rex"), try context.object("Cat", named: "tom"), to: "pets")
            #expect(try context.object("Cat", named: "tom").one("owner") === owner)
            try context.save()
        }
        try stack.withContext { context throws in
            let owner = try context.object("Owner", named: "ann")
            #expect(owner.names("pets") == ["rex", "tom"])
            context.delete(try context.object("Dog", named: "rex"))
            try context.save()
            #expect(owner.names("pets") == ["tom"])
        }
    }
}
