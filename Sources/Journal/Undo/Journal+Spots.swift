import Persistence
import SurfLanguage

/// Renaming places.
extension Journal {
    /// Renames a place in every entry with exactly that name, in one transaction. Returns the number of entries.
    package func renameSpot(_ old: String, to new: String) throws(JournalError) -> Int {
        try rethrowing {
            let context = commandContext()
            let ids = try context.performAndWait {
                let request = BatchUpdateRequest(entityName: JournalModel.entityName)
                request.predicate = try FetchPredicate(format: "location == %@", old)
                request.propertiesToUpdate = [EntryField.location.name: new]
                request.resultType = .updatedObjectIDsResultType
                let result = try context.execute(request) as? BatchUpdateResult
                trimHistory()
                return (result?.result as? [ManagedObjectID] ?? []).compactMap(\.key)
            }
            watcher?.noteBatch(ids)
            try takeInOwnChanges(ids)
            if !ids.isEmpty { try copyZone(of: old, to: new) }
            return ids.count
        }
    }
}
