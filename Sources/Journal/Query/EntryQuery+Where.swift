import Persistence

extension EntryQuery {
    /// Adds a condition in the predicate language to the query.
    /// - Throws: `.predicate` with the position of the first mistake, `.predicateBinding` for names that no journal
    ///   has. The query is unchanged then.
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
