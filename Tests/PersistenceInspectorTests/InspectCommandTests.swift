import Foundation
import PersistenceModelFile
import PersistenceTestSupport
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceInspector

@Suite struct InspectCommandTests {
    private let folder: TemporaryFolder
    private let store: String

    init() throws {
        folder = try TemporaryFolder()
        store = folder.url.appendingPathComponent("Zoo.sqlite").path
    }

    /// An owner with two ordered pets, a cat and an animal.
    private func makeStore() throws {
        let stack = try Stack(InspectCommandTests.model()) {
            try $0.addPersistentStore(
                ofType: sqliteStoreType, at: URL(fileURLWithPath: store),
                options: [StoreOption.persistentHistoryTracking: true])
        }
        try stack.withContext { context throws in
            context.transactionAuthor = "keeper"
            let owner = context.insert("Owner", ["name": "Ada\u{1B}[31m"])
            let cat = context.insert("Cat", ["name": "Tom", "born": Date(timeIntervalSinceReferenceDate: 86400.5)])
            let animal = context.insert("Animal", ["name": "Rex", "photo": Data([1, 2, 3])])
            owner.setValue([animal, cat], forKey: "pets")
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
    }

    static func model() -> ManagedObjectModel {
        let animal = EntityDescription(
            name: "Animal",
            properties: [
                AttributeDescription(name: "name", type: .string),
                AttributeDescription(name: "photo", type: .binaryData),
            ])
        let cat = EntityDescription(
            name: "Cat",
            properties: [
                AttributeDescription(name: "born", type: .date), AttributeDescription(name: "isWild", type: .boolean),
            ])
        let owner = EntityDescription(name: "Owner", properties: [AttributeDescription(name: "name", type: .string)])
        animal.subentities = [cat]
        animal.relate(.one("owner"), to: owner, .ordered("pets"))
        return ManagedObjectModel(entities: [animal, cat, owner])
    }

    private func output(_ arguments: String...) throws -> String {
        var text = ""
        try InspectCommand([store] + arguments).run { text += $0 }
        return text
    }

    private func json(_ arguments: String...) throws -> Any {
        var text = ""
        try InspectCommand([store, "--json"] + arguments).run { text += $0 }
        return try JSONSerialization.jsonObject(with: Data(text.utf8))
    }

    @Test func `the entities are listed with their properties, counts and where the model is from`() throws {
        try makeStore()
        let text = try output()
        #expect(text.contains("Model from:     the record of the model in the metadata\n"))
        #expect(text.contains("History:        1 transaction\n"))
        #expect(
            text.contains(
                """
                Cat: Animal (1 object, table ZANIMAL)
                  born    Date     ZBORN
                  isWild  Boolean  ZISWILD

                """))
        #expect(text.contains("  pets  ordered to-many Animal.owner\n"))
    }

    @Test func `the summary as JSON has the same`() throws {
        try makeStore()
        let entities = try #require((json() as? [String: Any])?["entities"] as? [[String: Any]])
        #expect(entities.map { $0["name"] as? String } == ["Animal", "Cat", "Owner"])
        #expect(entities.map { $0["count"] as? Int } == [1, 1, 1])
        #expect(entities.map { $0["parent"] as? String } == [nil, "Animal", nil])
        let relationship = (entities[2]["relationships"] as? [[String: Any]])?.first
        #expect(relationship?["inverse"] as? String == "owner")
        #expect(relationship?["isOrdered"] as? Bool == true)
    }

    @Test func `the objects of an entity and its sub-entities are printed with all values`() throws {
        try makeStore()
        let rows = try #require(json("--dump", "Animal") as? [[String: Any]])
        #expect(
            rows.map { $0["name"] as? String } == ["Tom", "Rex"]
                || rows.map { $0["name"] as? String } == ["Rex", "Tom"])
        let cat = try #require(rows.first { $0["name"] as? String == "Tom" })
        #expect(cat["born"] as? String == "2001-01-02T00:00:00.500Z")
        #expect(cat["isWild"] is NSNull)
        #expect((cat["owner"] as? String)?.hasSuffix("/Owner/p1") == true)
        #expect(rows.first { $0["name"] as? String == "Rex" }?["photo"] as? String == "AQID")
    }

    @Test func `an ordered relationship is printed in its order`() throws {
        try makeStore()
        let rows = try #require(json("--dump", "Owner") as? [[String: Any]])
        let pets = try #require(rows[0]["pets"] as? [String])
        #expect(pets.map { $0.contains("/Cat/") } == [false, true])
    }

    @Test func `an entity without objects is an empty list`() throws {
        let stack = try Stack(InspectCommandTests.model()) {
            try $0.addPersistentStore(ofType: sqliteStoreType, at: URL(fileURLWithPath: store))
        }
        try stack.coordinator.remove(stack.store)
        #expect(try (json("--dump", "Cat") as? [Any])?.isEmpty == true)
    }

    @Test func `characters that control a terminal are printed as numbers`() throws {
        try makeStore()
        #expect(try output("--dump", "Owner").contains("Ada\\u{1b}[31m"))
        #expect(try !output("--dump", "Owner").contains("\u{1B}"))
    }

    @Test func `an unknown entity is refused with the names of those there are`() throws {
        try makeStore()
        let error = try #require(throws: PersistenceError.self) { _ = try output("--dump", "Dog") }
        #expect(error.message == "The store has no entity “Dog”. It has “Animal”, “Cat”, “Owner”.")
    }

    @Test func `the history is printed with authors and changes`() throws {
        try makeStore()
        #expect(try output("--history").contains("  keeper"))
        let transactions = try #require(json("--history") as? [[String: Any]])
        #expect(transactions.map { $0["author"] as? String } == ["keeper"])
        #expect((transactions[0]["changes"] as? [[String: Any]])?.count == 3)
    }

    @Test func `the model is written as a model file that is the store's`() throws {
        try makeStore()
        let file = folder.url.appendingPathComponent("Zoo.xcdatamodel")
        _ = try output("--model", file.path)
        let model = try ManagedObjectModel(validating: file)
        let cat = try #require(model.entitiesByName["Cat"])
        #expect(cat.superentity?.name == "Animal")
        #expect(cat.attributesByName["born"]?.type == .date)
        #expect(model.entitiesByName["Owner"]?.relationshipsByName["pets"]?.isOrdered == true)
        #expect(model.entitiesByName["Owner"]?.relationshipsByName["pets"]?.inverseRelationship?.name == "owner")
    }

    @Test func `a model file that exists is kept`() throws {
        try makeStore()
        let file = folder.url.appendingPathComponent("Zoo.xcdatamodel")
        _ = try output("--model", file.path)
        let before = try Data(contentsOf: file.appendingPathComponent("contents"))
        #expect(throws: PersistenceError.self) { _ = try output("--model", file.path) }
        #expect(try Data(contentsOf: file.appendingPathComponent("contents")) == before)
    }

    @Test(arguments: [
        ([], "The store is missing."), (["a", "b"], "Only one store"), (["a", "--dump"], "'--dump' needs a value."),
        (["a", "--what"], "There is no option '--what'."), (["a", "--history", "--model", "m"], "Use one of"),
    ])
    func `arguments that are not valid are answered with how to use the command`(arguments: [String], problem: String) {
        let error = #expect(throws: InspectCommand.UsageError.self) { try InspectCommand(arguments) }
        #expect(error?.description.contains(problem) == true)
        #expect(error?.description.contains("Usage: persistence-inspect STORE") == true)
    }

    @Test func `help is printed without a store`() throws {
        var text = ""
        try InspectCommand(["--help"]).run { text += $0 }
        #expect(text.hasPrefix("Usage: persistence-inspect STORE"))
    }

    @Test func `a file that is not a store ends the program with one sentence and exit code 1`() throws {
        try Data("nothing".utf8).write(to: URL(fileURLWithPath: store))
        let process = Process()
        process.executableURL = try BuiltProduct.url(of: "persistence-inspect")
        process.arguments = [store]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 1)
        #expect(text == "error: “Zoo.sqlite” is not a database.\n")
    }
}

extension ManagedObjectContext {
    fileprivate func insert(_ entity: String, _ values: [String: Any]) -> ManagedObject {
        let object = EntityDescription.insertNewObject(forEntityName: entity, into: self)
        for (key, value) in values { object.setValue(value, forKey: key) }
        return object
    }
}
