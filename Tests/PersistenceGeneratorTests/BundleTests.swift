import Foundation
import Persistence
import PersistenceModelFile
import TestSupport
import Testing

/// Models in bundles.
@Suite struct BundleTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func bundle() throws -> Bundle { try #require(Bundle(url: folder.url)) }

    private func write(_ name: String, _ lines: String) throws {
        _ = try folder.model(lines, named: name)
    }

    @Test func `the models of a bundle are merged into one`() throws {
        try write("One", #"<entity name="A"/>"#)
        try write("Two", #"<entity name="B"/>"#)
        let model = try #require(ManagedObjectModel.mergedModel(from: [bundle()]))
        #expect(model.entities.map(\.name) == ["A", "B"])
    }

    @Test func `a bundle without models has none`() throws {
        #expect(ManagedObjectModel.mergedModel(from: [try bundle()]) == nil)
    }

    @Test func `different entities with one name cannot be merged`() throws {
        try write("One", #"<entity name="A"/>"#)
        try write("Two", #"<entity name="A" isAbstract="YES"/>"#)
        #expect(ManagedObjectModel.mergedModel(from: [try bundle()]) == nil)
    }

    @Test func `a store's own version is found among all versions`() throws {
        let versions = ["Old": #"<entity name="A"/>"#, "New": #"<entity name="A" versionHashModifier="2"/>"#]
        for (name, lines) in versions {
            let version = folder.url(of: "M.xcdatamodeld/\(name).xcdatamodel")
            try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
            try Data("<model>\(lines)</model>".utf8).write(to: version.appendingPathComponent("contents"))
        }
        try folder.write(
            #"<plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>New.xcdatamodel</string></dict></plist>"#
                .utf8, to: "M.xcdatamodeld/.xccurrentversion")
        let old = try ManagedObjectModel(
            ModelFile(contentsOf: folder.url(of: "M.xcdatamodeld"), version: "Old"))
        let metadata = try metadata(of: old)
        let found = try #require(
            ManagedObjectModel.mergedModel(from: [try bundle()], forStoreMetadata: metadata))
        #expect(found.entityVersionHashesByName == old.entityVersionHashesByName)
        let current = try #require(ManagedObjectModel.mergedModel(from: [try bundle()]))
        #expect(current.entityVersionHashesByName != old.entityVersionHashesByName)
    }

    @Test func `models are merged for a store that has the entities of several`() throws {
        let models = ["A", "B", "C"].map { ManagedObjectModel(entities: [EntityDescription(name: $0)]) }
        let both = try #require(ManagedObjectModel(byMerging: Array(models.prefix(2))))
        let metadata = try metadata(of: both)
        let merged = try #require(ManagedObjectModel(byMerging: models, forStoreMetadata: metadata))
        #expect(merged.entities.map(\.name) == ["A", "B"])
        #expect(ManagedObjectModel(byMerging: Array(models.dropFirst()), forStoreMetadata: metadata) == nil)
    }

    private func metadata(of model: ManagedObjectModel) throws -> [String: Any] {
        let coordinator = PersistentStoreCoordinator(managedObjectModel: model.copy())
        let store = try coordinator.addPersistentStore(ofType: sqliteStoreType, at: folder.url(of: "store.sqlite"))
        return coordinator.metadata(for: store)
    }

    @Test func `a compiled model in a bundle ends the program with advice`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let folder = try TemporaryFolder()
            try folder.write([1], to: "Library.mom")
            _ = ManagedObjectModel.mergedModel(from: Bundle(url: folder.url).map { [$0] })
        }
        let text = String(decoding: outcome?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("Library.mom: Compiled models cannot be read."))
    }
}
