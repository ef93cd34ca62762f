import Foundation

/// Execution of batch requests: rows are read and written in one transaction per store, without creating objects.
extension ManagedObjectContext {
    func run(_ request: BatchInsertRequest) throws -> BatchInsertResult {
        let entity = try batchEntity(request.entityName)
        let stores = try batchStores(for: entity, of: request)
        let written = try batch(in: stores[0]) { try insert(request, entity, $0) }
        noteOutdated(written.updated)
        let ids = written.inserted + written.updated
        return BatchInsertResult(ids, request.resultType)
    }

    func run(_ request: BatchUpdateRequest) throws -> BatchUpdateResult {
        let entity = try batchEntity(request.entityName)
        let assignments = try BatchAssignments(named(request.propertiesToUpdate), of: entity)
        var wanted = FetchValues(entityName: request.entityName)
        wanted.predicate = request.predicate
        wanted.includesSubentities = request.includesSubentities
        let fetch = try ResolvedFetch(wanted, entity: entity, coordinator: coordinator())
        let ids = try batchStores(for: entity, of: request).flatMap { store in
            try batch(in: store) { try $0.update(fetch.storeFetch, assignments) }
        }
        noteOutdated(ids)
        return BatchUpdateResult(ids, request.resultType)
    }

    func run(_ request: BatchDeleteRequest) throws -> BatchDeleteResult {
        let ids: [ManagedObjectID]
        switch request.target {
        case .fetch(let values):
            let fetch = try ResolvedFetch(values, entity: nil, coordinator: coordinator())
            ids = try batchStores(for: fetch.entity, of: request).flatMap { store in
                try batch(in: store) { try $0.delete(fetch.storeFetch) }
            }
        case .objects(let objects):
            let parts = Dictionary(grouping: objects) { $0.persistentStore.map(ObjectIdentifier.init) }.values
                .compactMap { objects in objects.first?.persistentStore.map { (store: $0, objects: objects) } }
            for part in parts { try requireBatches(part.store) }
            ids = try parts.flatMap { store, objects in
                try batch(in: store) { try $0.delete(objects.compactMap(\.key), in: objects[0].entity.layout) }
            }
        }
        noteOutdated(ids)
        return BatchDeleteResult(ids, request.resultType)
    }

    /// Objects in memory keep their rows until they are refreshed. Then they read the new ones.
    private func noteOutdated(_ ids: [ManagedObjectID]) {
        for (_, ids) in Dictionary(grouping: ids, by: { $0.storeEntity.tableNumber }) {
            ids[0].storeEntity.table?.noteOutdated(ids.lazy.compactMap(\.key))
        }
    }

    // MARK: Inside

    /// Inserts the records, part by part.
    /// - Returns: the IDs of the new records, and of those that took values of one.
    private func insert(
        _ request: BatchInsertRequest, _ entity: EntityDescription, _ write: BatchWrite
    ) throws -> (inserted: [ManagedObjectID], updated: [ManagedObjectID]) {
        let defaults = try BatchValues.defaults(of: entity)
        let upsert = BatchUpsert(entity, defaults: defaults, under: mergePolicy.mergeType)
        let coordinator = try coordinator()
        var records = BatchRecords(request)
        var ids: (inserted: [ManagedObjectID], updated: [ManagedObjectID]) = ([], [])
        while let part = try records.next(of: entity) {
            if let upsert {
                let written = try upsert.write(part, write, of: coordinator)
                ids.inserted += written.inserted
                ids.updated += written.updated
            } else {
                ids.inserted += try write.insert(part.map(defaults.merging), entity)
            }
        }
        return ids
    }

    /// The values by attribute name. Keys may be names or property descriptions.
    /// - Throws: `coreData` for another key.
    private func named(_ values: [AnyHashable: Any]?) throws -> [String: Any] {
        var result: [String: Any] = [:]
        for (key, value) in values ?? [:] {
            guard let name = key.base as? String ?? (key.base as? PropertyDescription)?.name else {
                throw PersistenceError(
                    .coreData, "The keys of a batch must be attribute names or property descriptions.")
            }
            result[name] = value
        }
        return result
    }

    func batchEntity(_ name: String) throws -> EntityDescription {
        let model = try coordinator().managedObjectModel
        guard let entity = model.entitiesByName[name] else {
            throw PersistenceError(.coreData, model.lacksEntity(name))
        }
        return entity
    }

    /// The stores that a batch writes to, at least one.
    func batchStores(
        for entity: EntityDescription, of request: PersistentStoreRequest
    ) throws -> [PersistentStore] {
        let all = try coordinator().stores(for: entity)
        let stores =
            request.affectedStores.map { wanted in all.filter { store in wanted.contains { $0 === store } } } ?? all
        guard !stores.isEmpty else {
            throw PersistenceError(.invalidStore, "The coordinator has no store for “\(entity.name ?? "")”.")
        }
        for store in stores { try requireBatches(store) }
        return stores
    }

    private func requireBatches(_ store: PersistentStore) throws {
        guard store.backend.takesBatches else {
            throw PersistenceError(
                .coreData, "Stores of type “\(store.type)” do not support batch requests.",
                userInfo: [PersistenceError.Key.affectedStores: [store]])
        }
    }

    func batch<Result>(in store: PersistentStore, _ body: (BatchWrite) throws -> Result) throws -> Result {
        let transaction = try store.backend.beginWrite()
        do {
            let write = BatchWrite(
                transaction: transaction, store: store,
                origin: TransactionOrigin(author: transactionAuthor, contextName: name))
            let result = try body(write)
            try write.derive()
            try transaction.commit()
            if let number = transaction.historyNumber {
                RemoteChanges.announce(
                    RecordedTransaction(store: store, number: number, author: transactionAuthor))
            }
            return result
        } catch {
            transaction.rollback()
            throw error
        }
    }
}

/// The records of a batch insertion in parts, so that their number is not limited by memory.
private struct BatchRecords {
    private static let partSize = 1_000

    private let request: BatchInsertRequest
    private var position = 0
    private var isAtEnd = false

    init(_ request: BatchInsertRequest) {
        self.request = request
    }

    /// The values that are set in the records of the next part; nil at the end.
    mutating func next(of entity: EntityDescription) throws -> [SparseValues]? {
        var records: [SparseValues] = []
        while records.count < BatchRecords.partSize, let values = try nextValues(of: entity) { records.append(values) }
        return records.isEmpty ? nil : records
    }

    private mutating func nextValues(of entity: EntityDescription) throws -> SparseValues? {
        if let objects = request.objectsToInsert {
            guard position < objects.count else { return nil }
            position += 1
            return try BatchValues.values(objects[position - 1], of: entity)
        }
        if isAtEnd { return nil }
        if let handler = request.dictionaryHandler {
            let dictionary = NSMutableDictionary()
            isAtEnd = handler(dictionary)
            return isAtEnd ? nil : try BatchValues.values(dictionary as? [String: Any] ?? [:], of: entity)
        }
        guard let handler = request.managedObjectHandler else { return nil }
        let object = entity.managedObjectClass.init(entity: entity, insertInto: nil)
        object.setDefaultValues()
        isAtEnd = handler(object)
        return isAtEnd ? nil : try BatchValues.values(of: object)
    }
}

/// Values of dictionaries by slot.
enum BatchValues {
    /// - Throws: `coreData` for a key that is not a stored attribute, or `managedObjectValidation` for a value of another
    ///   type.
    static func values(_ dictionary: [String: Any], of entity: EntityDescription) throws -> SparseValues {
        var values = SparseValues()
        for name in dictionary.keys.sorted() {
            let slot = try slot(name, of: entity)
            values[slot] = try value(dictionary[name], slot: slot, of: entity)
        }
        return values
    }

    /// The slot of a stored attribute.
    /// - Throws: `coreData` for another name.
    static func slot(_ name: String, of entity: EntityDescription) throws -> Int {
        guard let slot = entity.slot(named: name), entity.layout.slots[slot].isColumn,
            entity.layout.slots[slot].attribute != nil
        else {
            throw PersistenceError(
                .coreData,
                "A batch can set only stored attributes, and “\(name)” of “\(entity.name ?? "")” is not one.")
        }
        return slot
    }

    /// - Throws: `managedObjectValidation` for a value of another type than the attribute's.
    static func value(_ any: Any?, slot: Int, of entity: EntityDescription) throws -> PropertyValue {
        let description = entity.layout.slots[slot]
        guard let value = description.attribute?.propertyValue(from: any) else {
            throw PersistenceError(
                .validationGeneric,
                "The value for “\(description.name)” of “\(entity.name ?? "")” has the wrong type.")
        }
        return value
    }

    /// The values that were set on an object without a context. A default value of the model does not count as set.
    /// - Throws: `coreData` for a relationship.
    static func values(of object: ManagedObject) throws -> SparseValues {
        let layout = object.entity.layout
        var values = SparseValues()
        for slot in object.changes.heldSlots where !layout.slots[slot].isTransient {
            guard layout.slots[slot].attribute != nil else {
                throw PersistenceError(
                    .coreData, "A batch can set only stored attributes, and “\(layout.slots[slot].name)” is not one.")
            }
            if !object.holdsDefault(slot) { values[slot] = object.changes[slot] }
        }
        return values
    }

    /// - Throws: `managedObjectValidation` for a default value of another type.
    static func defaults(of entity: EntityDescription) throws -> SparseValues {
        var values = SparseValues()
        for slot in entity.slots where slot < entity.layout.columnCount {
            guard let attribute = entity.layout.slots[slot].attribute, let value = attribute.defaultValue else {
                continue
            }
            guard let converted = attribute.propertyValue(from: value) else {
                throw PersistenceError(
                    .validationGeneric,
                    "The default value of “\(attribute.name)” of “\(entity.name ?? "")” has the wrong type.")
            }
            values[slot] = converted
        }
        return values
    }
}
