import ArgumentParser
import Journal

struct DraftsCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "drafts", abstract: "Show your drafts.",
        discussion: """
            Drafts are changes that are not saved yet. The column 'journal' says 'changed since' if the session was \
            changed after you began.

              surfjournal drafts
              surfjournal drafts --json
            """)

    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let onlyReads = true

    func run(in context: CommandContext) throws {
        let journal = try context.openJournal()
        let all = try journal.drafts.list()
        let listed = try all.drafts.map { ListedDraft(draft: $0, isStale: try journal.isStale($0.content)) }
        if context.isJSON {
            try context.console.json(.array(listed.map { JSONValue($0, fields: journal.fields, zone: context.zone) }))
        } else {
            try writeTable(listed, context)
        }
        try context.console.flush()
        for number in all.unreadable { context.console.remark(Refusal(DraftError.unreadable(number)).sentence ?? "") }
        for number in all.ofOtherJournals {
            context.console.remark(Refusal(DraftError.otherJournal(number)).sentence ?? "")
        }
        if let folder = try context.place.get().draftsBesideLink {
            context.console.remark(
                "\(folder.path) is not used: a journal keeps its drafts beside its own file. "
                    + "Move its files to \(journal.drafts.folder.path), under numbers that are free there.")
        }
        if all.numbers.isEmpty, !context.isJSON { context.console.note(Messages.noDrafts) }
    }

    private func writeTable(_ listed: [ListedDraft], _ context: CommandContext) throws {
        if listed.isEmpty { return }
        var columns = [
            Table.Column(title: "draft"), Table.Column(title: "session", alignment: .right),
            Table.Column(title: "age"), Table.Column(title: "changes", minWidth: 8),
        ]
        if listed.contains(where: \.isStale) {
            columns.append(Table.Column(title: "journal", minWidth: 8, hidePriority: 1))
        }
        let table = Table(columns: columns, rows: listed.map { Array(row($0, context).prefix(columns.count)) })
        try context.console.lines(table.fitted(to: context.console.width).lines)
    }

    private func row(_ listed: ListedDraft, _ context: CommandContext) -> [String] {
        let content = listed.draft.content
        return [
            "d\(listed.draft.number)", content.entryID.map(String.init) ?? "new",
            Messages.age(seconds: context.now - content.since), context.text.summary(content.changes),
            listed.isStale ? "changed since" : "",
        ]
    }
}
