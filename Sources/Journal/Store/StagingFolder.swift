import Foundation
import PersistenceSQLite

/// A private folder beside a file that is being made, on the same file system, so that the finished file can be linked
/// into place. Locked while it is in use: a folder that a killed process left is recognised by its free lock and removed
/// by the next one.
package final class StagingFolder {
    package let url: URL
    private let lock: Descriptor
    private static let temporaryPrefix = ".surfjournal-staging-"

    /// A folder beside `target`, whose missing parents are made; leftovers of killed processes are removed first.
    convenience init(for target: URL) throws {
        let parent = target.deletingLastPathComponent()
        try StagingFolder.makeParents(parent)
        StagingFolder.removeLeftovers(of: target)
        try self.init(in: parent, prefix: StagingFolder.prefix(for: target))
    }

    /// A folder for what is thrown away again; leftovers of killed processes are removed first.
    /// - Throws: the error at the folder for temporary files.
    convenience init() throws(JournalError) {
        let parent = FileManager.default.temporaryDirectory
        do {
            try self.init(replacingLeftoversIn: parent, prefix: StagingFolder.temporaryPrefix)
        } catch {
            throw JournalError(error, at: parent)
        }
    }

    /// A folder whose name begins with `prefix`; leftovers of killed processes with such names are removed first.
    package convenience init(replacingLeftoversIn parent: URL, prefix: String) throws {
        StagingFolder.removeLeftovers(in: parent, prefix: prefix)
        try self.init(in: parent, prefix: prefix)
    }

    private init(in parent: URL, prefix: String) throws {
        (url, lock) = try StagingFolder.made(in: parent, prefix: prefix)
    }

    /// Puts `file`, on disk whole, under the target's name, and no other. Returns false when somebody else's is there already.
    /// - Throws: `.strayFile` when a side file of something that is gone stands there.
    func link(_ file: URL, to target: URL) throws -> Bool {
        if try !StagingFolder.isFree(target) { return false }
        try StagingFolder.finish(file, for: target)
        let refusal = SQLiteStore.moveToFreeName(file.path, target.path)
        if refusal == EEXIST { return false }
        guard refusal == 0 else { throw SystemError(code: refusal) }
        try synchronizeNames(of: target)
        return true
    }

    /// Puts `file`, on disk whole, beside a journal, under the first of these names that is free:
    /// `SurfJournalModel-before-migrate.sqlite`, then with a number behind it. A file of these names with the same bytes,
    /// which a killed run left, serves as well.
    func keep(_ file: URL, beside journal: URL, as name: String) throws -> URL {
        let ending = journal.pathExtension.isEmpty ? "" : "." + journal.pathExtension
        let start = journal.deletingPathExtension().path + "-" + name
        var number = 1
        while true {
            let target = URL(fileURLWithPath: start + (number == 1 ? "" : "-\(number)") + ending)
            if try link(file, to: target) || StagingFolder.isSame(file, target) { return target }
            number += 1
        }
    }

    /// Whether a file has the copy's bytes; one that cannot be read is another one.
    private static func isSame(_ copy: URL, _ target: URL) -> Bool {
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
        guard let file = try? Descriptor.open(target.path, flags), (try? file.status().kind) == S_IFREG else {
            return false
        }
        return (try? Descriptor.open(copy.path, flags).hasSameContent(as: file)) ?? false
    }

    /// Puts `file`, on disk whole, in the place of what the target's name has, if anything.
    /// - Throws: `.strayFile` when a side file stands there, which would be taken for the new file's.
    func replace(_ target: URL, with file: URL) throws {
        try StagingFolder.refuseSideFiles(of: target)
        try StagingFolder.finish(file, for: target)
        guard rename(file.path, target.path) == 0 else { throw SystemError.last }
        try synchronizeNames(of: target)
    }

    /// A name went from this folder to another: both have to be on the disk.
    private func synchronizeNames(of target: URL) throws(SystemError) {
        try OpenFolder(url.path, followsLink: false).synchronize()
        try OpenFolder(target.deletingLastPathComponent().path, followsLink: true).synchronize()
    }

    /// Whether a file went from here into its place, which is one step: what may still fail then is whether that outlives a
    /// power cut.
    func hasPlaced(_ file: URL) -> Bool { (try? OpenFolder.isTaken(file.path)) == false }

    /// Everything of a file is on the disk when this returns, and it belongs to whom its folder does.
    private static func finish(_ file: URL, for target: URL) throws(SystemError) {
        let file = try Descriptor.open(file.path, O_RDONLY | O_NOFOLLOW)
        try file.give(to: OpenFolder(target.deletingLastPathComponent().path, followsLink: true).status())
        try file.synchronize()
    }

    /// Removes the folder and what is in it.
    package func remove() {
        if (try? FileManager.default.removeItem(at: url)) != nil { return }
        // Where too many files are open no folder can be listed, but a journal's files have known names.
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(url.path + "/" + JournalPlace.fileName + suffix) }
        rmdir(url.path)
    }

    /// A new folder and its lock. Whoever removes leftovers may find it before it is locked: then another one is made.
    private static func made(in parent: URL, prefix: String) throws(SystemError) -> (URL, Descriptor) {
        while true {
            var template = Array((parent.path + "/" + prefix + "XXXXXX").utf8CString)
            guard mkdtemp(&template) != nil else { throw .last }
            let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            do throws(SystemError) {
                let lock = try Descriptor.open(path, O_RDONLY | O_DIRECTORY)
                try lock.lock()
                if OpenFolder.exists(path) { return (URL(fileURLWithPath: path, isDirectory: true), lock) }
            } catch {
                if OpenFolder.exists(path) {
                    rmdir(path)
                    throw error
                }
            }
        }
    }

    /// Whether a name is free; false where somebody else takes it meanwhile, whose side files are there then.
    /// - Throws: `.strayFile` when a side file of something that is gone stands there.
    private static func isFree(_ target: URL) throws -> Bool {
        if try OpenFolder.isTaken(target.path) { return false }
        do {
            try refuseSideFiles(of: target)
        } catch {
            if try OpenFolder.isTaken(target.path) { return false }
            throw error
        }
        return true
    }

    private static func refuseSideFiles(of target: URL) throws {
        for suffix in ["-wal", "-shm", "-journal"] {
            let side = URL(fileURLWithPath: target.path + suffix)
            if try OpenFolder.isTaken(side.path) { throw JournalError.strayFile(side) }
        }
    }

    /// Makes a folder and those above it that are missing, for their owner alone; their names are on the disk then.
    package static func makeParents(_ folder: URL) throws {
        let missing = missingFolders(folder)
        if missing.isEmpty { return }
        do throws(SystemError) {
            for made in missing.reversed() { _ = try OpenFolder(making: made.path, mode: 0o700) }
        } catch {
            throw JournalError(error, at: folder)
        }
    }

    /// The folder and those above it that are not there, innermost first.
    private static func missingFolders(_ folder: URL) -> [URL] {
        var missing: [URL] = []
        var current = folder
        while current.path != "/", !OpenFolder.exists(current.path) {
            missing.append(current)
            current = current.deletingLastPathComponent()
        }
        return missing
    }

    /// Removes what killed processes left that were making a file here.
    static func removeLeftovers(of target: URL) {
        removeLeftovers(in: target.deletingLastPathComponent(), prefix: prefix(for: target))
    }

    private static func prefix(for target: URL) -> String { ".\(target.lastPathComponent).new-" }

    private static func removeLeftovers(in parent: URL, prefix: String) {
        let names = (try? OpenFolder(parent.path, followsLink: true).names()) ?? []
        for name in names where name.hasPrefix(prefix) {
            let path = parent.appendingPathComponent(name).path
            guard let folder = try? Descriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else { continue }
            if folder.tryLock() == .locked { try? FileManager.default.removeItem(atPath: path) }
        }
    }
}
