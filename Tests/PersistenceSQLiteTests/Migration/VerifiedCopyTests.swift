import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Copies of stores that are verified before use.
@Suite struct VerifiedCopyTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `a verified copy is one file that includes the log and that only its owner can read`() throws {
        let stack = try Stack(folder.file())
        try stack.insert(Array(repeating: ["location": .string("Malibu")], count: 300))
        try SQLiteStore.copyVerified(folder.file(), to: folder.file("copy.sqlite"))
        #expect(folder.names == ["copy.sqlite", "store.sqlite", "store.sqlite-shm", "store.sqlite-wal"])
        #expect(folder.permissions(of: "copy.sqlite") == 0o600)
        let copy = try Stack(folder.file("copy.sqlite"))
        #expect(copy.store.identifier == stack.store.identifier)
        #expect(try copy.row(300)?["location"] == .string("Malibu"))
    }

    @Test func `a verified copy is consistent while another connection writes`() throws {
        let connection = try PlainStore.make(folder, entries: 200)
        let url = folder.file()
        let writing = Background {
            let stack = try Stack(url)
            for _ in 0..<40 { try stack.insert([[:], [:]]) }
        }
        for number in 0..<8 {
            try SQLiteStore.copyVerified(url, to: folder.file("copy\(number).sqlite"))
            let copy = try folder.plainConnection("copy\(number).sqlite")
            let count = try #require(try copy.integer("SELECT count(*) FROM ZJOURNALENTRY"))
            #expect(count.isMultiple(of: 2))
            #expect(try copy.integer("SELECT Z_MAX FROM Z_PRIMARYKEY") == count)
        }
        #expect(writing.error() == nil)
        try connection.close()
    }

    @Test func `copying a damaged store fails verification`() throws {
        let connection = try PlainStore.make(folder, entries: 2_000)
        _ = try connection.checkpoint(.truncate)
        try connection.close()
        let file = try FileHandle(forUpdating: folder.file())
        try file.seek(toOffset: 4_096 * 9)
        try file.write(contentsOf: Data(repeating: 0xAA, count: 4_096 * 4))
        try file.close()
        let error = persistenceError {
            try SQLiteStore.copyVerified(folder.file(), to: folder.file("copy.sqlite"))
        }
        #expect(error?.code == .corruptStore)
    }

    @Test func `a verified copy never overwrites an existing file`() throws {
        _ = try Stack(folder.file())
        try folder.write("mine", to: "copy.sqlite")
        #expect(throws: (any Error).self) {
            try SQLiteStore.copyVerified(folder.file(), to: folder.file("copy.sqlite"))
        }
        #expect(try Data(contentsOf: folder.file("copy.sqlite")) == Data("mine".utf8))
    }
}
