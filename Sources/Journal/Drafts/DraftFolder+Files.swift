import Foundation

/// The files in the folder: drafts, marks for used numbers, locks.
extension DraftFolder {
    /// Runs `place` with a temporary file that has the content. The file is removed if that fails.
    func writing<T>(
        _ content: DraftContent, in folder: OpenFolder, _ place: (TemporaryFile) throws(SystemError) -> T
    ) throws(DraftError) -> T {
        let bytes = DraftFile.bytes(content)
        guard bytes.count <= DraftFile.sizeLimit else { throw .failed(url, detail: "the draft is larger than 64 MiB") }
        return try located { () throws(SystemError) in
            TemporaryFile.removeOrphans(in: folder, prefix: DraftName.temporaryPrefix)
            let file = try TemporaryFile(in: folder, prefix: DraftName.temporaryPrefix)
            do throws(SystemError) {
                try file.descriptor.write(bytes[...])
                return try place(file)
            } catch {
                file.remove()
                throw error
            }
        }
    }

    /// The result of `body`, with its error turned into one about this folder.
    func located<T>(_ body: () throws(SystemError) -> T) throws(DraftError) -> T {
        do throws(SystemError) { return try body() } catch { throw DraftError(error, at: url) }
    }

    func made() throws(DraftError) -> OpenFolder {
        try located { () throws(SystemError) in try OpenFolder(making: url.path, mode: 0o700) }
    }

    /// The folder, after finishing what a `cancel` decided; nil if there is none.
    func existing() throws(DraftError) -> OpenFolder? {
        let opened = try located { () throws(SystemError) -> OpenFolder? in
            do throws(SystemError) {
                return try OpenFolder(url.path, followsLink: false)
            } catch  where error.isMissing {
                return nil
            }
        }
        if let opened { try complete(in: opened) }
        return opened
    }

    func exists(_ number: Int, in folder: OpenFolder) throws(DraftError) -> Bool {
        try located { () throws(SystemError) in
            do throws(SystemError) {
                _ = try folder.status(DraftName.file(number))
                return true
            } catch  where error.isMissing {
                return false
            }
        }
    }

    func content(_ number: Int, in folder: OpenFolder) throws(DraftError) -> DraftContent {
        guard let bytes = try bytes(number, in: folder), let content = DraftFile.content(bytes) else {
            throw .unreadable(number)
        }
        if let storeUUID, content.storeUUID != storeUUID { throw .otherJournal(number) }
        return content
    }

    /// The bytes of a draft's file; nil if it is too large or not a regular file. A file that cannot be read throws: it
    /// is not a damaged draft.
    private func bytes(_ number: Int, in folder: OpenFolder) throws(DraftError) -> [UInt8]? {
        do throws(SystemError) {
            let file = try folder.open(DraftName.file(number), O_RDONLY | O_NONBLOCK | O_NOCTTY)
            guard try file.status().kind == S_IFREG else { return nil }
            return try file.read(atMost: DraftFile.sizeLimit)
        } catch {
            if error.isMissing { throw .noDraft(number) }
            if [ELOOP, EISDIR, ENXIO, ENODEV].contains(error.code) { return nil }
            throw DraftError(error, at: url.appendingPathComponent(DraftName.file(number)))
        }
    }

    /// The next number, marked as used on disk before it is returned. The caller holds the folder's lock.
    func giveNumber(in folder: OpenFolder) throws(SystemError) -> Int {
        let names = try folder.names()
        let marks = names.compactMap(DraftName.number(ofMark:))
        let number = (marks + names.compactMap(DraftName.number(ofFile:))).reduce(0, max) + 1
        guard number <= DraftName.highest else { throw SystemError(code: EOVERFLOW) }
        _ = try folder.open(DraftName.mark(number), O_RDWR | O_CREAT)
        try folder.synchronize()
        for mark in marks { try? folder.remove(DraftName.mark(mark)) }
        return number
    }

    /// Removes lock files left by processes that were killed after deleting their draft.
    static func removeOrphanedLocks(in folder: OpenFolder) {
        let names = (try? folder.names()) ?? []
        let drafts = Set(names.compactMap(DraftName.number(ofFile:)))
        for number in names.compactMap(DraftName.number(ofLock:)) where !drafts.contains(number) {
            guard let lock = try? folder.lockedFile(DraftName.lock(number), O_RDWR) else { continue }
            withExtendedLifetime(lock) { try? folder.remove(DraftName.lock(number)) }
        }
    }
}
