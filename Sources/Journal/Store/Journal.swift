import Foundation
import Persistence
import PersistenceSQLite
import SurfLanguage

/// An open journal: a store, its main context, and all operations on entries.
///
/// Reads use row blocks directly. Entries are added and edited with `save`, or step by step on a `Scratchpad`, a child of
/// the main context. Use on the main thread, or on one thread at a time.
package final class Journal {
    package let url: URL
    /// The version of the store's model.
    package let version: ModelVersion
    /// Whether surfjournal created the journal, rather than Core Data.
    package let isOwn: Bool
    /// The seeded entries.
    package private(set) var samples: SampleKeys

    let coordinator: PersistentStoreCoordinator
    package let store: PersistentStore
    package let mainContext: ManagedObjectContext
    let historyLimits: HistoryLimits
    let historyCut: (@Sendable (HistoryCut) -> Void)?
    let saved: (@Sendable () -> Void)?
    /// Detects changes by other processes; nil before `watch()`.
    var watcher: OutsideCommitWatch?

    /// Opens the journal at `url`, which must exist.
    /// - Throws: A `JournalError`.
    package static func open(_ url: URL, _ options: JournalOptions = JournalOptions()) throws(JournalError) -> Journal {
        StagingFolder.removeLeftovers(of: url)
        do {
            return try Journal(url, options)
        } catch {
            throw JournalError(error, at: url)
        }
    }

    /// - Throws: The engine's error, for the caller to convert to a `JournalError`.
    init(_ url: URL, _ options: JournalOptions) throws {
        self.url = url
        (coordinator, store, version) = try JournalStack.open(url, options)
        mainContext = JournalStack.mainContext(over: coordinator)
        // Throw if the metadata cannot be read: that does not mean that another program made the journal.
        let metadata = try store.currentMetadata()
        isOwn = metadata[JournalMetadata.version] != nil
        samples = JournalMetadata.samples(in: metadata)
        (historyLimits, historyCut, saved) = (options.historyLimits, options.historyCut, options.saved)
        if isOwn {
            store.backend.history?.track(keepingValues: true)
            if options.makesChecksums { SQLiteStore.keepChecksums(of: store) }
        }
        act(for: "")
    }

    /// The fields in the store.
    package var fields: [EntryField] { version.fields }

    /// Whether all writes are refused because the file or its folder is read-only.
    package var isReadOnly: Bool { store.isReadOnly }

    /// The UUID of the store.
    package var storeUUID: String { store.identifier }

    /// The journal's drafts.
    package private(set) lazy var drafts = Drafts(of: url, storeUUID: storeUUID) { [unowned self] date in
        try lastTransaction(until: date)
    }

    /// The files that no command may overwrite.
    package var files: JournalFiles { JournalFiles(of: url) }

    // MARK: Scratchpads

    /// A scratchpad with a new, empty entry.
    package func beginAdd() -> Scratchpad { Scratchpad(self) }

    /// A scratchpad for editing a stored entry.
    /// - Throws: `.noEntry` if there is none with this ID.
    package func beginEdit(_ id: Int64) throws(JournalError) -> Scratchpad {
        try rethrowing { try Scratchpad(self, try editing(id)) }
    }

    /// A scratchpad that continues a draft, based on the values from which the draft began.
    package func resume(_ draft: EntryEdit) throws(JournalError) -> Scratchpad {
        try rethrowing {
            var content = draft
            if let id = draft.entryID, draft.uuid == nil { content.uuid = try storedUUID(of: id) }
            return try Scratchpad(self, content)
        }
    }

    // MARK: Implementation

    /// The entry's object, with its values loaded.
    package func entry(_ id: Int64, in context: ManagedObjectContext) throws -> JournalEntry {
        do {
            guard let entry = try context.existingObject(with: objectID(id)) as? JournalEntry else {
                throw JournalError.noEntry(id)
            }
            return entry
        } catch let error as PersistenceError where error.code == .inaccessibleObject {
            throw JournalError.noEntry(id)
        }
    }

    package func entity() throws -> EntityDescription {
        guard let entity = coordinator.managedObjectModel.entitiesByName[JournalModel.entityName] else {
            throw JournalError.notAJournal(url, why: "a Core Data store without sessions")
        }
        return entity
    }

    func objectID(_ id: Int64) throws -> ManagedObjectID {
        guard let objectID = coordinator.objectID(of: try entity(), key: id, in: store) else {
            throw JournalError.noEntry(id)
        }
        return objectID
    }

    /// Saves the main context with an answer to conflicts. If the save fails, all changes in the context are rolled
    /// back.
    @discardableResult
    package func saveMain(_ answer: ConflictAnswer) throws -> AnsweringPolicy { try save(mainContext, answer) }

    /// Saves a context with an answer to conflicts. If the save fails, all changes in the context are rolled back.
    @discardableResult
    func save(_ context: ManagedObjectContext, _ answer: ConflictAnswer) throws -> AnsweringPolicy {
        let policy = AnsweringPolicy(answer)
        context.mergePolicy = policy
        do {
            try context.save()
            trimHistory()
            return policy
        } catch let error as PersistenceError where error.code == .merge {
            context.rollback()
            throw policy.report.map(JournalError.conflict) ?? JournalError(error, at: url)
        } catch {
            context.rollback()
            throw error
        }
    }

    package func rethrowing<T>(_ body: () throws -> T) throws(JournalError) -> T {
        do {
            return try body()
        } catch {
            throw JournalError(error, at: url)
        }
    }
}
