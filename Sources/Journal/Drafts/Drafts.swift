import Foundation

/// The drafts of a journal: rows of a second store, in the folder `<journal>-drafts`. Only the folder's owner may enter
/// it. A folder that another user created is refused.
///
/// The store is created with the first draft. A draft's number is the key of its row, so it is never used twice, even
/// if several processes begin drafts at the same time. Symbolic links are not followed. Use by one thread at a time.
package final class Drafts {
    /// The folder with the store, its locks, and the files that are open in an editor.
    package let folder: URL
    /// The file of the store.
    let file: URL
    private let privateFolder: PrivateFolder
    /// The number of the journal's last transaction until a date; nil if the journal has no history.
    let lastTransaction: (_ until: Double?) throws -> Int64?
    private let storeUUID: String?
    private var opened: DraftStore?

    /// The drafts of the journal at a URL.
    /// - Parameters:
    ///   - storeUUID: The journal's UUID, to recognise drafts of other journals. With nil, every draft counts as the
    ///     journal's.
    ///   - lastTransaction: The number of the journal's last transaction until a date, or now; nil if the journal has
    ///     no history, so that cancelled drafts cannot be restored.
    package init(
        of journal: URL, storeUUID: String? = nil, lastTransaction: @escaping (Double?) throws -> Int64? = { _ in nil }
    ) {
        privateFolder = PrivateFolder(of: journal, suffix: "-drafts")
        folder = URL(fileURLWithPath: privateFolder.path, isDirectory: true)
        file = folder.appendingPathComponent("drafts.sqlite")
        self.storeUUID = storeUUID
        self.lastTransaction = lastTransaction
    }

    /// The drafts, and the numbers of those that cannot be read or belong to another journal. Changes nothing.
    package func list() throws(DraftError) -> DraftList {
        try rethrowing {
            guard let folder = try openFolder() else { return DraftList() }
            var rows = try store(in: folder)?.rows() ?? []
            let numbers = Set(rows.map(\.number))
            let old = try EarlierDraftFiles(in: folder)
            rows += old.rows.filter { !numbers.contains($0.number) }
            var list = DraftList()
            list.unreadable = old.unreadable
            for row in rows where !row.isCancelled {
                do throws(DraftError) {
                    list.drafts.append(Draft(number: row.number, content: try content(of: row)))
                } catch .otherJournal(let number) {
                    list.ofOtherJournals.append(number)
                } catch {
                    list.unreadable.append(row.number)
                }
            }
            list.drafts.sort { $0.number < $1.number }
            list.unreadable.sort()
            list.ofOtherJournals.sort()
            return list
        }
    }

    /// The numbers of an entry's drafts in ascending order.
    package func numbers(of id: Int64) throws(DraftError) -> [Int] {
        try list().drafts.filter { $0.content.entryID == id }.map(\.number)
    }

    /// The number of drafts beside a journal that belong to another one.
    /// - Parameter storeUUID: The journal's UUID.
    package static func countOfOthers(beside journal: URL, storeUUID: String) throws(DraftError) -> Int {
        try Drafts(of: journal, storeUUID: storeUUID).list().ofOtherJournals.count
    }

    /// The drafts, after reading the whole store.
    /// - Throws: `.damaged` if anything in the store is.
    func checked() throws(DraftError) -> DraftList {
        let list = try list()
        if opened != nil, try !rethrowing({ try DraftStore.isSound(file) }) { throw .damaged(file) }
        return list
    }

    /// Begins a draft and holds it for this process from the start. It is on disk when this returns.
    package func begin(_ content: EntryEdit) throws(DraftError) -> HeldDraft {
        try rethrowing {
            let bytes = try bytes(of: content)
            let folder = try privateFolder.make()
            guard let store = try storeForChanges(in: folder, making: true) else { throw DraftError.damaged(file) }
            return try store.write { rows in
                let number = try rows.highestNumber() + 1
                let locks = try lock([number], in: folder)
                try rows.insert(DraftRow(number: number, content: bytes))
                return HeldDraft(Draft(number: number, content: content), of: self, in: store, locks)
            }
        }
    }

    /// Holds a draft for this process alone until it is released.
    /// - Throws: `.taken` if another process holds it, `.noDraft` if there is none.
    package func hold(_ number: Int) throws(DraftError) -> HeldDraft {
        try rethrowing {
            let (store, locks) = try locked([number])
            // Another process may have ended the draft before it released the lock.
            guard let row = try store.rows().live(number) else { throw DraftError.noDraft(number) }
            return HeldDraft(Draft(number: number, content: try content(of: row)), of: self, in: store, locks)
        }
    }

    // MARK: The store

    /// The store, and the locks of these drafts, which must be in it but need not be readable.
    func locked(_ numbers: [Int]) throws -> (DraftStore, [Descriptor]) {
        guard let folder = try openFolder() else { throw DraftError.noDraft(numbers.first ?? 0) }
        let store = try storeForChanges(in: folder)
        let rows = try store?.rows() ?? []
        for number in numbers where rows.live(number) == nil {
            let isOld = try EarlierDraftFiles(in: folder).unreadable.contains(number)
            throw isOld ? DraftError.unreadable(number) : DraftError.noDraft(number)
        }
        guard let store else { throw DraftError.noDraft(0) }
        return (store, try lock(numbers, in: folder))
    }

    /// The store, after the drafts of earlier versions of the program have been moved into it; nil if there are no
    /// drafts.
    func storeForChanges() throws -> DraftStore? { try openFolder().flatMap { try storeForChanges(in: $0) } }

    private func storeForChanges(in folder: OpenFolder, making: Bool = false) throws -> DraftStore? {
        StagingFolder.removeLeftovers(of: file)
        let hasOld = try !EarlierDraftFiles(in: folder).isEmpty
        if making || hasOld, try store(in: folder) == nil { try DraftStore.make(file) }
        let store = try store(in: folder)
        if hasOld, let store { try EarlierDraftFiles.takeOver(from: folder, into: store, lastTransaction) }
        return store
    }

    private func store(in folder: OpenFolder) throws -> DraftStore? {
        do throws(SystemError) {
            if try folder.status(file.lastPathComponent).kind != S_IFREG { throw SystemError(code: ELOOP) }
        } catch {
            if !error.isMissing { throw error.code == ELOOP ? DraftError.damaged(file) : error }
            opened = nil
            return nil
        }
        let store = try opened ?? DraftStore(file)
        opened = store
        return store
    }

    /// The folder; nil if there is none.
    func openFolder() throws -> OpenFolder? { try privateFolder.open() }

    /// Takes the locks of drafts: on Linux the bytes of one lock file at their numbers, elsewhere one file for each. A
    /// database file cannot serve: SQLite's own locks belong to the process, and end when it closes any descriptor of
    /// the file.
    /// - Throws: `.taken` for the first draft that another process, or this one, holds.
    private func lock(_ numbers: [Int], in folder: OpenFolder) throws -> [Descriptor] {
        #if os(Linux)
            let file = try lockFile("drafts.lock", in: folder)
            for number in numbers { try require(file.tryLock(byte: Int64(number)), for: number) }
            return [file]
        #else
            return try numbers.map { number in
                let file = try lockFile("d\(number).lock", in: folder)
                try require(file.tryLock(), for: number)
                return file
            }
        #endif
    }

    private func lockFile(_ name: String, in folder: OpenFolder) throws(SystemError) -> Descriptor {
        let file = try folder.open(name, O_RDWR | O_CREAT)
        try file.setMode(0o600)
        return file
    }

    private func require(_ result: Descriptor.LockResult, for number: Int) throws {
        switch result {
        case .locked: return
        case .heldElsewhere: throw DraftError.taken(number)
        case .unsupported: throw SystemError(code: ENOLCK)
        }
    }

    // MARK: The content

    func bytes(of content: EntryEdit) throws(DraftError) -> Data {
        let bytes = content.bytes
        if bytes.count > EntryEdit.sizeLimit { throw .failed(file, detail: "the draft is larger than 64 MiB") }
        return Data(bytes)
    }

    private func content(of row: DraftRow) throws(DraftError) -> EntryEdit {
        guard row.content.count <= EntryEdit.sizeLimit, let content = EntryEdit(Array(row.content)) else {
            throw .unreadable(row.number)
        }
        if let storeUUID, content.storeUUID != storeUUID { throw .otherJournal(row.number) }
        return content
    }

    /// The result of `body`, with its error turned into one about the drafts.
    func rethrowing<T>(_ body: () throws -> T) throws(DraftError) -> T {
        do { return try body() } catch { throw DraftError(error, at: file) }
    }
}
