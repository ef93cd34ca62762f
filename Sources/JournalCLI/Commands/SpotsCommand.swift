import ArgumentParser
import Journal

struct SpotsCommand: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "spots", abstract: "Rename places.",
        discussion: "'spots rename OLD NEW' renames a place in every session that has exactly that name, at once.")

    @Argument(help: ArgumentHelp("What to do, as: rename OLD NEW.", valueName: "words")) var words: [String] = []
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in context: CommandContext) throws {
        let isJSON = try globals.isJSON("spots")
        guard words.first == "rename", words.count == 3 else { throw Complaint.nothingToRename }
        try rename(words[1], to: words[2], context, isJSON)
    }

    private func rename(_ old: String, to new: String, _ context: CommandContext, _ isJSON: Bool) throws {
        guard !new.isEmpty, old != new, !new.contains("\0") else { throw Complaint.sameSpot }
        let journal = try context.openJournal()
        journal.act(for: "spots rename")
        let count = try journal.renameSpot(old, to: new)
        if count == 0 { throw Complaint.noSpot(old) }
        context.console.note(Sentences.renamed(old, to: new, count))
        guard isJSON else { return }
        var json = JSONWriter()
        json.beginObject()
        json.key("renamed")
        json.value(Int64(count))
        json.key("from")
        json.value(old)
        json.key("to")
        json.value(new)
        json.endObject()
        json.endLine()
        try context.console.data(json.bytes)
    }
}
