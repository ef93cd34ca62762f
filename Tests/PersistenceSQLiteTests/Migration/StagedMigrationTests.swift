import Foundation
import PersistenceTestSupport
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Stores that are migrated through several versions, with code in between.
@Suite struct StagedMigrationTests {
    private struct Refusal: Error {}

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The versions: a full name; a first and a last name beside it; the two alone; a note in addition.
    private func model(_ version: Int) -> ManagedObjectModel {
        let names = [["full"], ["full", "first", "last"], ["first", "last"], ["first", "last", "note"]][version - 1]
        return ManagedObjectModel(entities: [
            EntityDescription(
                name: "Surfer", properties: names.map { AttributeDescription(name: $0, type: .string) })
        ])
    }

    private func reference(_ version: Int) -> ManagedObjectModelReference {
        ManagedObjectModelReference(model: model(version), versionChecksum: model(version).versionChecksum)
    }

    private func makeStore(_ version: Int = 1) throws {
        let stack = try Stack(folder.file(), model: model(version))
        let key = version == 1 ? "full" : "first"
        try stack.insert([[key: .string("Kelly Slater")], [key: .string("Lisa Andersen")]], "Surfer")
        try stack.coordinator.remove(stack.store)
    }

    /// Splits the names when the second version has its columns, and then drops the full name.
    private func stages(
        _ log: Noted, failing: Bool = false
    ) -> StagedMigrationManager {
        let split = CustomMigrationStage(migratingFrom: reference(1), to: reference(2))
        split.label = "split"
        split.willMigrateHandler = { manager, stage in
            let container = try #require(manager.container)
            log.add("will \(stage.label ?? "")")
            #expect(container.managedObjectModel.versionChecksum == stage.currentModel.versionChecksum)
        }
        split.didMigrateHandler = { manager, _ in
            log.add("did")
            if failing { throw Refusal() }
            let context = try #require(manager.container).newBackgroundContext()
            try context.performAndWait {
                for surfer in try context.fetch(FetchRequest<ManagedObject>(entityName: "Surfer")) {
                    let names = (surfer["full"] as? String ?? "").split(separator: " ").map(String.init)
                    surfer["first"] = names.first
                    surfer["last"] = names.last
                }
                try context.save()
            }
        }
        let rest = LightweightMigrationStage([2, 3, 4].map { model($0).versionChecksum })
        return StagedMigrationManager([split, rest])
    }

    private func open(_ version: Int, _ manager: StagedMigrationManager) throws -> [[String?]] {
        let options: [String: any Sendable] = [
            StoreOption.migrateAutomatically: true, StoreOption.inferMappingModel: true,
            PersistentStoreStagedMigrationManagerOptionKey: manager,
        ]
        let stack = try Stack(folder.file(), model: model(version), options: options)
        defer { try? stack.coordinator.remove(stack.store) }
        return try stack.withContext { context in
            let request = FetchRequest<ManagedObject>(entityName: "Surfer")
            request.sortDescriptors = [FetchSortDescriptor(key: "SELF")]
            return try context.fetch(request).map { [$0["first"] as? String, $0["last"] as? String] }
        }
    }

    @Test func `a store passes all stages to the model's version, with the handlers' changes`() throws {
        try makeStore()
        let log = Noted()
        #expect(try open(4, stages(log)) == [["Kelly", "Slater"], ["Lisa", "Andersen"]])
        #expect(log.all == ["will split", "did"])
        #expect(try open(4, stages(log)) == [["Kelly", "Slater"], ["Lisa", "Andersen"]])
        #expect(log.all.count == 2)
    }

    @Test func `a store that is past a stage does not run it`() throws {
        try makeStore(2)
        let log = Noted()
        #expect(try open(3, stages(log)) == [["Kelly Slater", nil], ["Lisa Andersen", nil]])
        #expect(log.all.isEmpty)
    }

    @Test func `a handler that failed after the migration runs again`() throws {
        try makeStore()
        let log = Noted()
        #expect(throws: Refusal.self) { try open(4, stages(log, failing: true)) }
        #expect(try open(4, stages(log)) == [["Kelly", "Slater"], ["Lisa", "Andersen"]])
        #expect(log.all == ["will split", "did", "did"])
    }

    @Test func `a new store needs no stages`() throws {
        let log = Noted()
        #expect(try open(4, stages(log)).isEmpty)
        #expect(log.all.isEmpty)
    }

    @Test func `a store of a later version, or of none of the stages, is not opened`() throws {
        try makeStore(4)
        let later = try #require(persistenceError { _ = try open(2, stages(Noted())) })
        #expect(later.code == .stagedMigrationBackwardMigration)
        let unknown = try #require(persistenceError { _ = try open(2, StagedMigrationManager([])) })
        #expect(unknown.code == .migration)
    }

    @Test func `a reference to a model with another checksum is not used`() throws {
        try makeStore()
        let wrong = ManagedObjectModelReference(model: model(3), versionChecksum: model(2).versionChecksum)
        let manager = StagedMigrationManager([CustomMigrationStage(migratingFrom: reference(1), to: wrong)])
        let error = try #require(persistenceError { _ = try open(2, manager) })
        #expect(error.code == .managedObjectModelReferenceNotFound)
    }
}

/// What happened, in order.
final class Noted: Sendable {
    private let notes = LockedValue<[String]>([])

    var all: [String] { notes.withLock { $0 } }

    func add(_ note: String) {
        notes.withLock { $0.append(note) }
    }
}
