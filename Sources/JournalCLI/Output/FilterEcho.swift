import Journal
import SurfLanguage

extension CommandContext {
    /// Prints the dates that a filter was understood to mean.
    func echo(_ filter: EntryFilter) {
        let dates = HumanDate(zone: zone)
        for case .date(let from, let before) in filter.terms {
            console.note(
                Sentences.understood(
                    from: from.map { dates.understood($0) }, before: before.map { dates.understood($0) }))
        }
    }
}

extension FilterOptions {
    /// Refuses fields that the journal does not have.
    func check(_ fields: [EntryField]) throws(JournalError) {
        if let missing = filtered.first(where: { !fields.contains($0) }) { throw .missingField(missing) }
    }
}
