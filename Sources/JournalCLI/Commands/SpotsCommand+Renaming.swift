import Journal

/// `spots rename OLD NEW`.
extension SpotsCommand {
    /// Renames a place in every entry with exactly that name.
    func rename(_ old: String, to new: String, _ context: CommandContext, _ isJSON: Bool) throws {
        guard !new.isEmpty, old != new, !new.contains("\0") else { throw Refusal.sameSpot }
        let journal = try context.openJournal()
        journal.act(for: "spots rename")
        let count = try journal.renameSpot(old, to: new)
        if count == 0 { throw Refusal.noSpot(old, context.suggestedPlace(old, in: journal)) }
        context.console.note(Messages.renamed(old, to: new, count))
        guard isJSON else { return }
        try context.console.json(["renamed": JSONValue(count), "from": .string(old), "to": .string(new)])
    }
}

extension Refusal {
    /// The new name is empty or the same as the old one.
    fileprivate static let sameSpot = Refusal(
        .usage, "The new name must be different from the old one, and not empty.")
}
