import ArgumentParser

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
        let isJSON = try globals.isJSON("diff")
        let open = try prompt.requirePad("diff")
        if isJSON { return try context.write(open) }
        let table = ScratchpadTable(open.pad, stored: try open.stored()).table(context.text)
        if table.rows.isEmpty { return context.console.note(Messages.noDifference(open.entryID)) }
        for line in table.fitted(to: context.console.width).lines { try context.console.line(line) }
    }
}
