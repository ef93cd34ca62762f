import ArgumentParser
import Journal

struct SampleCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "sample", abstract: "Remove or restore the sample sessions.",
        discussion: """
            Sample sessions that you edited are yours and stay.

              surfjournal sample remove
              surfjournal sample restore
            """)

    /// What to do with the sample entries.
    enum Action: String, CaseIterable, ExpressibleByArgument {
        case remove, restore
    }

    @Argument(help: "What to do with them.") var action: Action
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in context: CommandContext) throws {
        let journal = try context.openJournal()
        journal.act(for: "sample \(action.rawValue)")
        let count: Int
        switch action {
        case .remove:
            count = try journal.removeSamples()
            context.console.note(
                count == 0 ? "There are no sample sessions." : "Removed \(Messages.sessions(count, "sample ")).")
        case .restore:
            count = try journal.restoreSamples()
            context.console.note(
                count == 0
                    ? "No sample session was removed from this journal. 'surfjournal init --samples --store PATH' creates one with them."
                    : "Restored \(Messages.sessions(count, "sample ")).")
        }
        try context.report(json: [action == .remove ? "removed" : "restored": JSONValue(count)])
    }
}
