/// Bringing the rows of one store into an empty one of another type: under their keys, with their versions.
struct StoreTransfer {
    let source: PersistentStore
    /// Attached to the same coordinator's model, and without rows.
    let target: PersistentStore
    let model: ManagedObjectModel

    /// Reads one state of the source and writes one transaction of the target, with the application's metadata.
    /// - Throws: the error of either store; the target is as it was then.
    func run(metadata: [String: any Sendable]) throws {
        let reader = try source.backend.snapshot()
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

    /// Returns the relationships that are written when all rows are there.
    private func copyRows(
        of root: EntityDescription, from reader: any StoreReader, to transaction: any StoreTransaction
    ) throws -> [StoreChanges.Link] {
        var links: [StoreChanges.Link] = []
        var reserved: Int64 = 0
        try reader.fetch(StoreFetch(entity: root)) { block in
            var changes = StoreChanges()
            for row in 0..<block.count {
                changes.insertions.append(insertion(of: row, in: block, root.layout))
                links += try self.links(of: row, in: block, root.layout, reader)
            }
            let highest = changes.insertions.map(\.key).max() ?? 0
            if highest > reserved {
                _ = try transaction.allocateKeys(Int(highest - reserved), in: root.layout)
                reserved = highest
            }
            _ = try transaction.apply(changes)
        }
        return links
    }

    private func insertion(of row: Int, in block: RowBlock, _ layout: EntityLayout) -> StoreChanges.Insertion {
        var values = SparseValues()
        for slot in 0..<layout.columnCount where !block.isNull(row, column: slot) {
            values.append(transferred(block.value(row, slot: slot)), at: slot)
        }
        return StoreChanges.Insertion(
            layout: layout, key: block.key(row), ordinal: block.ordinal(row), version: block.version(row),
            values: values)
    }

    private func transferred(_ value: PropertyValue) -> PropertyValue {
        guard case .reference(let id) = value, let key = id.key,
            let home = target.table(for: id.entity.layout)?.homes[id.entity.ordinal]
        else { return value }
        return .reference(ManagedObjectID(home: home, key: key))
    }

    private func links(
        of row: Int, in block: RowBlock, _ layout: EntityLayout, _ reader: any StoreReader
    ) throws -> [StoreChanges.Link] {
        guard layout.hasRelationships else { return [] }
        return try layout.entities[block.ordinal(row)].slots.compactMap { slot in
            guard layout.slots[slot].needsLinks else { return nil }
            let keys = try reader.destinations(of: slot, in: layout, key: block.key(row)).map(\.key)
            if keys.isEmpty { return nil }
            return StoreChanges.Link(
                layout: layout, slot: slot, key: block.key(row), added: keys, removed: [],
                order: layout.slots[slot].isOrdered ? keys : nil)
        }
    }
}
