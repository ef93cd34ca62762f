import Persistence
import SQLite

/// An open write transaction, on one connection after BEGIN IMMEDIATE. An error rolls it back.
final class SQLiteTransaction: StoreTransaction {
    private let reader: SQLiteReader
    /// The file to verify before the commit; nil for a private copy.
    private let file: StoreFile?
    private let errors: StoreErrors
    /// Writes values that are too large for a row.
    private let files: ExternalDataWriter?
    /// Returns the connection and releases the write lock; nil once the transaction has ended.
    private var end: ((_ isCommitted: Bool, _ number: Int64?, _ hasMetadata: Bool, _ externalChanges: Int) -> Void)?
    private var hasMetadata = false
    private var writers: [UInt32: RowWriter] = [:]
    private let history: SQLiteHistory?
    private var historyWriter: HistoryWriter?
    private let keepsChecksums: Bool
    /// How many rows the connection had changed when the transaction began.
    private let changesBefore: Int
    private var checksumWriter: ChecksumWriter?
    private var lastWriter: (number: UInt32, writer: RowWriter)?
    /// The highest key that the counter is known to cover, by layout.
    private var coveredKeys: [UInt32: Int64] = [:]

    private var connection: Connection { reader.connection }
    private var schema: StoreSchema { reader.naming.schema }

    /// - Parameter end: called once, when the transaction ends: whether it was committed, with which number in the
    ///   history, if any, whether it set metadata, and how many rows with external data it changed.
    init(
        _ reader: SQLiteReader, history: SQLiteHistory?, keepsChecksums: Bool, file: StoreFile?, errors: StoreErrors,
        files: ExternalDataWriter?,
        end: @escaping (_ isCommitted: Bool, _ number: Int64?, _ hasMetadata: Bool, _ externalChanges: Int) -> Void
    ) {
        self.reader = reader
        self.history = history
        self.keepsChecksums = keepsChecksums
        changesBefore = reader.connection.totalChanges
        self.file = file
        self.errors = errors
        self.files = files
        self.end = end
    }

    deinit {
        rollback()
    }

    func allocateKeys(_ count: Int, in layout: EntityLayout) throws -> Int64 {
        try writing {
            let table = try schema.require(layout)
            let first = try KeyAllocator(connection: connection).allocate(count, in: table)
            coveredKeys[layout.number] = first + Int64(count) - 1
            return first
        }
    }

    func apply(_ changes: StoreChanges) throws -> [StoredKeyInTable] {
        try writing {
            guard let checksums = try checksums(of: changes) else { return try write(changes) }
            return try checksums.following(changes) { try write(changes) }
        }
    }

    /// - Returns: the rows that did not have the expected version.
    private func write(_ changes: StoreChanges) throws -> [StoredKeyInTable] {
        try beginHistory(of: changes)
        try historyWriter?.recordBefore(changes)
        var stale: [StoredKeyInTable] = []
        for row in changes.checks where try !writer(row.layout).hasVersion(row) {
            stale.append(StoredKeyInTable(layout: row.layout, key: row.key))
        }
        for row in changes.deletions where try !writer(row.layout).delete(row) {
            stale.append(StoredKeyInTable(layout: row.layout, key: row.key))
        }
        for block in changes.insertions { try writer(block.table.layout).insert(block) }
        try coverKeys(of: changes.insertions)
        try historyWriter?.recordInsertions(changes.insertions)
        var derived: [Range<Int>] = []
        var start = 0
        while start < changes.updates.count {
            let (layout, end) = (changes.updates[start].layout, changes.endOfUpdates(from: start))
            if layout.hasDerivations { derived.append(start..<end) }
            for row in try writer(layout).update(changes.updates[start..<end]) {
                stale.append(StoredKeyInTable(layout: layout, key: row.key))
            }
            start = end
        }
        let links = LinkWriter(connection: connection, schema: schema)
        for link in changes.links { try links.write(link) }
        try keepDerived(derived.flatMap { changes.updates[$0] }, changes.insertions)
        return stale
    }

    /// Writes derived values again, because Core Data's triggers have added to them.
    ///
    /// - Parameter updates: Those of layouts with derivations.
    private func keepDerived(_ updates: [StoreChanges.Update], _ insertions: [RowBlock]) throws {
        let insertions = insertions.filter(\.table.layout.hasDerivations)
        guard !updates.isEmpty || !insertions.isEmpty, try hasTriggers() else { return }
        for update in updates {
            for slot in update.layout.derivedSlots where update.slots.contains(slot) {
                try keep(slot, update.block, update.row)
            }
        }
        for block in insertions {
            for row in 0..<block.count {
                for slot in block.table.layout.derivedSlots { try keep(slot, block, row) }
            }
        }
    }

    private func keep(_ slot: Int, _ block: RowBlock, _ row: Int) throws {
        let table = try schema.require(block.table.layout)
        let column = SQLName.identifier(table.columnName(ofSlot: slot))
        let statement = try connection.cached(
            "UPDATE \(SQLName.identifier(table.name)) SET \(column) = ? WHERE Z_PK = ?")
        try statement.run(Value(PredicateScalar(block.value(row, slot: slot))), .integer(block.key(row)))
    }

    private func hasTriggers() throws -> Bool {
        try connection.scalar(
            "SELECT count(*) FROM main.sqlite_master WHERE type = 'trigger' AND name LIKE 'Z\\_DA\\_%' ESCAPE '\\'")
            != .integer(0)
    }

    func reading<T>(_ body: (any StoreReader) throws -> T) throws -> T { try writing { try body(reader) } }

    func recordTransaction(_ origin: TransactionOrigin) throws {
        try writing {
            if historyWriter == nil { historyWriter = try history?.writer(connection, origin) }
            try historyWriter?.recordTransaction()
        }
    }

    func rowsBefore(_ changes: [Int64], in layout: EntityLayout) throws -> [Int64: HistoryRowBefore] {
        try writing {
            let history = try HistoryReader(connection, naming: reader.naming)
            return try history.rowsBefore(changes, in: layout, reader.tables)
        }
    }

    func setMetadata(_ metadata: [String: any Sendable]) throws {
        try writing {
            try StoreMetadata.replace(metadata, connection, name: errors.name)
            hasMetadata = true
        }
    }

    /// Runs `body` with the connection of the open transaction.
    func working(_ body: (Connection) throws -> Void) throws {
        try writing { try body(connection) }
    }

    var historyNumber: Int64? { historyWriter?.number }

    func commit() throws {
        try writing {
            try historyWriter?.finish()
            if keepsChecksums, connection.totalChanges != changesBefore { try StoreStateMark.renew(connection) }
            try files?.sync()
            try file?.verifyWithLog(.saveFailed)
        }
        do {
            try connection.commit()
            finish(isCommitted: true)
        } catch {
            let error = errors.committing(error)
            // The rows may be in the file all the same; then they need the files.
            if (error as? PersistenceError)?.code == .incompleteSave { files?.keep() }
            finish()
            throw error
        }
    }

    private func beginHistory(of changes: StoreChanges) throws {
        if historyWriter != nil || changes.insertions.isEmpty && changes.updates.isEmpty && changes.deletions.isEmpty {
            return
        }
        historyWriter = try history?.writer(connection, changes.origin)
    }

    /// Nil if no checksums are kept, or the changes write no rows.
    private func checksums(of changes: StoreChanges) throws -> ChecksumWriter? {
        if !keepsChecksums || changes.insertions.isEmpty && changes.updates.isEmpty && changes.deletions.isEmpty {
            return nil
        }
        if checksumWriter == nil { checksumWriter = try ChecksumWriter(connection, schema: schema) }
        return checksumWriter
    }

    func rollback() {
        guard end != nil else { return }
        finish()
    }

    /// Runs one step. If it fails, the transaction is rolled back.
    private func writing<T>(_ body: () throws -> T) throws -> T {
        guard end != nil else { throw SQLiteTransaction.ended }
        do {
            return try body()
        } catch {
            finish()
            throw errors.writing(error)
        }
    }

    private static var ended: PersistenceError {
        PersistenceError(.saveFailed, "The transaction has ended; nothing was written.")
    }

    /// Some errors have already ended SQLite's transaction. A rollback fails only where nothing is left to roll back.
    private func finish(isCommitted: Bool = false) {
        writers.removeAll()
        lastWriter = nil
        if !connection.isAutocommit { try? connection.rollback() }
        if isCommitted { files?.keep() } else { files?.discard() }
        end?(isCommitted, isCommitted ? historyNumber : nil, hasMetadata, isCommitted ? files?.changes ?? 0 : 0)
        end = nil
    }

    private func writer(_ layout: EntityLayout) throws -> RowWriter {
        if let lastWriter, lastWriter.number == layout.number { return lastWriter.writer }
        let writer =
            try writers[layout.number]
            ?? RowWriter(try schema.require(layout), schema: schema, connection: connection, files: files)
        writers[layout.number] = writer
        lastWriter = (layout.number, writer)
        return writer
    }

    /// Rows may have keys of their own, such as those of a restored entry, which the counter must cover.
    private func coverKeys(of blocks: [RowBlock]) throws {
        for block in blocks {
            guard let highest = (0..<block.count).lazy.map({ block.key($0) }).max() else { continue }
            try cover(highest, of: block.table.layout)
        }
    }

    private func cover(_ key: Int64, of layout: EntityLayout) throws {
        if key <= coveredKeys[layout.number] ?? 0 { return }
        try KeyAllocator(connection: connection).raise(to: key, in: schema.require(layout))
        coveredKeys[layout.number] = key
    }
}

extension StoreChanges {
    /// The end of the updates of one table, from the one at `start`, that change the same slots.
    fileprivate func endOfUpdates(from start: Int) -> Int {
        var end = start + 1
        while end < updates.count, updates[end].slots == updates[start].slots,
            updates[end].block === updates[end - 1].block || updates[end].layout === updates[start].layout
        {
            end += 1
        }
        return end
    }
}
