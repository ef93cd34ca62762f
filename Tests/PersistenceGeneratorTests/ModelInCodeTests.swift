import Foundation
import Persistence
import PersistenceModelFile
import TestSupport
import Testing

/// The model that is generated as code is the one that its file describes, and is found by its name.
@Suite struct ModelInCodeTests {
    private func fileModel() throws -> ManagedObjectModel { try ManagedObjectModel(validating: TestFiles.everything) }

    @Test func `the model in code equals the model in the file`() throws {
        let (code, file) = (ManagedObjectModel.everything, try fileModel())
        #expect(code.entities.map(\.name) == file.entities.map(\.name))
        #expect(code.entityVersionHashesByName == file.entityVersionHashesByName)
        #expect(code.versionIdentifiers == file.versionIdentifiers)
        #expect(code.configurations == file.configurations)
        for name in file.configurations {
            #expect(
                code.entities(forConfigurationName: name)?.map(\.name)
                    == file.entities(forConfigurationName: name)?.map(\.name))
        }
        for (entity, other) in zip(code.entities, file.entities) { #expect(text(of: entity) == text(of: other)) }
        #expect(templates(of: code) == templates(of: file))
        #expect(templates(of: code).keys.sorted() == ["Expensive"])
    }

    private func templates(of model: ManagedObjectModel) -> [String: String] {
        model.fetchRequestTemplatesByName.mapValues { request in
            "\(request.entityName ?? "") \(request.predicate?.predicateFormat ?? "") \(request.fetchLimit) "
                + "\(request.includesSubentities)"
        }
    }

    /// Everything that a file says about an entity.
    private func text(of entity: EntityDescription) -> [String] {
        let head =
            "\(entity.name ?? "") \(entity.managedObjectClass) \(entity.superentity?.name ?? "") \(entity.isAbstract) "
            + "\(entity.renamingIdentifier ?? "") \(entity.versionHashModifier ?? "") \(texts(entity.userInfo)) "
            + "\(entity.indexes.flatMap { [$0.name] + $0.elements.map { "\($0.propertyName ?? "") \($0.isAscending)" } }) "
            + "\(entity.uniquenessConstraints)"
        return [head] + entity.properties.map(text)
    }

    private func texts(_ userInfo: [AnyHashable: Any]?) -> [String] {
        (userInfo ?? [:]).map { "\($0.key): \($0.value)" }.sorted()
    }

    private func text(of property: PropertyDescription) -> String {
        let head =
            "\(property.name) \(property.isOptional) \(property.isTransient) \(property.renamingIdentifier ?? "") "
            + "\(texts(property.userInfo)) \(property.validationPredicates)"
        switch property {
        case let attribute as AttributeDescription:
            return head
                + " \(attribute.type) \(attribute.defaultValue.map { "\(type(of: $0)) \($0)" } ?? "") "
                + "\(attribute.valueTransformerName ?? "") \(attribute.allowsExternalBinaryDataStorage) "
                + "\((attribute as? DerivedAttributeDescription)?.derivationExpression?.description ?? "")"
        case let relationship as RelationshipDescription:
            return head
                + " \(relationship.destinationEntity?.name ?? "") \(relationship.inverseRelationship?.name ?? "") "
                + "\(relationship.minCount) \(relationship.maxCount) \(relationship.isOrdered) \(relationship.deleteRule)"
        default: return head
        }
    }

    @Test func `a container finds the model by its name, with no call before`() {
        let container = PersistentContainer(name: "Everything")
        #expect(container.managedObjectModel === ManagedObjectModel.everything)
        #expect(container.name == "Everything")
    }

    @Test func `classes of a generated model are found by the names in a model file`() throws {
        #expect(try fileModel().entitiesByName["Book"]?.managedObjectClass == Book.self)
        #expect(try fileModel().entitiesByName["Source"]?.managedObjectClass == Attribute.self)
    }

    @Test func `an unknown name ends the program with what to do`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = PersistentContainer(name: "Unknown")
        }
        let text = String(decoding: outcome?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("There is no model named “Unknown”. Generate it with the plugin GeneratePersistence"))
    }

    @Test func `the main bundle has the registered models`() throws {
        let model = try #require(ManagedObjectModel.mergedModel(from: nil))
        #expect(model.entitiesByName.keys.contains("Book"))
        let all = try #require(ManagedObjectModel.mergedModel(from: [.main]))
        #expect(all.entityVersionHashesByName == model.entityVersionHashesByName)
    }
}
