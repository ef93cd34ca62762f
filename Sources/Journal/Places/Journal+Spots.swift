import Persistence
import SurfLanguage

/// Renaming places.
extension Journal {
    /// Renames a place in every entry with exactly that name, in one transaction. Returns the number of entries.
    package func renameSpot(_ old: String, to new: String) throws(JournalError) -> Int {
        try rethrowing {
            let context = commandContext()
            let count = try context.performAndWait {
                let request = BatchUpdateRequest(entityName: JournalModel.entityName)
                request.predicate = try FetchPredicate(format: "location == %@", old)
                request.propertiesToUpdate = [EntryField.location.name: new]
                request.resultType = .updatedObjectsCountResultType
                let result = try context.execute(request) as? BatchUpdateResult
                return result?.result as? Int ?? 0
            }
            trimHistory()
            try refreshAfterSave()
            if count > 0 { try copyZone(of: old, to: new) }
            return count
        }
    }
}
