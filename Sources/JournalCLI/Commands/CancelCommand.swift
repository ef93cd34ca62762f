import ArgumentParser
import Journal

struct CancelCommand: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Throw drafts away.",
        discussion: "Without an operand, the only draft; with --all, every draft. 'surfjournal undo' brings them back.")

    @Argument(help: ArgumentHelp("A session's ID, 'last', or a draft as d3.", valueName: "id|dN")) var entry: String?
    @Flag(help: "Every draft.") var all = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in context: CommandContext) throws {
        let isJSON = try globals.isJSON("cancel")
        if all, entry != nil { throw Complaint.exclusive(["--all", "a draft"]) }
        let operand = try entry.map { text throws(Complaint) in try EntryOperand(text) }
        let journal = try context.openJournal()
        let desk = DraftDesk(journal)
        let numbers = try all ? desk.folder.list().drafts.map(\.number) : [desk.number(operand, context)]
        if journal.isOwn {
            try setAside(numbers, in: desk.folder, context)
        } else {
            for number in numbers { try desk.folder.take(number).discard() }
        }
        context.console.note(Sentences.cancelled(numbers))
        if isJSON { try writeJSON(numbers, context.console) }
    }

    /// Throws the drafts away so that `undo` can bring them back.
    private func setAside(_ numbers: [Int], in folder: DraftFolder, _ context: CommandContext) throws {
        let taken = try numbers.map { number throws(DraftError) in try folder.take(number) }
        if taken.isEmpty { return }
        try folder.forgetCancelled()
        let stamp = DraftFolder.stamp(context.now)
        for draft in taken { try draft.setAside(stamp: stamp) }
    }

    private func writeJSON(_ numbers: [Int], _ console: Console) throws {
        var json = JSONWriter()
        json.beginObject()
        json.key("cancelled")
        json.beginArray()
        for number in numbers { json.value("d\(number)") }
        json.endArray()
        json.endObject()
        json.endLine()
        try console.data(json.bytes)
    }
}
