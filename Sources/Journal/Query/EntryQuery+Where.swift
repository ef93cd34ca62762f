import Persistence

extension EntryQuery {
    /// Narrows the query by a condition in the predicate language.
    /// - Throws: `.predicate` with the position of the first mistake; the query is as it was then.
    package mutating func narrow(where text: String) throws(JournalError) {
        do throws(PredicateFormatError) {
            let condition = try FetchPredicate(format: text)
            predicate = predicate.map { .and([$0, condition]) } ?? condition
        } catch {
            throw .predicate(error)
        }
    }
}

/// Finds what a person may have meant by a name that is not known.
package enum Suggestion {
    /// The most similar of the known names; nil if none is near.
    package static func nearest(to name: String, among known: [String]) -> String? {
        NearestName.nearest(to: name, among: known)
    }
}
