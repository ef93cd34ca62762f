import Persistence
import SQLite

/// Checks a store's file for damage: first SQLite's own check, then the invariants of the format.
struct StoreCheck {
    let connection: Connection
    let model: ManagedObjectModel
    /// The name of the store's file, for messages.
    let name: String

    /// - Throws: `PersistenceError` when the file is not a store of the model, SQLite's error when it cannot be read.
    func report() throws -> StoreReport {
        var report = StoreReport()
        if let catalog = try? StoreCatalog(connection, name: name) { try requireVersion(catalog) }
        let damage = try connection.integrityCheck()
        if !damage.isEmpty {
            report.findings = [.damage(damage)]
            return report
        }
        guard try hasIdentity() else {
            report.findings = [.metadata]
            return report
        }
        let catalog = try StoreCatalog(connection, name: name)
        let schema = try schema(catalog)
        report.identifier = catalog.identifier
        report.hasChecksums = try ChecksumTable.exists(connection)
        report.findings =
            try metadataFindings(catalog) + schema.tables.flatMap(findings) + historyFindings()
            + checksumFindings(schema)
        report.rowCount = try schema.tables.reduce(0) { try $0 + rowCount(of: $1) }
        return report
    }

    /// Called first, because it is cheap: a store of another version is not read in full. Any other error is reported
    /// by later checks.
    func requireVersion(_ catalog: StoreCatalog) throws {
        do {
            _ = try schema(catalog)
        } catch let error as PersistenceError where error.code == .incompatibleVersion {
            throw error
        } catch {}
    }

    private func schema(_ catalog: StoreCatalog) throws -> StoreSchema {
        try StoreSchema(model: model, numbering: catalog.numbering(for: model)).matched(to: catalog)
    }

    /// Whether a store has its UUID. A database that is not a store is detected later, by its catalog.
    private func hasIdentity() throws -> Bool {
        guard try connection.tableExists("Z_METADATA") else { return true }
        let uuids = "SELECT count(*) FROM Z_METADATA WHERE typeof(Z_UUID) = 'text' AND Z_UUID <> ''"
        return try connection.scalar(uuids) == 1
    }

    private func metadataFindings(_ catalog: StoreCatalog) throws -> [StoreFinding] {
        do {
            _ = try StoreMetadata.read(connection, identifier: catalog.identifier, name: name)
            return try connection.scalar("SELECT count(*) FROM Z_METADATA") == 1 ? [] : [.metadata]
        } catch let error as PersistenceError where error.code == .corruptStore {
            return [.metadata]
        }
    }

    private func checksumFindings(_ schema: StoreSchema) throws -> [StoreFinding] {
        let isMarked = try ChecksumTable.isMarked(connection)
        guard try ChecksumTable.exists(connection) else { return isMarked ? [.lostChecksums] : [] }
        let findings = try ChecksumTable(connection: connection).findings(schema)
        return isMarked ? findings : [.lostChecksums] + findings
    }

    private func findings(_ table: TableSchema) throws -> [StoreFinding] {
        try counterFindings(table) + keyFindings(table) + rowFindings(table)
    }

    private func counterFindings(_ table: TableSchema) throws -> [StoreFinding] {
        let counter = try connection.scalar(
            "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", .integer(table.rootNumber))
        guard let counter = counter.integer else { return [.noCounter(table: table.name)] }
        let highest = try connection.scalar("SELECT max(Z_PK) FROM \(SQLName.identifier(table.name))").integer ?? 0
        if highest > counter { return [.counter(table: table.name, counter: counter, highestKey: highest)] }
        return counter >= StoreNumbers.highestKey ? [.counterEnd(table: table.name, counter: counter)] : []
    }

    /// Checks history's counters: at their limit, nothing can be saved; and like keys, their numbers must not be
    /// assigned twice.
    private func historyFindings() throws -> [StoreFinding] {
        var findings: [StoreFinding] = []
        let last = try connection.scalar(
            "SELECT max(Z_MAX) FROM Z_PRIMARYKEY WHERE Z_ENT BETWEEN ? AND ?",
            .integer(HistorySchema.Entity.change.rawValue), .integer(HistorySchema.Entity.string.rawValue))
        if let counter = last.integer, counter >= Int64.max - 1 {
            findings.append(.counterEnd(table: nil, counter: counter))
        }
        for entity in HistorySchema.Entity.allCases where try connection.tableExists("A" + entity.name) {
            let isBelow = try connection.scalar(
                "SELECT max(Z_PK) > ifnull((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?), -1) FROM A\(entity.name)",
                .integer(entity.rawValue))
            if isBelow == 1 { findings.append(.historyCounter(entity: entity.name)) }
        }
        return findings
    }

    /// The format makes the keys unique, but a table made by another program may have duplicates.
    private func keyFindings(_ table: TableSchema) throws -> [StoreFinding] {
        let columns = try connection.columns(of: table.name)
        let isUnique = columns.allSatisfy { ($0.name == "Z_PK") == ($0.primaryKeyPosition == 1) }
        if isUnique { return [] }
        let rows = Int(
            try connection.scalar("SELECT count(*) - count(DISTINCT Z_PK) FROM \(SQLName.identifier(table.name))")
                .integer ?? 0)
        return rows == 0 ? [] : [.repeatedKeys(table: table.name, rows: rows)]
    }

    /// Checks all rows and their values in one pass.
    private func rowFindings(_ table: TableSchema) throws -> [StoreFinding] {
        let numbers = table.numbers.map(String.init).joined(separator: ", ")
        var checks: [(condition: String, finding: (Int) -> StoreFinding)] = [
            ("Z_ENT IS NULL OR Z_ENT NOT IN (\(numbers))", { .entity(table: table.name, rows: $0) }),
            ("typeof(Z_OPT) <> 'integer' OR Z_OPT < 1", { .version(table: table.name, rows: $0) }),
            ("Z_OPT = \(Int64.max)", { .versionEnd(table: table.name, rows: $0) }),
        ]
        for column in table.columns {
            let slot = table.layout.slots[column.slot]
            guard column.content.isValue, slot.attribute?.type != .undefined else { continue }
            checks.append(
                (
                    "typeof(\(SQLName.identifier(column.name))) NOT IN ('null', \(column.content.storageClasses))",
                    { .type(table: table.name, property: slot.name, rows: $0) }
                ))
        }
        return zip(checks, try counts(in: table, checks.map(\.condition))).compactMap { check, rows in
            rows > 0 ? check.finding(rows) : nil
        }
    }

    /// The number of rows for which each condition is true.
    private func counts(in table: TableSchema, _ conditions: [String]) throws -> [Int] {
        var counts: [Int] = []
        // SQLite limits the columns of a result.
        while counts.count < conditions.count {
            let columns = conditions[counts.count...].prefix(500).map { "count(*) FILTER (WHERE \($0))" }
            let statement = try connection.prepare(
                "SELECT \(columns.joined(separator: ", ")) FROM \(SQLName.identifier(table.name))")
            _ = try statement.step()
            counts += columns.indices.map { Int(statement.int64(Int32($0))) }
        }
        return counts
    }

    private func rowCount(of table: TableSchema) throws -> Int {
        Int(try connection.scalar("SELECT count(*) FROM \(SQLName.identifier(table.name))").integer ?? 0)
    }
}
