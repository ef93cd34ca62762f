import Foundation
import Persistence
import SQLite

/// The rollback journal next to a database. If a killed program left one, SQLite applies it to the database and
/// truncates that to the size in the journal, even if the journal belongs to another file.
///
/// Stores have a write-ahead log. Next to a database whose header says so, a rollback journal remains only if a program
/// was killed while it changed the journal mode. It then contains only the first page, of a file of the same size.
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
        // Without a write-ahead log, the journal may contain any page.
        guard first[18] == 2, first[19] == 2 else { return false }
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
