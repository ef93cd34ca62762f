import Persistence
import SurfLanguage

/// Changing what a place is called.
extension Journal {
    /// Renames a place in every entry that has exactly that name, in one transaction; returns how many there are.
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
