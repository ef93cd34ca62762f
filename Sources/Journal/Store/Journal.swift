import Foundation
import Persistence
import PersistenceSQLite
import SurfLanguage

/// An open journal: a store, the main context over it, and everything that can be done with entries.
///
/// Reading goes straight to row blocks; every add and edit happens on a `Scratchpad`, a child of the main context. Use on
/// the main thread, or on any one thread at a time.
package final class Journal {
    package let url: URL
    /// The version of the model that the store has.
    package let version: ModelVersion
    /// Whether the journal was made by us, rather than by Core Data.
    package let isOwn: Bool
    /// The seeded entries.
    private(set) var samples: SampleKeys

    let container: PersistentStoreCoordinator
    let store: PersistentStore
    let mainContext: ManagedObjectContext
    let historyLimits: HistoryLimits
    let historyCut: (@Sendable (HistoryCut) -> Void)?
    /// Who looks for what others save; nil until `watch()`.
    var watcher: JournalWatch?

    /// Opens the journal at `url`, which must exist.
    package static func open(_ url: URL, _ options: JournalOptions = JournalOptions()) throws(JournalError) -> Journal {
        StagingFolder.removeLeftovers(of: url)
        do {
            return try Journal(url, options)
        } catch {
            throw JournalError(error, at: url)
        }
    }

    /// - Throws: the engine's error, which `JournalError` makes one about the journal.
    init(_ url: URL, _ options: JournalOptions) throws {
        self.url = url
        (container, store, version) = try JournalStack.open(url, options)
        mainContext = JournalStack.mainContext(over: container)
        // Metadata that cannot be read are no reason to take the journal for another program's.
        let metadata = try store.currentMetadata()
        isOwn = metadata[JournalMetadata.version] != nil
        samples = JournalMetadata.samples(in: metadata)
        (historyLimits, historyCut) = (options.historyLimits, options.historyCut)
        if isOwn {
            store.backend.history?.track(keepingValues: true)
            if options.makesChecksums { SQLiteStore.keepChecksums(of: store) }
        }
        act(for: "")
    }

    /// The fields that the store has.
    package var fields: [EntryField] { version.fields }

    /// Whether every write is refused, because the file or its folder cannot be written.
    package var isReadOnly: Bool { store.isReadOnly }

    /// The UUID of the store.
    package var storeUUID: String { store.identifier }

    /// The files that no command writes over.
    package var files: JournalFiles { JournalFiles(of: url) }

    // MARK: Scratchpads

    /// A scratchpad with a new, empty entry.
    package func beginAdd() -> Scratchpad { Scratchpad(self) }

    /// A scratchpad with the stored entry.
    package func beginEdit(_ id: Int64) throws(JournalError) -> Scratchpad {
        let record = try record(id)
        return try rethrowing { try Scratchpad(self, record.content(storeUUID: storeUUID)) }
    }

    /// A scratchpad that goes on where a draft was left, on the values that it began from.
    package func resume(_ draft: DraftContent) throws(JournalError) -> Scratchpad {
        try rethrowing { try Scratchpad(self, draft) }
    }

    // MARK: Inside

    /// The entry's object, its values loaded.
    func entry(_ id: Int64, in context: ManagedObjectContext) throws -> JournalEntry {
        do {
            guard let entry = try context.existingObject(with: objectID(id)) as? JournalEntry else {
                throw JournalError.noEntry(id)
            }
            return entry
        } catch let error as PersistenceError where error.code == .inaccessibleObject {
            throw JournalError.noEntry(id)
        }
    }

    func objectID(_ id: Int64) throws -> ManagedObjectID {
        guard let entity = container.managedObjectModel.entitiesByName[JournalModel.entityName],
            let objectID = container.objectID(of: entity, key: id, in: store)
        else { throw JournalError.noEntry(id) }
        return objectID
    }

    /// Saves the main context under an answer; what cannot be saved leaves it as it was before.
    @discardableResult
    func saveMain(_ answer: ConflictAnswer) throws -> AnsweringPolicy { try save(mainContext, answer) }

    /// Saves a context under an answer; what cannot be saved leaves it as it was before.
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

    func replaceSamples(_ samples: SampleKeys) {
        self.samples = samples
    }

    func rethrowing<T>(_ body: () throws -> T) throws(JournalError) -> T {
        do {
            return try body()
        } catch {
            throw JournalError(error, at: url)
        }
    }
}

extension EntryRecord {
    /// The entry as the beginning of an edit.
    func content(storeUUID: String) -> DraftContent {
        DraftContent(
            entryID: id, baseRev: rev, base: values, changes: [:], storeUUID: storeUUID,
            since: Date().timeIntervalSinceReferenceDate)
    }
}
