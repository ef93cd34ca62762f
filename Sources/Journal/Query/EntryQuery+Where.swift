import Persistence

extension EntryQuery {
    /// Narrows the query by a condition in the predicate language.
    /// - Throws: `.predicate` with the position of the first mistake, `.predicateBinding` for what no journal has; the query
    ///   is as it was then.
    package mutating func narrow(where text: String) throws(JournalError) {
        let condition = try EntryQuery.condition(text)
        predicate = predicate.map { .and([$0, condition]) } ?? condition
    }

    private static func condition(_ text: String) throws(JournalError) -> FetchPredicate {
        do {
            let condition = try FetchPredicate(format: text)
            _ = try condition.bound(to: JournalModel.unused)
            return condition
        } catch let error as PredicateFormatError {
            throw .predicate(error)
        } catch let error as PredicateBindingError {
            throw .predicateBinding(error)
        } catch {
            throw .invalid(nil, reason: String(describing: error))
        }
    }
}

/// Finds what a person may have meant by a name that is not known.
package enum Suggestion {
    /// Longer words are no misspelt names.
    private static let mostLetters = 200

    /// The most similar of the known names; nil if none is near.
    package static func nearest(to name: String, among known: [String]) -> String? {
        name.utf8.count > mostLetters ? nil : NearestName.nearest(to: name, among: known)
    }
}
