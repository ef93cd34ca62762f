import ArgumentParser
import Journal

struct MigrateCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "migrate", abstract: "Upgrade a journal to the latest version.",
        discussion: """
            Adds the later fields to a journal from the first version, or from the app of the Core Data tutorial. It first writes a verified \
            copy beside the journal. Sessions keep their IDs.

              surfjournal migrate
              surfjournal migrate --store SurfJournalModel.sqlite
            """)

    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in context: CommandContext) throws {
        let outcome = try context.migrateJournal()
        context.console.note(Messages.migrated(outcome))
        try context.report(json: [
            "from": JSONValue(outcome.from.rawValue), "to": JSONValue(outcome.to.rawValue),
            "entries": JSONValue(outcome.entries), "backup": JSONValue(outcome.backup?.path),
        ])
    }
}
