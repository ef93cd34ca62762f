import ArgumentParser
import Journal

struct InitCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "init", abstract: "Create a journal.",
        discussion: """
            Creates the default journal, or the one that --store names. It never touches an existing file.

              surfjournal init
              surfjournal init --samples --store trip.sqlite
            """)

    @Flag(help: "Create it without sessions (default).") var empty = false
    @Flag(name: [.long, .customLong("sample")], help: "Create it with the sample sessions.") var samples = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in context: CommandContext) throws {
        if empty, samples { throw Refusal.exclusive(["--empty", "--samples"]) }
        let url = try context.place.get().url
        try Journal.create(at: url, sample: samples)
        let count = samples ? try Journal.open(url).sampleCount() : 0
        context.console.note(Messages.made(path: url.path, entries: count))
        try context.report(json: ["store": .string(url.path), "entries": JSONValue(count)])
    }
}
