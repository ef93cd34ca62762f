/// Copies the rows of one store to an empty store of another type, with their keys and versions.
struct StoreTransfer {
    let source: PersistentStore
    /// Attached to the same coordinator's model, and empty.
    let target: PersistentStore
    let model: ManagedObjectModel

    /// Reads one state of the source and writes it to the target in one transaction, with the application's metadata.
    /// - Throws: the error of either store; the target is then unchanged.
    func run(metadata: [String: any Sendable]) throws {
        let reader = try source.backend.readTransaction()
        let transaction = try target.backend.beginWrite()
        do {
            var links: [StoreChanges.Link] = []
            for root in model.rootEntities where source.table(for: root.layout) != nil {
                guard root.layout.entities.contains(where: target.supports) else { continue }
                links += try copyRows(of: root, from: reader, to: transaction)
            }
            var changes = StoreChanges()
            changes.links = links
            _ = try transaction.apply(changes)
            try transaction.setMetadata(metadata)
            try transaction.commit()
        } catch {
            transaction.rollback()
            throw error
        }
    }

    /// Returns the relationships to write after all rows have been copied.
    private func copyRows(
        of root: EntityDescription, from reader: any StoreReader, to transaction: any StoreTransaction
    ) throws -> [StoreChanges.Link] {
        guard let table = target.table(for: root.layout) else { return [] }
        var links: [StoreChanges.Link] = []
        var reserved: Int64 = 0
        try reader.fetch(StoreFetch(entity: root)) { block in
            let builder = RowBlockBuilder(table: table, capacity: block.count)
            for row in 0..<block.count {
                try append(row, of: block, to: builder)
                links += try self.links(of: row, in: block, root.layout, reader)
            }
            let highest = (0..<block.count).map(block.key).max() ?? 0
            if highest > reserved {
                _ = try transaction.allocateKeys(Int(highest - reserved), in: root.layout)
                reserved = highest
            }
            var changes = StoreChanges()
            changes.insertions = [builder.finish(fetchedAt: 0)]
            _ = try transaction.apply(changes)
        }
        return links
    }

    /// Values in files of the source are read: the target has files of its own, or none.
    private func append(_ row: Int, of block: RowBlock, to builder: RowBlockBuilder) throws {
        builder.append(copyOf: row, in: block)
        for slot in 0..<block.contents.count where block.mayFail(slot: slot) {
            builder.set(try block.readValue(row, slot: slot), slot: slot)
        }
    }

    private func links(
        of row: Int, in block: RowBlock, _ layout: EntityLayout, _ reader: any StoreReader
    ) throws -> [StoreChanges.Link] {
        guard layout.hasRelationships else { return [] }
        return try layout.entities[block.entityIndex(row)].slots.compactMap { slot in
            guard layout.slots[slot].needsLinks else { return nil }
            let keys = try reader.destinations(of: slot, in: layout, key: block.key(row)).map(\.key)
            if keys.isEmpty { return nil }
            return StoreChanges.Link(
                layout: layout, slot: slot, key: block.key(row), added: keys, removed: [],
                order: layout.slots[slot].isOrdered ? keys : nil)
        }
    }
}
