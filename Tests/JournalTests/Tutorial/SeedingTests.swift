import Foundation
import Persistence
import PersistenceSQLite
import Testing

@testable import Journal

/// The seeding of the tutorial's app, except that an existing journal means that seeding was done, the files are copied
/// to a staging folder, no file of the user is deleted, and every failure is an error.
@Suite(.serialized) @MainActor struct SeedingTests {
    private let place: TemporaryJournal

    init() throws {
        place = try TemporaryJournal(made: false)
    }

    private func seedFile(_ suffix: String) throws -> Data {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try Data(contentsOf: root.appending(path: "seed/\(JournalPath.fileName)\(suffix)"))
    }

    private func remove(_ suffix: String, of file: URL) throws {
        try FileManager.default.removeItem(atPath: file.path + suffix)
    }

    /// SEED-01
    @Test func `an existing journal is never seeded again, even if it is empty`() throws {
        #expect(try Journal.makeIfMissing(at: place.url, sample: true))
        #expect(try place.open().removeSamples() == 5_000)
        #expect(try !Journal.makeIfMissing(at: place.url, sample: true))
        #expect(try place.open().count(EntryQuery()) == 0)
    }

    /// SEED-01, SEED-06
    @Test func `a failed first launch leaves nothing, and the next one seeds`() throws {
        let folder = place.folder.appendingPathComponent("data")
        let journal = folder.appendingPathComponent(JournalPath.fileName)
        try Data("in the way".utf8).write(to: folder)
        #expect(throws: JournalError.self) { try Journal.makeIfMissing(at: journal, sample: true) }
        #expect(place.files == ["data"])
        try FileManager.default.removeItem(at: folder)
        #expect(try Journal.makeIfMissing(at: journal, sample: true))
        #expect(try Journal.open(journal).count(EntryQuery()) == 5_000)
    }

    /// SEED-02, SEED-04, SEED-05
    @Test(arguments: ["", "-shm", "-wal"])
    func `the database, the shared memory and the log are copied byte for byte`(suffix: String) throws {
        let file = try Seed.copy(to: place.folder)
        #expect(file.lastPathComponent == JournalPath.fileName)
        #expect(FileManager.default.contents(atPath: file.path + suffix) == (try seedFile(suffix)))
    }

    /// SEED-02, SEED-04, SEED-05, SEED-06
    @Test(arguments: [("", []), ("-shm", [""]), ("-wal", ["", "-shm"])])
    func `a failed copy is an error and stops the remaining copies`(
        suffix: String, copied: [String]
    ) throws {
        let inTheWay = JournalPath.fileName + suffix
        try FileManager.default.createDirectory(
            at: place.folder.appendingPathComponent(inTheWay), withIntermediateDirectories: false)
        #expect(throws: SystemError(code: EISDIR)) { try Seed.copy(to: place.folder) }
        #expect(place.files.filter { $0 != inTheWay } == copied.map { JournalPath.fileName + $0 })
    }

    /// SEED-06
    @Test(arguments: ["", "-shm", "-wal"])
    func `a copy to a full disk reports that`(suffix: String) throws {
        let file = place.folder.appendingPathComponent(JournalPath.fileName)
        try FileManager.default.createSymbolicLink(atPath: file.path + suffix, withDestinationPath: "/dev/full")
        #expect(throws: SystemError(code: ENOSPC)) { try Seed.copy(to: place.folder) }
    }

    /// SEED-06
    @Test(arguments: [
        (SystemError(code: ENOSPC) as any Error, "diskFull"), (POSIXError(.EFBIG), "diskFull"),
        (CocoaError(.fileWriteUnknown, userInfo: [NSUnderlyingErrorKey: POSIXError(.EROFS)]), "notPermitted"),
        (POSIXError(.ENOTDIR), "cannotOpen"), (CocoaError(.fileWriteUnknown), "failed"),
    ])
    func `a refusal by the system is distinguished from a problem of the journal`(error: any Error, name: String) {
        #expect("\(JournalError(error, at: place.url))".hasPrefix(name))
    }

    /// SEED-02
    @Test func `the seeded journal is in the user's data folder under the model's name`() throws {
        let environment = ["XDG_DATA_HOME": place.folder.path, "HOME": "/nowhere"]
        let chosen = try JournalPath.choose(option: nil, environment: environment)
        #expect(chosen.isDefault)
        #expect(try Journal.makeIfMissing(at: chosen.url, sample: true))
        let path = place.folder.appendingPathComponent("surfjournal/SurfJournalModel.sqlite").path
        #expect(chosen.url.path == path)
        #expect(try Journal.open(URL(fileURLWithPath: path)).sampleCount() == 5_000)
    }

    /// SEED-03
    @Test(arguments: ["", "not a journal"])
    func `an existing file is kept and no journal replaces it`(text: String) throws {
        try Data(text.utf8).write(to: place.url)
        #expect(try !Journal.makeIfMissing(at: place.url, sample: true))
        #expect(throws: JournalError.self) { try place.open() }
        #expect(FileManager.default.contents(atPath: place.url.path) == Data(text.utf8))
        #expect(place.files == [JournalPath.fileName])
    }

    /// SEED-08
    @Test(arguments: [([], 5_000), (["-shm"], 5_000), (["-wal"], 0), (["-shm", "-wal"], 0)])
    func `the seed without its log opens, without the entries in the log`(missing: [String], count: Int) throws {
        let file = try Seed.copy(to: place.folder)
        for suffix in missing { try remove(suffix, of: file) }
        let journal = try Journal.open(file)
        #expect(try journal.count(EntryQuery()) == count)
        #expect(try journal.all().count == count)
    }

    /// SEED-09
    @Test func `a container's store is named after it and is in the default folder`() throws {
        let container = PersistentContainer(name: "SurfJournalModel", managedObjectModel: model)
        #expect(
            container.persistentStoreDescriptions.map(\.url) == [
                PersistentContainer.defaultDirectoryURL().appendingPathComponent("SurfJournalModel.sqlite")
            ])
    }

    /// SEED-09
    @Test func `loading a container creates its default folder and the store`() throws {
        let container = ContainerOfOneTest(name: "SurfJournalModel", managedObjectModel: model)
        defer { try? FileManager.default.removeItem(at: ContainerOfOneTest.folder) }
        container.loadPersistentStores { _, error in #expect(error == nil) }
        let file = ContainerOfOneTest.folder.appendingPathComponent("data/SurfJournalModel.sqlite")
        #expect(container.persistentStoreCoordinator.persistentStores.map(\.url) == [file])
        #expect(FileManager.default.fileExists(atPath: file.path))
    }

    private var model: ManagedObjectModel {
        SQLiteStore.register()
        return JournalModel.make()
    }
}

/// A container with a default folder of its own that does not exist yet.
private final class ContainerOfOneTest: PersistentContainer, @unchecked Sendable {
    static let folder = FileManager.default.temporaryDirectory.appendingPathComponent("container-\(UUID().uuidString)")

    override class func defaultDirectoryURL() -> URL { folder.appendingPathComponent("data", isDirectory: true) }
}
