import Foundation
import Persistence
import SQLite

/// The files beside a store with values that are too large for their rows, in `.NAME_SUPPORT/_EXTERNAL_DATA`. Their
/// names are UUIDs, and their content never changes.
///
/// A file is durable before the row that names it is committed. Files that no row names are deleted only while the
/// store is open nowhere else (`ExternalDataSweep`), so every reader finds the files of the rows that it has seen
/// (`ExternalDataUse`).
struct ExternalDataFolder: Sendable {
    /// The longest value in a row, in bytes. Core Data's limit is not documented; it is reported to be about 100 KB.
    static let largestInline = 100 * 1024
    /// The longest value in a file that is read.
    private static let largest = Int64(Int32.max)

    let path: String
    let supportPath: String

    /// - Parameter store: the path of the store's file.
    init(ofStore store: String) {
        let folder = (store as NSString).deletingLastPathComponent
        let name = ((store as NSString).lastPathComponent as NSString).deletingPathExtension
        supportPath = (folder as NSString).appendingPathComponent(".\(name)_SUPPORT")
        path = (supportPath as NSString).appendingPathComponent("_EXTERNAL_DATA")
    }

    private func path(of name: String) -> String { (path as NSString).appendingPathComponent(name) }

    /// The names of the files; empty if there is no folder.
    func names() throws -> [String] {
        guard let folder = opendir(path) else {
            if errno == ENOENT || errno == ENOTDIR { return [] }
            throw failure("The folder of external data cannot be read.", .coreData)
        }
        defer { closedir(folder) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if UUID(uuidString: name) != nil { names.append(name) }
        }
        if errno != 0 { throw failure("The folder of external data cannot be read.", .coreData) }
        return names
    }

    // MARK: Reading

    /// - Throws: `corruptStore` if there is no such file, `coreData` if it cannot be read.
    func read(_ name: String) throws -> Data {
        let file = open(path(of: name), O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else {
            let code: PersistenceError.Code = errno == ENOENT ? .corruptStore : .coreData
            throw failure("A file with external data cannot be opened.", code)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure("A file with external data cannot be read.", .coreData) }
        guard status.st_mode & S_IFMT == S_IFREG, Int64(status.st_size) <= ExternalDataFolder.largest else {
            throw PersistenceError(.corruptStore, "A file with external data is not a file, or is too large.")
        }
        var data = Data(count: Int(status.st_size))
        try data.withUnsafeMutableBytes { buffer in
            var done = 0
            while done < buffer.count {
                let count = Foundation.read(file, buffer.baseAddress! + done, buffer.count - done)
                if count < 0, errno == EINTR { continue }
                if count < 0 { throw failure("A file with external data cannot be read.", .coreData) }
                if count == 0 { throw PersistenceError(.corruptStore, "A file with external data became shorter.") }
                done += count
            }
        }
        return data
    }

    /// The SQL function that returns the value of a column with external data.
    static let valueFunction = "EXTERNAL_DATA"

    func register(on connection: Connection) throws {
        try connection.createFunction(ExternalDataFolder.valueFunction, argumentCount: 1) { [self] arguments in
            if arguments.isNull(0) { return .null }
            switch ExternalValue(arguments.blobBytes(0).bindMemory(to: UInt8.self)) {
            case .inline(let data)?: return .blob(Array(data))
            case .file(let name)?:
                do { return .blob(Array(try read(name))) } catch { throw FunctionRefusal(error) }
            case nil:
                throw FunctionRefusal(PersistenceError(.corruptStore, "A value of external data is damaged."))
            }
        }
    }

    // MARK: Writing

    /// Makes the folder, for this user alone.
    func make() throws {
        for folder in [supportPath, path] where mkdir(folder, 0o700) != 0 {
            if errno != EEXIST { throw failure("The folder for external data cannot be made.") }
        }
        for folder in [(supportPath as NSString).deletingLastPathComponent, supportPath] { try sync(folder: folder) }
    }

    /// Writes a new file, for this user alone. The file is durable, its name is not until `syncNames`.
    func write(_ bytes: UnsafeRawBufferPointer, named name: String) throws {
        let file = open(path(of: name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure("A file for external data cannot be made.") }
        var isOpen = true
        do {
            var done = 0
            while done < bytes.count {
                let count = Foundation.write(file, bytes.baseAddress! + done, bytes.count - done)
                if count < 0, errno == EINTR { continue }
                if count < 0 { throw failure("External data cannot be written.") }
                done += count
            }
            guard fsync(file) == 0 else { throw failure("External data cannot be written.") }
            isOpen = false
            guard close(file) == 0 else { throw failure("External data cannot be written.") }
        } catch {
            if isOpen { close(file) }
            unlink(path(of: name))
            throw error
        }
    }

    /// Makes the names of new files durable.
    func syncNames() throws { try sync(folder: path) }

    private func sync(folder: String) throws {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("The folder for external data cannot be opened.") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw failure("The folder for external data cannot be written.")
        }
    }

    /// Deletes a file. A file that stays is deleted by a later sweep.
    func delete(_ name: String) { unlink(path(of: name)) }

    /// Deletes the folder with all files, after the store's file.
    func deleteAll() throws {
        for name in try names() { delete(name) }
        rmdir(path)
        rmdir(supportPath)
    }

    /// Copies all files to another store's folder.
    func copy(to target: ExternalDataFolder) throws {
        let use = ExternalDataUse(self)
        use.begin()
        defer { use.end() }
        let names = try names()
        if names.isEmpty { return }
        let present = Set(try target.names())
        try target.make()
        for name in names where !present.contains(name) {
            let data = try read(name)
            try data.withUnsafeBytes { try target.write($0, named: name) }
        }
        try target.syncNames()
    }

    private func failure(
        _ message: String, _ code: PersistenceError.Code = .saveFailed
    ) -> PersistenceError {
        let reason = errno
        let isFull = code == .saveFailed && (reason == ENOSPC || reason == EDQUOT)
        return StoreErrors.system(reason, isFull ? .outOfSpace : code, message)
    }
}
