import ArgumentParser
import Journal
import SurfLanguage

struct DiffCommand: PromptCommand {
    static let configuration = CommandConfiguration.command(
        "diff", abstract: "Show what you changed.",
        discussion: """
            It also shows what was saved elsewhere since you began.

              diff
              diff --json
            """)

    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in prompt: Prompt, _ context: CommandContext) throws {
        let open = try prompt.requirePad("diff")
        if context.isJSON { return try context.write(open) }
        let table = ScratchpadTable(open.pad, stored: try open.stored()).table(context.text)
        if table.rows.isEmpty {
            return context.console.note(
                open.entryID.map { "No changes to session \($0)." } ?? "The new session has no values yet.")
        }
        try context.console.lines(table.fitted(to: context.console.width).lines)
    }
}

/// The changes of a scratchpad: each field when the edit began, as stored now if that differs, and yours.
struct ScratchpadTable {
    private let pad: Scratchpad
    private let stored: EntryRecord?

    init(_ pad: Scratchpad, stored: EntryRecord?) {
        self.pad = pad
        self.stored = stored
    }

    func table(_ text: EntryText) -> Table {
        let changes = pad.changes
        let isStale = pad.entryID != nil && stored?.rev != pad.baseRev
        let fields = EntryField.allCases.filter { field in
            changes[field] != nil || (isStale && stored?.values[field] != pad.base[field])
        }
        let now = stored == nil ? "stored now (deleted)" : "stored now"
        let titles = ["field", "when you began"] + (isStale ? [now] : []) + ["yours"]
        let values = pad.values
        let rows = fields.map { field in
            [field.words, text.short(pad.base[field], of: field)]
                + (isStale ? [text.short(stored?.values[field], of: field)] : [])
                + [text.short(values[field], of: field)]
        }
        return Table(columns: titles.map { Table.Column(title: $0, minWidth: 6) }, rows: rows)
    }
}
