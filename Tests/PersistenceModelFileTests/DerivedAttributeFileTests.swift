import Foundation
import Persistence
import PersistenceModelFile
import Testing

/// Derived attributes in model files, and references to model files.
@Suite struct DerivedAttributeFileTests {
    private static let spots = """
        <entity name="Spot">
        <attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="folded" optional="YES" attributeType="String" derived="YES" derivationExpression="canonical:(name)"/>
        <attribute name="count" optional="YES" attributeType="Integer 64" derived="YES" derivationExpression="sessions.@count"/>
        <relationship name="sessions" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Session" inverseName="spot" inverseEntity="Session"/>
        </entity>
        <entity name="Session">
        <attribute name="saved" optional="YES" attributeType="Date" derived="YES" derivationExpression="now()"/>
        <relationship name="spot" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Spot" inverseName="sessions" inverseEntity="Spot"/>
        </entity>
        """

    /// B-DER-01
    @Test func `a derived attribute has its type and its expression, and a save computes it`() throws {
        let model = try TemporaryModel.model(Self.spots)
        let folded = try #require(
            model.entitiesByName["Spot"]?.attributesByName["folded"] as? DerivedAttributeDescription)
        #expect(folded.type == .string && folded.derivationExpression?.description == "canonical:(name)")
        let coordinator = PersistentStoreCoordinator(managedObjectModel: model.copy())
        try coordinator.addPersistentStore(ofType: InMemoryStoreType, at: nil)
        let context = ManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            let spot = EntityDescription.insertNewObject(forEntityName: "Spot", into: context)
            let session = EntityDescription.insertNewObject(forEntityName: "Session", into: context)
            spot["name"] = "Málaga"
            session["spot"] = spot
            try context.save()
            #expect(spot["folded"] as? String == "malaga" && spot["count"] as? Int == 1)
            #expect(session["saved"] is Date)
        }
    }

    @Test func `a reference reads its model from the file when it is needed`() throws {
        let folder = try TemporaryModel()
        let url = try folder.write(TemporaryModel.contents(Self.spots), to: "contents")
        let checksum = try ManagedObjectModel(validating: url).versionChecksum
        let reference = ManagedObjectModelReference(fileURL: url, versionChecksum: checksum)
        #expect(reference.versionChecksum == checksum)
        #expect(reference.resolvedModel.entitiesByName.keys.sorted() == ["Session", "Spot"])
        #expect(reference.resolvedModel === reference.resolvedModel)
    }
}
