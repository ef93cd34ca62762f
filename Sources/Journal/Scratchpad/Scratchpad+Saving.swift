/// Saving writes the scratchpad's values into the main context, so that a failed save leaves the scratchpad and its undo
/// steps unchanged.
extension Scratchpad {
    /// Saves the entry to the journal, as `Journal.save` does.
    /// - Precondition: The scratchpad is not nested.
    /// - Throws: `.conflict` if the answer does not resolve the conflict, or another `JournalError`. Nothing is saved
    ///   then, and the scratchpad is unchanged.
    package func save(_ answer: ConflictAnswer) throws(JournalError) -> SaveOutcome {
        precondition(outer == nil, "A nested scratchpad is kept in the one around it, and saved with that.")
        return try journal.rethrowing { try journal.save(content, answer) }
    }
}
