import Persistence
import SurfLanguage

/// Renaming places, boards, tags and people.
extension Journal {
    /// Renames a place or board in every entry with exactly that name, or a tag or person in every entry whose notes
    /// mention it in any spelling, in one transaction. Returns the number of entries changed.
    package func rename(_ kind: NameKind, _ old: String, to new: String) throws(JournalError) -> Int {
        try fields.require([kind.field])
        return try rethrowing {
            let context = commandContext()
            let count = try context.performAndWait {
                switch kind {
                case .place, .board: try rename(kind.field, old, to: new, in: context)
                case .mention(let kind): try rename(MentionMatch(kind, old), to: new, in: context)
                }
            }
            trimHistory()
            try refreshAfterSave()
            if count > 0, kind == .place { try copyTexts(of: old, to: new) }
            return count
        }
    }

    private func rename(
        _ field: EntryField, _ old: String, to new: String, in context: ManagedObjectContext
    ) throws -> Int {
        let request = BatchUpdateRequest(entityName: JournalModel.entityName)
        request.predicate = FetchPredicate("%K == %@", field.name, old)
        request.propertiesToUpdate = [field.name: new]
        request.resultType = .updatedObjectsCountResultType
        return (try context.execute(request) as? BatchUpdateResult)?.result as? Int ?? 0
    }

    private func rename(_ match: MentionMatch, to new: String, in context: ManagedObjectContext) throws -> Int {
        try context.batchWrite(to: JournalModel.entityName) { batch in
            guard let notes = EntryColumns(batch.entity)[.notes] else { return 0 }
            let query = EntryQuery(filter: EntryFilter([.mention(match)]), sort: .id)
            var rows: [RowBatch.Row] = []
            try batch.forEachRowBlock(query.fetchValues(fields: fields)) { block in
                for row in 0..<block.count {
                    let bytes = block.bytes(row, column: notes)
                    guard let text = match.replaced(in: bytes, by: new), !text.utf8.elementsEqual(bytes) else {
                        continue
                    }
                    var values = SparseValues()
                    values[notes] = .string(text)
                    let version = StoreNumbers.version(after: block.version(row))
                    rows.append(RowBatch.Row(key: block.key(row), version: version, values: values))
                }
            }
            try batch.update(rows)
            return rows.count
        }
    }
}
