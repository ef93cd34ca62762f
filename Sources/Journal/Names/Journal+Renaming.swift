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
                try context.batchWrite(to: JournalModel.entityName) { batch in
                    switch kind {
                    case .place, .board: try rename(kind.field, old, to: new, in: batch)
                    case .mention(let kind): try rename(MentionMatch(kind, old), to: new, in: batch)
                    }
                }
            }
            trimHistory()
            try refreshAfterSave()
            if count > 0, kind == .place { try afterSave { try copyPlaceValues(of: old, to: new) } }
            return count
        }
    }

    private func rename(_ field: EntryField, _ old: String, to new: String, in batch: RowBatch) throws -> Int {
        guard let column = EntryColumns(batch.entity)[field] else { return 0 }
        var named = FetchValues(entityName: JournalModel.entityName)
        named.predicate = FetchPredicate("%K == %@", field.name, old)
        var values = SparseValues()
        values[column] = .string(new)
        return try batch.updateRows(named) { _, _ in values }
    }

    private func rename(_ match: MentionMatch, to new: String, in batch: RowBatch) throws -> Int {
        guard let notes = EntryColumns(batch.entity)[.notes] else { return 0 }
        let mentioning = EntryQuery(filter: [.mention(match)]).fetchValues(fields: fields)
        return try batch.updateRows(mentioning) { block, row in
            let bytes = block.bytes(row, column: notes)
            guard let text = match.replaced(in: bytes, by: new), !text.utf8.elementsEqual(bytes) else { return nil }
            var values = SparseValues()
            values[notes] = .string(text)
            return values
        }
    }
}
