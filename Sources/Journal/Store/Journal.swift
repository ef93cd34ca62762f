import Foundation
import Persistence
import PersistenceSQLite

/// How a journal is opened.
package struct JournalOptions: Sendable {
    /// The unit of heights that say none.
    package var units: LengthUnit = .feet
    /// Seconds to wait for another process that writes.
    package var timeout: Double = 5
    /// Told of every SQL statement that ran.
    package var trace: (@Sendable (SQLTrace) -> Void)?
    /// Whether the trace shows bound values; a journal is private.
    package var tracesValues = false
    /// How much history is kept.
    package var historyLimits = HistoryLimits()

    package init() {}
}

/// One SQL statement that ran, and how long it took.
package struct SQLTrace: Sendable {
    package let sql: String
    /// From its start to its end; the work between the rows counts.
    package let seconds: Double

    package init(sql: String, seconds: Double) {
        self.sql = sql
        self.seconds = seconds
    }
}

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

    private init(_ url: URL, _ options: JournalOptions) throws {
        self.url = url
        (container, store, version) = try JournalStack.open(url, options)
        mainContext = JournalStack.mainContext(over: container)
        // Metadata that cannot be read are no reason to take the journal for another program's.
        let metadata = try store.currentMetadata()
        isOwn = metadata[JournalMetadata.version] != nil
        samples = JournalMetadata.samples(in: metadata)
        historyLimits = options.historyLimits
        if isOwn { store.backend.history?.track(keepingValues: true) }
        act(for: "")
    }

    /// The fields that the store has.
    package var fields: [EntryField] { version.fields }

    /// Whether every write is refused, because the file or its folder cannot be written.
    package var isReadOnly: Bool { store.isReadOnly }

    /// The UUID of the store.
    package var storeUUID: String { store.identifier }

    // MARK: Reading

    /// Calls `body` with each entry that the query wants, in its order. Errors of `body` pass through.
    /// - Throws: a `JournalError`, or what `body` throws.
    /// - Complexity: one statement; memory for a block of rows.
    package func records(_ query: EntryQuery, _ body: (EntryRecord) throws -> Void) throws {
        try blocks(query) { block in
            for index in 0..<block.count { try body(block.record(index)) }
        }
    }

    /// Calls `body` with the entries block by block, without making objects or strings. Errors of `body` pass through.
    package func blocks(_ query: EntryQuery, _ body: (RecordBlock) throws -> Void) throws {
        try mainContext.performAndWait {
            try RecordReader(query, fields: fields, samples: samples, at: url).read(in: mainContext, body)
        }
    }

    /// How many entries the query wants, its limit aside.
    package func count(_ query: EntryQuery) throws(JournalError) -> Int {
        try rethrowing {
            var unlimited = query
            unlimited.limit = nil
            if query.judgesSamples {
                var count = 0
                try blocks(unlimited) { count += $0.count }
                return count
            }
            var values = unlimited.fetchValues(fields: fields)
            values.sortDescriptors = []
            return try mainContext.performAndWait { try mainContext.count(values) }
        }
    }

    /// The entry with this ID.
    package func record(_ id: Int64) throws(JournalError) -> EntryRecord {
        try rethrowing {
            try mainContext.performAndWait { try entry(id, in: mainContext).record(samples: samples) }
        }
    }

    /// The newest entry by date; of two, the higher ID. Nil when there is none.
    package func newest() throws(JournalError) -> EntryRecord? {
        try rethrowing {
            var newest: EntryRecord?
            try records(EntryQuery(limit: 1)) { newest = $0 }
            return newest
        }
    }

    /// Reads the entries on a private background context that sees one state of the journal however long it takes, and
    /// whatever is saved meanwhile. `body` runs on that context's queue.
    package func export(_ query: EntryQuery, _ body: @Sendable (RecordBlock) throws -> Void) throws {
        try reading(query).run(body)
    }

    /// A reading of the journal for any thread; it sees the state at the moment when it is begun.
    package func reading(_ query: EntryQuery) -> SnapshotReading {
        SnapshotReading(query, fields: fields, samples: samples, container: container, url: url)
    }

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

    // MARK: Deleting

    /// Deletes entries in one transaction; returns what is gone, in the order of the IDs.
    /// - Throws: `.noEntry` for the first ID without entry, `.conflict` when one was changed meanwhile. Nothing is gone then.
    package func delete(_ ids: [Int64]) throws(JournalError) -> [EntryRecord] {
        try rethrowing {
            try mainContext.performAndWait {
                let entries = try ids.map { try entry($0, in: mainContext) }
                let gone = entries.map { $0.record(samples: samples) }
                for entry in entries { mainContext.delete(entry) }
                try saveMain(.fail)
                return gone
            }
        }
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
