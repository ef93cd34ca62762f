import Foundation
import Persistence
import SQLite

/// The rollback journal next to a database. If a killed program left one, SQLite applies it to the database and
/// truncates that to the size in the journal, even if the journal belongs to another file.
///
/// Stores have a write-ahead log. Next to a database whose header says so, a rollback journal remains only if a program
/// was killed while it changed the journal mode. It then contains only the first page, of a file of the same size.
///
/// The journal of a database without a log contains pages as they were before the transaction that was interrupted. The
/// database has the same pages, or those of the transaction. So its change counter is that of the journal's first page,
/// or one more, and its `StoreStateMark` is that of the journal's page, or replaced it. A journal without either page, of a file
/// of the same page size, cannot be distinguished from another.
/// Source: sqlite.org/fileformat2.html, "The Rollback Journal".
enum RollbackJournal {
    private static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    private static let headerSize = 28

    /// Whether there is a journal that SQLite would apply to the database and that cannot belong to it.
    ///
    /// The two files are read one after the other, and a store that another process is creating has a journal for a
    /// moment. So the journal counts only if it is still the same after the database was read.
    /// - Throws: `openFailed` when a file cannot be read.
    static func isForeign(beside path: String) throws -> Bool {
        guard let journal = try FileIdentity.of(path + "-journal"), journal.size > 0,
            let database = try FileIdentity.of(path)
        else { return false }
        let header = try FileBytes.read(headerSize, of: path + "-journal")
        guard header.count == headerSize, header.starts(with: magic) else { return false }
        guard try cannotBelong(header, journal, to: database, path) else { return false }
        return try FileBytes.read(headerSize, of: path + "-journal") == header
    }

    private static func cannotBelong(
        _ header: [UInt8], _ journal: FileIdentity, to database: FileIdentity, _ path: String
    ) throws -> Bool {
        if database.size < 20 { return header.number(at: 16) > 0 }
        let first = try beginning(of: path)
        let (pageSize, size) = (Int64(header.number(at: 24)), Int64(header.number(at: 16)))
        let own = Int64(first[16]) << 8 | Int64(first[17])
        guard pageSize == (own == 1 ? 65536 : own) else { return true }
        guard first[18] == 2, first[19] == 2 else {
            return try !RollbackPages(path, header, size: journal.size).canPrecede(database: path)
        }
        // In the journal of a file that was being created, the original size is 0.
        guard size * pageSize == database.size || size == 0 && database.size <= pageSize else { return true }
        return try !holdsFirstPageAlone(path + "-journal", header, size: journal.size, pageSize: pageSize)
    }

    private static func beginning(of path: String) throws -> [UInt8] {
        do {
            return try Connection.fileBytes(20, of: path)
        } catch {
            throw StoreErrors(URL(fileURLWithPath: path)).opening(error)
        }
    }

    private static func holdsFirstPageAlone(
        _ path: String, _ header: [UInt8], size: Int64, pageSize: Int64
    ) throws -> Bool {
        let start = Int64(header.number(at: 20))
        let fitting = max(0, size - start) / (pageSize + 8)
        let stated = header.number(at: 8)
        let count = stated == .max ? fitting : min(Int64(stated), fitting)
        if count == 0 { return true }
        let page = try FileBytes.read(4, of: path, at: start)
        return count == 1 && page.count == 4 && page.number(at: 0) == 1
    }
}

/// The pages of a rollback journal, as far as SQLite is sure to apply them: those that its first header counts.
private struct RollbackPages {
    private let path: String
    private let start: UInt64
    private let count: Int64
    private let pageSize: Int
    private let nonce: UInt32

    init(_ path: String, _ header: [UInt8], size: Int64) {
        self.path = path + "-journal"
        pageSize = Int(header.number(at: 24))
        nonce = header.number(at: 12)
        start = UInt64(header.number(at: 20))
        let fitting = max(0, size - Int64(start)) / Int64(pageSize + 8)
        let stated = header.number(at: 8)
        count = stated == .max ? fitting : min(Int64(stated), fitting)
    }

    /// Whether the database's own versions of the first page and of the state's mark can follow those in the journal.
    /// - Complexity: reads the journal, one page at a time.
    /// - Throws: `openFailed` when a file cannot be read.
    func canPrecede(database: String) throws -> Bool {
        do {
            let connection = try Connection(path: database, options: [.readOnly, .immutable, .noMutex])
            defer { try? connection.close() }
            return try allPages { page, content in try canPrecede(page, content, connection) }
        } catch {
            throw StoreErrors(URL(fileURLWithPath: database)).opening(error)
        }
    }

    private func canPrecede(_ page: UInt32, _ content: ArraySlice<UInt8>, _ database: Connection) throws -> Bool {
        if page == 1 {
            let (before, now) = (Array(content).number(at: 24), try database.fileBytes(28).number(at: 24))
            if now != before, now != before &+ 1 { return false }
        }
        guard let before = StoreStateMark.Link(page: content) else { return true }
        let now = try database.fileBytes(pageSize, at: Int64(page - 1) * Int64(pageSize))
        return StoreStateMark.Link(page: now[...]).map { $0.mark == before.mark || $0.before == before.mark } ?? true
    }

    /// Whether a condition holds for all pages. The last may not have been written completely, and SQLite ignores it then.
    private func allPages(_ body: (UInt32, ArraySlice<UInt8>) throws -> Bool) throws -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else {
            let reason = errno
            // Another process has ended its transaction.
            if reason == ENOENT { return true }
            throw StoreErrors.system(reason, .openFailed, "“\((path as NSString).lastPathComponent)” cannot be read.")
        }
        defer { try? file.close() }
        try file.seek(toOffset: start)
        for _ in 0..<count {
            let record = try file.read(upToCount: pageSize + 8).map { Array($0) } ?? []
            guard record.count == pageSize + 8 else { return true }
            let content = record[4..<(4 + pageSize)]
            guard record.number(at: 4 + pageSize) == checksum(content), record.number(at: 0) > 0 else { return true }
            if try !body(record.number(at: 0), content) { return false }
        }
        return true
    }

    private func checksum(_ content: ArraySlice<UInt8>) -> UInt32 {
        stride(from: pageSize - 200, to: 0, by: -200).reduce(nonce) { $0 &+ UInt32(content[content.startIndex + $1]) }
    }
}
