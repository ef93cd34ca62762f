/// The rows that a batch deletion deletes according to the model's delete rules, and the rows that it unlinks.
struct BatchDeletion {
    private let transaction: any StoreTransaction
    private var deleted: [StoredKeyInTable: Int64] = [:]
    private var order: [StoredKeyInTable] = []
    private var cleared: [StoredKeyInTable: SparseValues] = [:]

    init(_ transaction: any StoreTransaction) {
        self.transaction = transaction
    }

    mutating func add(_ blocks: [RowBlock], in layout: EntityLayout) throws {
        for block in blocks {
            for row in 0..<block.count {
                let place = StoredKeyInTable(layout: layout, key: block.key(row))
                guard deleted.updateValue(block.version(row), forKey: place) == nil else { continue }
                order.append(place)
            }
        }
        guard layout.hasRelationships else { return }
        for block in blocks { for row in 0..<block.count { try follow(block, row, layout) } }
    }

    private mutating func follow(_ block: RowBlock, _ row: Int, _ layout: EntityLayout) throws {
        for index in layout.entities[block.entityIndex(row)].slots {
            let slot = layout.slots[index]
            guard let entity = slot.relationship?.destinationEntity, !slot.isTransient else { continue }
            let keys = try destinations(of: slot.index, block, row, layout).filter {
                deleted[StoredKeyInTable(layout: entity.layout, key: $0)] == nil
            }
            if keys.isEmpty { continue }
            switch slot.deletionEffect {
            case .deny: throw PersistenceError(.relationshipDeniedDelete, slot.denial)
            case .cascade: try add(transaction.rows(keys: keys, in: entity.layout), in: entity.layout)
            case .nullify(let inverse): clear(inverse, of: keys, in: entity.layout)
            case .noAction: break
            }
        }
    }

    private func destinations(of slot: Int, _ block: RowBlock, _ row: Int, _ layout: EntityLayout) throws -> [Int64] {
        if case .toMany = layout.slots[slot].kind {
            return try transaction.destinations(of: slot, in: layout, key: block.key(row)).map(\.key)
        }
        return block.isNull(row, column: slot) ? [] : [Int64(bitPattern: block.word(row, column: slot))]
    }

    /// Collects rows whose reference has to be cleared. Pairs in join tables are deleted with the deleted row.
    private mutating func clear(_ slot: Int, of keys: [Int64], in layout: EntityLayout) {
        for key in keys {
            let place = StoredKeyInTable(layout: layout, key: key)
            if layout.slots[slot].isColumn {
                cleared[place, default: SparseValues()][slot] = .null
            } else if cleared[place] == nil {
                cleared[place] = SparseValues()
            }
        }
    }

    var deletions: [StoreChanges.Deletion] {
        order.map { .init(layout: $0.layout, key: $0.key, expectedVersion: deleted[$0] ?? 0) }
    }

    /// The rows that stay and lose a reference, by table.
    /// - Throws: the store's error.
    func updates() throws -> [(layout: EntityLayout, rows: [RowBatch.Row])] {
        let left = cleared.filter { deleted[$0.key] == nil }
        return try Dictionary(grouping: left.keys, by: \.layout.number).values.map { group in
            let layout = group[0].layout
            let blocks = try transaction.rows(keys: group.map(\.key).sorted(), in: layout)
            let rows = blocks.flatMap { block in
                (0..<block.count).map { row in
                    RowBatch.Row(
                        after: block, row,
                        values: left[StoredKeyInTable(layout: layout, key: block.key(row))] ?? SparseValues())
                }
            }
            return (layout, rows)
        }
    }
}
