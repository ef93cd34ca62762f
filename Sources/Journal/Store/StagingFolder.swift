import Foundation
import PersistenceSQLite

/// A private folder beside a file that is being created, on the same file system, so that the finished file can be
/// moved into place. It is locked while in use: a free lock identifies a folder that a killed process left, which the
/// next process removes.
package final class StagingFolder {
    package let url: URL
    private let lock: Descriptor
    private static let temporaryPrefix = ".surfjournal-staging-"

    /// Creates a folder beside `target`, and missing parents, after removing those that killed processes left.
    package convenience init(for target: URL) throws {
        let parent = target.deletingLastPathComponent()
        try StagingFolder.makeParents(parent)
        StagingFolder.removeLeftovers(of: target)
        try self.init(in: parent, prefix: StagingFolder.prefix(for: target))
    }

    /// Creates a temporary folder, after removing those that killed processes left.
    /// - Throws: An error about the folder for temporary files.
    package convenience init() throws(JournalError) {
        let parent = FileManager.default.temporaryDirectory
        do {
            try self.init(replacingLeftoversIn: parent, prefix: StagingFolder.temporaryPrefix)
        } catch {
            throw JournalError(error, at: parent)
        }
    }

    /// Creates a folder with a name that begins with `prefix`, after removing those that killed processes left.
    package convenience init(replacingLeftoversIn parent: URL, prefix: String) throws {
        StagingFolder.removeLeftovers(in: parent, prefix: prefix)
        try self.init(in: parent, prefix: prefix)
    }

    private init(in parent: URL, prefix: String) throws {
        (url, lock) = try StagingFolder.made(in: parent, prefix: prefix)
    }

    /// Moves `file`, after writing it to disk, to the target's name. Returns false if another process has created the
    /// target.
    /// - Throws: `.strayFile` if there is a side file without its database.
    package func link(_ file: URL, to target: URL) throws -> Bool {
        if try !StagingFolder.isFree(target) { return false }
        try StagingFolder.finish(file, for: target)
        let refusal = SQLiteStore.moveToFreeName(file.path, target.path)
        if refusal == EEXIST { return false }
        guard refusal == 0 else { throw SystemError(code: refusal) }
        try synchronizeNames(of: target)
        return true
    }

    /// Moves `file`, after writing it to disk, to the first free name beside a journal:
    /// `SurfJournalModel-before-migrate.sqlite`, then with a number. An existing file with one of these names and the
    /// same bytes, left by a killed process, is used instead, unless a log was kept with it.
    package func keep(_ file: URL, beside journal: URL, as name: String) throws -> URL {
        let ending = journal.pathExtension.isEmpty ? "" : "." + journal.pathExtension
        let start = journal.deletingPathExtension().path + "-" + name
        var number = 1
        while true {
            let target = URL(fileURLWithPath: start + (number == 1 ? "" : "-\(number)") + ending)
            if try link(file, to: target) || StagingFolder.isSame(file, target) && !hasLog(target) { return target }
            number += 1
        }
    }

    /// As `keep`, with the log beside the file.
    package func keepWithLog(_ file: URL, beside journal: URL, as name: String) throws -> URL {
        let kept = try keep(file, beside: journal, as: name)
        for suffix in DatabaseFileSuffix.logs where try OpenFolder.isTaken(file.path + suffix) {
            try Descriptor.open(file.path + suffix, O_RDONLY).synchronize()
            try checked { rename(file.path + suffix, kept.path + suffix) }
        }
        return kept
    }

    private func hasLog(_ target: URL) throws -> Bool {
        try DatabaseFileSuffix.logs.contains { try OpenFolder.isTaken(target.path + $0) }
    }

    /// Whether a file has the same bytes as the copy; false if it cannot be read.
    private static func isSame(_ copy: URL, _ target: URL) -> Bool {
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
        guard let file = try? Descriptor.open(target.path, flags), (try? file.status().kind) == S_IFREG else {
            return false
        }
        return (try? Descriptor.open(copy.path, flags).hasSameContent(as: file)) ?? false
    }

    /// Moves `file`, after writing it to disk, to the target's name, replacing any file there.
    /// - Throws: `.strayFile` if there is a side file, which SQLite would use for the new file.
    package func replace(_ target: URL, with file: URL) throws {
        try StagingFolder.refuseLogFiles(of: target)
        try replaceFile(target, with: file)
    }

    /// As `replace`, beside the side files of the replaced file, which the caller removes.
    package func replaceFile(_ target: URL, with file: URL) throws {
        try StagingFolder.finish(file, for: target)
        guard rename(file.path, target.path) == 0 else { throw SystemError.last }
        try synchronizeNames(of: target)
    }

    /// Synchronises both folders after a file was moved between them.
    private func synchronizeNames(of target: URL) throws(SystemError) {
        try OpenFolder(url.path, followsLink: false).synchronize()
        try OpenFolder(target.deletingLastPathComponent().path, followsLink: true).synchronize()
    }

    /// Whether a file has been moved to its place. An error after that means only that the move may not survive a power
    /// failure.
    package func hasPlaced(_ file: URL) -> Bool { (try? OpenFolder.isTaken(file.path)) == false }

    /// Writes a file to disk, and gives it to the owner of the target's folder.
    private static func finish(_ file: URL, for target: URL) throws(SystemError) {
        let file = try Descriptor.open(file.path, O_RDONLY | O_NOFOLLOW)
        try file.give(to: OpenFolder(target.deletingLastPathComponent().path, followsLink: true).status())
        try file.synchronize()
    }

    /// The error to report for one that occurred while a copy was put in place: `.uncertain` if the copy may be in
    /// place.
    package func reportedError(for error: any Error, placing copy: URL, at journal: URL) -> any Error {
        if hasPlaced(copy) { return JournalError.uncertain(journal) }
        return error is DraftError ? error : JournalError(error, at: journal)
    }

    /// Removes the folder and its contents.
    package func remove() {
        if (try? FileManager.default.removeItem(at: url)) != nil { return }
        // With too many open files no folder can be listed, but the names of a journal's files are known.
        for suffix in [""] + DatabaseFileSuffix.all { unlink(url.path + "/" + JournalPath.fileName + suffix) }
        rmdir(url.path)
    }

    /// Creates a folder and locks it. Another process may remove it as a leftover before it is locked; another one is
    /// created then.
    private static func made(in parent: URL, prefix: String) throws(SystemError) -> (URL, Descriptor) {
        while true {
            var template = Array((parent.path + "/" + prefix + "XXXXXX").utf8CString)
            guard mkdtemp(&template) != nil else { throw .last }
            let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            do throws(SystemError) {
                let lock = try Descriptor.open(path, O_RDONLY | O_DIRECTORY)
                try lock.lock()
                if OpenFolder.isFolder(path) { return (URL(fileURLWithPath: path, isDirectory: true), lock) }
            } catch {
                if OpenFolder.isFolder(path) {
                    rmdir(path)
                    throw error
                }
            }
        }
    }

    /// Whether a name is free. False if another process takes it meanwhile and its side files appear.
    /// - Throws: `.strayFile` if there is a side file without its database.
    private static func isFree(_ target: URL) throws -> Bool {
        if try OpenFolder.isTaken(target.path) { return false }
        do {
            try refuseLogFiles(of: target)
        } catch {
            if try OpenFolder.isTaken(target.path) { return false }
            throw error
        }
        return true
    }

    private static func refuseLogFiles(of target: URL) throws {
        for suffix in DatabaseFileSuffix.all {
            let side = URL(fileURLWithPath: target.path + suffix)
            if try OpenFolder.isTaken(side.path) { throw JournalError.strayFile(side) }
        }
    }

    /// Creates a folder and its missing parents with mode 0700. Their names are on disk when this returns.
    /// - Throws: A `JournalError`.
    package static func makeParents(_ folder: URL) throws {
        let missing = missingFolders(folder)
        if missing.isEmpty { return }
        do throws(SystemError) {
            for made in missing.reversed() { _ = try OpenFolder(making: made.path, mode: 0o700) }
        } catch {
            throw JournalError(error, at: folder)
        }
    }

    /// The missing folders, innermost first.
    private static func missingFolders(_ folder: URL) -> [URL] {
        var missing: [URL] = []
        var current = folder
        while current.path != "/", !OpenFolder.isFolder(current.path) {
            missing.append(current)
            current = current.deletingLastPathComponent()
        }
        return missing
    }

    /// Removes folders for this target that killed processes left.
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
