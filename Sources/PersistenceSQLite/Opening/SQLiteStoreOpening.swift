import Foundation
import Persistence
import SQLite

/// Opens and creates stores in SQLite files.
struct SQLiteStoreOpening: StoreOpening {
    var files = FileAccess.system
    var makeUUID: @Sendable () -> UUID = { UUID() }

    func open(
        url: URL?, model: ManagedObjectModel, configurationName: String?, options: [String: any Sendable]
    ) throws -> any StoreBackend {
        let url = try SQLiteStoreOpening.fileURL(url)
        let settings = try StoreSettings(options)
        let errors = StoreErrors(url)
        model.freeze()
        let place = try StorePath.find(url, settings: settings, files: files)
        do {
            let external = ExternalDataFolder(ofStore: SQLiteStore.ownPath(url).path)
            let pool = ConnectionPool(
                ConnectionRecipe(place, settings: settings, model: model, external: external), errors: errors)
            let session = Session(
                opening: self, pool: pool, place: place, settings: settings, model: model,
                configurationName: configurationName, errors: errors, external: external)
            if let quiet = try ExaminingConnection(place, name: errors.name) {
                defer { quiet.close() }
                try session.accept(quiet.connection)
            }
            do {
                let backend = try session.backend()
                backend.beginExternalData()
                return backend
            } catch {
                pool.close()
                throw error
            }
        } catch {
            throw errors.opening(error)
        }
    }

    func metadata(url: URL) throws -> [String: any Sendable] {
        try reading(url) { connection, name in
            let identifier = try StoreCatalog(connection, name: name).identifier
            return try StoreMetadata.read(connection, identifier: identifier, name: name)
        }
    }

    func isModel(
        _ model: ManagedObjectModel, _ configurationName: String?, ofTablesIn metadata: [String: Any]
    ) -> Bool? {
        guard let catalog = StoreCatalog(in: metadata) else { return nil }
        model.freeze()
        do {
            let schema = try StoreSchema(
                model: model, configurationName: configurationName, numbering: catalog.numbering(for: model)
            ).matched(to: catalog)
            try schema.requireNothingElse(in: catalog)
            return true
        } catch {
            return false
        }
    }

    /// Calls `body` with a connection to an existing store, and closes it.
    /// - Parameter accept: throws for what `body` would reject. It is called first if there is a log next to the store,
    ///   so that the log stays unchanged then.
    /// - Parameter name: the name of the store for messages; nil for that of the file.
    func reading<T>(
        _ url: URL, named name: String? = nil, accept: (StoreCatalog, Connection) throws -> Void = { _, _ in },
        _ body: (Connection, _ name: String) throws -> T
    ) throws -> T {
        let url = try SQLiteStoreOpening.fileURL(url)
        var settings = StoreSettings()
        settings.mustExist = true
        let errors = StoreErrors(url, name: name)
        let place = try StorePath.find(url, settings: settings, files: files)
        do {
            if let quiet = try ExaminingConnection(place, name: errors.name) {
                defer { quiet.close() }
                try accept(StoreCatalog(quiet.connection, name: errors.name), quiet.connection)
            }
            let connection = try ConnectionRecipe(place, settings: settings, model: nil).open()
            defer { try? connection.close() }
            return try withExtendedLifetime(place) { try body(connection, errors.name) }
        } catch {
            throw errors.opening(error)
        }
    }

    static func fileURL(_ url: URL?) throws -> URL {
        guard let url, url.isFileURL else {
            throw PersistenceError(.openFailed, "A store in SQLite's format needs the URL of a file.")
        }
        return url
    }
}

/// One opening of a store, with its file and connections.
private struct Session {
    let opening: SQLiteStoreOpening
    let pool: ConnectionPool
    let place: StorePath
    let settings: StoreSettings
    let model: ManagedObjectModel
    let configurationName: String?
    let errors: StoreErrors
    let external: ExternalDataFolder

    func backend() throws -> SQLiteBackend {
        if place.mayCreate { try createIfEmpty() }
        return try pool.with { connection in
            let catalog = try migrated(connection)
            let wanted = try StoreSchema(
                model: model, configurationName: configurationName, numbering: catalog.numbering(for: model))
            let schema = try wanted.matched(to: catalog)
            try schema.requireSameVersion(of: catalog, model, configurationName)
            let hasLaggingCounters = try !place.isReadOnly && schema.hasLaggingCounters(connection)
            return SQLiteBackend(
                schema: schema, identifier: catalog.identifier, pool: pool, place: place,
                keepsJournalMode: settings.choosesJournalMode, writeRefusal: schema.writeRefusal(by: catalog),
                errors: errors, externalFolder: external, tracksHistory: settings.tracksHistory,
                keepsChecksums: settings.keepsChecksums || catalog.tables[ChecksumTable.name] != nil,
                mendsCounters: hasLaggingCounters)
        }
    }

    /// Throws for a store that would be rejected after opening it. Changes nothing.
    func accept(_ connection: Connection) throws {
        if try place.mayCreate && StoreCatalog.isEmpty(connection) { return }
        let catalog = try StoreCatalog(connection, name: errors.name)
        if settings.migrates, !place.isReadOnly { return }
        let schema = try StoreSchema(
            model: model, configurationName: configurationName, numbering: catalog.numbering(for: model)
        ).matched(to: catalog)
        if !place.isReadOnly { _ = try schema.hasLaggingCounters(connection) }
    }

    /// The catalog of the store, which is migrated first if that is requested and necessary.
    private func migrated(_ connection: Connection) throws -> StoreCatalog {
        let catalog = try StoreCatalog(connection, name: errors.name)
        guard settings.migrates, !place.isReadOnly else { return catalog }
        guard try settings.migratedMetadata != nil || isOfAnotherVersion(catalog, connection) else { return catalog }
        guard settings.infersMapping else {
            throw PersistenceError(
                .missingMappingModel,
                "The store “\(errors.name)” belongs to another version of the model, and inferring the mapping is off.")
        }
        try StoreMigration(
            model: model, configurationName: configurationName, metadata: settings.migratedMetadata ?? [:],
            uuids: settings.migratedUUIDs, name: errors.name, file: place.file, keepsChecksums: settings.keepsChecksums
        ).run(connection)
        return try StoreCatalog(connection, name: errors.name)
    }

    /// Decided by the columns, and by the version hashes of a store whose hashes are ours, or by what else tells the version
    /// of one of Core Data's.
    private func isOfAnotherVersion(_ catalog: StoreCatalog, _ connection: Connection) throws -> Bool {
        let wanted = try? StoreSchema(
            model: model, configurationName: configurationName, numbering: catalog.numbering(for: model))
        guard let wanted, let schema = try? wanted.matched(to: catalog) else { return true }
        _ = try StoreMetadata.read(connection, identifier: catalog.identifier, name: errors.name)
        guard (try? schema.requireSameVersion(of: catalog, model, configurationName)) != nil else { return true }
        return try EntityHash.hashes(in: catalog.knownMetadata) == nil
            && schema.isOfAnotherVersion(model, connection, name: errors.name)
    }

    /// Creates the statements first, so that a model that cannot be stored leaves no file.
    private func createIfEmpty() throws {
        let creation = StorePath.fileSize(place.path) == 0 ? try creation() : nil
        let isOurs = try StoreCreation.makeFile(at: place.path, name: errors.name)
        do {
            try pool.with { connection in
                if try StoreCatalog.isEmpty(connection) { try (creation ?? self.creation()).run(connection) }
            }
        } catch {
            pool.closeIdle()
            if isOurs { StoreCreation.removeIfEmpty(place.path) }
            throw error
        }
    }

    private func creation() throws -> StoreCreation {
        let entities = model.entities(forConfigurationName: configurationName) ?? []
        let schema = try StoreSchema(model: model, configurationName: configurationName)
        return StoreCreation(
            statements: try schema.creationStatements(), entityRows: schema.entityRows,
            identifier: opening.makeUUID(),
            metadata: try StoreMetadata.initial(
                for: entities, versionIdentifiers: model.versionIdentifiers, record: ModelRecord(model)),
            usesWriteAheadLog: !settings.choosesJournalMode)
    }
}
