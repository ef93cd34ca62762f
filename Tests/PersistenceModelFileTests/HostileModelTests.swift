import Foundation
import Persistence
import PersistenceModelFile
import TestSupport
import Testing

/// Hostile model files: each is either a working model or an error with its line.
struct HostileModelTests {
    /// Among this many inputs some are valid models.
    private static let enoughRounds = 100

    @Test func `a corrupted model file gives a working model or an error`() throws {
        let folder = try TemporaryModel()
        var models = 0
        try Mutation.play { mutation in
            let lines = ModelText(&mutation).lines
            let good = TemporaryModel.contents(lines, attributes: "userDefinedModelVersionIdentifier=\"1\"")
            let bytes = mutation.below(2) == 0 ? Array(good) : mutation.spoiled(Array(good))
            let url = try folder.write(Data(bytes), to: "contents")
            do throws(ModelFileError) {
                try use(try ManagedObjectModel(validating: url))
                models += 1
            } catch {
                #expect(error.line.map { $0 >= 1 } ?? true)
            }
        }
        #expect(models > 0 || Mutation.rounds < HostileModelTests.enoughRounds)
    }

    /// Uses a model as a program does first.
    private func use(_ model: ManagedObjectModel) throws(ModelFileError) {
        for entity in model.entities {
            #expect(entity.name.map { model.entitiesByName[$0] === entity } == true)
            for relationship in entity.relationshipsByName.values {
                #expect(relationship.destinationEntity != nil)
                if let inverse = relationship.inverseRelationship {
                    #expect(inverse.inverseRelationship === relationship)
                }
            }
        }
        _ = model.entityVersionHashesByName
        let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
        guard (try? coordinator.addPersistentStore(ofType: inMemoryStoreType, at: nil)) != nil else { return }
        let context = ManagedObjectContext(concurrencyType: .privateQueue)
        context.persistentStoreCoordinator = coordinator
        context.performAndWait {
            for entity in model.entities where !entity.isAbstract {
                _ = EntityDescription.insertNewObject(forEntityName: entity.name ?? "", into: context)
            }
            try? context.save()
        }
    }
}

/// Lines of a model file: elements and attributes that such files contain, with valid and invalid values.
private struct ModelText {
    private(set) var lines = ""
    private static let names = ["Club", "Member", "Spot", "Wave"]
    private static let properties = ["name", "count", "club", "members", "members", "spot"]
    private static let flags = ["YES", "NO", "YES", "maybe", ""]
    private static let attribute: [(String, [String])] = [
        (
            "attributeType",
            [
                "String", "Integer 16", "Integer 64", "Double", "Date", "Boolean", "UUID", "URI", "Binary", "Decimal",
                "Float", "Transformable", "Undefined", "Number",
            ]
        ),
        ("optional", flags), ("transient", ["NO", "YES"]),
        ("defaultValueString", ["0", "4", "-1", "1e999", "x", "YES", "99999"]),
        ("defaultDateTimeInterval", ["0", "nan", "-1e300", "12.5"]), ("minValueString", ["0", "3", "x", "-5"]),
        ("maxValueString", ["1", "9", "y"]), ("regularExpressionString", ["a+", "(", "[a-z]*"]),
        ("allowsExternalBinaryDataStorage", flags), ("elementID", ["old", ""]), ("versionHashModifier", ["2"]),
    ]
    private static let relationship: [(String, [String])] = [
        ("optional", flags), ("toMany", ["YES", "NO"]), ("ordered", ["YES", "NO"]),
        ("maxCount", ["0", "1", "7", "-2"]), ("minCount", ["0", "1", "9"]),
        ("deletionRule", ["Nullify", "Cascade", "Deny", "No Action", "Maybe"]), ("destinationEntity", names),
        ("inverseName", properties),
        ("inverseEntity", names), ("transient", ["NO", "NO", "YES"]),
    ]

    init(_ mutation: inout Mutation) {
        for name in ModelText.names.prefix(1 + mutation.below(4)) { addEntity(name, &mutation) }
        if mutation.below(4) == 0 {
            lines +=
                "<configuration name=\"C\"><memberEntity name=\"\(mutation.one(of: ModelText.names))\"/></configuration>\n"
        }
        if mutation.below(4) == 0 {
            let predicate = mutation.one(of: [
                "name == 'a'", "count &gt; 3", "members.@count &lt; $MAX", "name ==", "gone = 1",
            ])
            lines +=
                "<fetchRequest name=\"R\" entity=\"Club\" predicateString=\"\(predicate)\" fetchLimit=\"\(mutation.one(of: ["1", "-1", "x"]))\"/>\n"
        }
    }

    private mutating func addEntity(_ name: String, _ mutation: inout Mutation) {
        let parent = mutation.below(4) == 0 ? " parentEntity=\"\(mutation.one(of: ModelText.names))\"" : ""
        lines += "<entity name=\"\(name)\" isAbstract=\"\(mutation.one(of: ["NO", "NO", "YES"]))\"\(parent)>\n"
        for _ in 0..<mutation.below(4) {
            add("attribute", ModelText.attribute, always: "attributeType", &mutation)
            if mutation.below(2) == 0 {
                add("relationship", ModelText.relationship, always: "destinationEntity", &mutation)
            }
        }
        if mutation.below(4) == 0 {
            lines +=
                "<fetchIndex name=\"i\"><fetchIndexElement property=\"\(mutation.one(of: ModelText.properties))\"/></fetchIndex>\n"
            lines +=
                "<uniquenessConstraints><uniquenessConstraint><constraint value=\"\(mutation.one(of: ModelText.properties))\"/></uniquenessConstraint></uniquenessConstraints>\n"
        }
        lines += "</entity>\n"
    }

    private mutating func add(
        _ element: String, _ choices: [(String, [String])], always needed: String, _ mutation: inout Mutation
    ) {
        lines += "<\(element) name=\"\(mutation.one(of: ModelText.properties))\""
        for (key, values) in choices where key == needed || mutation.below(3) == 0 {
            lines += " \(key)=\"\(mutation.one(of: values))\""
        }
        lines += "/>\n"
    }
}
