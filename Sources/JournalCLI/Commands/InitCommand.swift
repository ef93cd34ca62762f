import ArgumentParser
import Journal

struct InitCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "init", abstract: "Create a journal.",
        discussion: """
            Creates the default journal, or the one that --store names. It never touches an existing file.

              surfjournal init
              surfjournal init --sample --store trip.sqlite
            """)

    @Flag(help: "Create it without sessions (default).") var empty = false
    @Flag(help: "Create it with the sample sessions.") var sample = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in context: CommandContext) throws {
        if empty, sample { throw Refusal.exclusive(["--empty", "--sample"]) }
        let url = try context.place.get().url
        try Journal.create(at: url, sample: sample)
        let count = sample ? try Journal.open(url).sampleCount() : 0
        context.console.note(Messages.made(path: url.path, entries: count))
        try context.report(json: ["store": .string(url.path), "entries": JSONValue(count)])
    }
}
