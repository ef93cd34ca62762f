import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// When the files of values that no row names any more are deleted.
@Suite struct ExternalDataSweepTests {
    private static let large = ExternalDataTests.large
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open(_ options: [String: any Sendable] = [:]) throws -> Stack {
        try Stack(folder.file(), model: ExternalDataTests.model(), options: options)
    }

    private var files: [String] {
        let path = folder.url.path + "/.store_SUPPORT/_EXTERNAL_DATA"
        return (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    /// Gives one photo one large value after the other, each in a save.
    private func replace(_ count: Int, in context: ManagedObjectContext) throws {
        let photo = try context.named("Photo", "photo") ?? context.insert("Photo", named: "photo")
        for number in 0..<count {
            photo.setValue(Data(repeating: UInt8(number % 256), count: Self.large.count), forKey: "image")
            try context.save()
        }
    }

    @Test func `a value that is replaced again and again leaves few files while the store is open`() throws {
        let stack = try open()
        try stack.withContext { context throws in
            try replace(300, in: context)
            #expect(files.count <= 2 * ExternalDataSweep.fewestChanges + 1)
            context.refreshAllObjects()
            let photo = try #require(try context.named("Photo", "photo"))
            #expect((photo.value(forKey: "image") as? Data)?.first == UInt8(299 % 256))
        }
    }

    @Test func `rows that are deleted one after the other leave few files while the store is open`() throws {
        let stack = try open()
        try stack.withContext { context throws in
            for number in 0..<200 {
                let photo = context.insert("Photo", named: "photo \(number)")
                photo.setValue(Self.large, forKey: "image")
                try context.save()
                context.delete(photo)
                try context.save()
            }
        }
        #expect(files.count <= 2 * ExternalDataSweep.fewestChanges + 1)
    }

    @Test func `a batch deletion's files are deleted while the store is open`() throws {
        let stack = try open()
        try stack.withContext { context throws in
            for number in 0..<100 { context.insert("Photo", named: "\(number)").setValue(Self.large, forKey: "image") }
            try context.save()
            try context.execute(BatchDeleteRequest(fetchRequest: FetchRequest<ManagedObject>(entityName: "Photo")))
            #expect(files.count == 100)
            try replace(2 * ExternalDataSweep.fewestChanges, in: context)
        }
        #expect(files.count <= 2 * ExternalDataSweep.fewestChanges + 1)
    }

    @Test func `a context of the same coordinator that shows an older row still reads its file`() throws {
        let stack = try open()
        try stack.withContext { context throws in
            try replace(1, in: context)
            let other = stack.context()
            try other.performAndWait {
                let photo = try #require(try other.named("Photo", "photo"))
                photo.willAccessValue(forKey: nil)
                try replace(300, in: context)
                #expect((photo.value(forKey: "image") as? Data)?.first == 0)
            }
        }
        #expect(files.count <= 2 * ExternalDataSweep.fewestChanges + 2)
    }

    @Test func `while another has the store open, no file is deleted`() throws {
        let (stack, other) = (try open(), try open())
        try stack.withContext { try replace(200, in: $0) }
        #expect(files.count == 200)
        try other.coordinator.remove(other.store)
        try stack.withContext { try replace(2 * ExternalDataSweep.fewestChanges, in: $0) }
        #expect(files.count <= 3 * ExternalDataSweep.fewestChanges + 1)
    }

    @Test func `a store with a rollback journal is swept too`() throws {
        let options: [String: any Sendable] = [
            StoreOption.sqlitePragmas: ["journal_mode": "DELETE"] as [String: any Sendable]
        ]
        let stack = try open(options)
        try stack.withContext { try replace(300, in: $0) }
        #expect(try folder.plainConnection().scalar("PRAGMA journal_mode") == .text("delete"))
        #expect(files.count <= 2 * ExternalDataSweep.fewestChanges + 1)
        try stack.coordinator.remove(stack.store)
        #expect(files.count == 1)
    }

    @Test func `a process killed at any moment leaves every row with its file, and no other file`() async throws {
        for _ in 0..<4 {
            let path = folder.file().path
            let delay = UInt32.random(in: 0...80_000)
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, delay = delay as UInt32] in
                try ExternalDataSweepTests.replaceForever(in: path, killedAfter: delay)
            }
            let stack = try open()
            let images = try stack.withContext { context throws in
                try context.fetch(FetchRequest<ManagedObject>(entityName: "Photo")).map {
                    try #require($0.value(forKey: "image") as? Data)
                }
            }
            #expect(images.count == 2)
            #expect(images.allSatisfy { $0.count == Self.large.count && Set($0).count == 1 })
            #expect(files.count == 2)
            try stack.coordinator.remove(stack.store)
        }
    }

    /// Replaces one large value, and one row with one, save after save, until the process is killed.
    private static func replaceForever(in path: String, killedAfter delay: UInt32) throws {
        let stack = try Stack(URL(fileURLWithPath: path), model: ExternalDataTests.model())
        try stack.withContext { context throws in
            for name in ["photo", "other"] where try context.named("Photo", name) == nil {
                context.insert("Photo", named: name).setValue(large, forKey: "image")
            }
            try context.save()
            Thread.detachNewThread {
                usleep(delay)
                kill(getpid(), SIGKILL)
            }
            for number in 0... {
                let image = Data(repeating: UInt8(truncatingIfNeeded: number), count: large.count)
                try context.named("Photo", "photo")?.setValue(image, forKey: "image")
                if let other = try context.named("Photo", "other") { context.delete(other) }
                context.insert("Photo", named: "other").setValue(image, forKey: "image")
                try context.save()
            }
        }
    }
}
