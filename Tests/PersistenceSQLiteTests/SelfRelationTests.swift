import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// A many-to-many relationship from an entity to itself, with a separate inverse.
@Suite struct SelfRelationTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func model(ordered: Bool = false) -> ManagedObjectModel {
        let surfer = ForeignStore.entity("Surfer")
        surfer.relate(ordered ? .ordered("following") : .many("following"), to: surfer, .many("followers"))
        return ManagedObjectModel(entities: [surfer])
    }

    @Test(arguments: [false, true])
    func `both ends share one join table, named by the greater of its names`(_ ordered: Bool) throws {
        let stack = try Stack(folder.file(), model: model(ordered: ordered))
        let connection = try folder.plainConnection()
        #expect(
            try connection.texts(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z\\_1%' ESCAPE '\\'")
                == ["Z_1FOLLOWING"])
        let names = try connection.columns(of: "Z_1FOLLOWING").map(\.name)
        #expect(names == ["Z_1FOLLOWERS", "Z_1FOLLOWING"] + (ordered ? ["Z_FOK_1FOLLOWING"] : []))
        withExtendedLifetime(stack) {}
    }

    @Test(arguments: [false, true])
    func `a relationship to the same entity keeps its direction in the store`(_ ordered: Bool) throws {
        let stack = try Stack(folder.file(), model: model(ordered: ordered))
        try stack.withContext { context throws in
            let (ada, bob, cy) = (
                context.insert("Surfer", named: "Ada"), context.insert("Surfer", named: "Bob"),
                context.insert("Surfer", named: "Cy")
            )
            ada.setValue(ordered ? [cy, bob] as Any : Set([cy, bob]) as Any, forKey: "following")
            bob.mutableSetValue(forKey: "followers").add(cy)
            #expect(bob.names("followers") == ["Ada", "Cy"])
            try context.save()
        }
        let reopened = try Stack(folder.file(), model: model(ordered: ordered))
        try reopened.withContext { context throws in
            #expect(
                try context.named("Surfer", "Ada")?.names("following") == (ordered ? ["Cy", "Bob"] : ["Bob", "Cy"]))
            #expect(try context.named("Surfer", "Ada")?.names("followers") == [])
            #expect(try context.named("Surfer", "Bob")?.names("followers") == ["Ada", "Cy"])
            #expect(try context.named("Surfer", "Cy")?.names("following") == ["Bob"])
            let request = FetchRequest<ManagedObject>(entityName: "Surfer")
            request.predicate = FetchPredicate("ANY followers.name == %@ AND following.@count == 0", "Cy")
            #expect(try context.fetch(request).map { $0.value(forKey: "name") as? String } == ["Bob"])
            context.delete(try #require(try context.named("Surfer", "Cy")))
            try context.save()
        }
        let rows = try folder.plainConnection().rows("SELECT count(*) FROM Z_1FOLLOWING")
        #expect(rows == [[1]])
    }
}
