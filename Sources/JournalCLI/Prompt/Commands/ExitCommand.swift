import ArgumentParser

struct ExitCommand: PromptCommand {
    static let configuration = CommandConfiguration.command(
        "exit", abstract: "Quit. What you are editing stays as a draft.",
        discussion: """
            Ctrl-D does the same. If jobs are still running, you are asked what to do.

              exit
            """,
        aliases: ["quit", "q"])

    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let formats = CommandFormats.unchecked

    func run(in prompt: Prompt, _ context: CommandContext) throws {
        if prompt.setting.isInteractive { prompt.leave() } else { prompt.end = .done }
    }
}
