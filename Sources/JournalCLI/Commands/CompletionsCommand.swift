import ArgumentParser

struct CompletionsCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "completions", abstract: "Print a shell completion script.",
        discussion: """
            Tab completes commands, options, fields, and the places and IDs in your journal. The installer sets this up. \
            Without it, add a line to ~/.bashrc, ~/.zshrc (after compinit) or ~/.config/fish/config.fish:

              eval "$(surfjournal completions bash)"
              eval "$(surfjournal completions zsh)"
              surfjournal completions fish | source
            """)

    @Argument(help: ArgumentHelp("The shell.", valueName: "shell")) var shell: Shell
    @Flag(help: .hidden) var complete = false
    @Argument(parsing: .postTerminator, help: .hidden) var words: [String] = []
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let formats = CommandFormats.unchecked

    func run(in context: CommandContext) throws {
        guard complete else { return try context.console.line(shell.script) }
        guard let completion = ShellCompletion(shell, words) else { return }
        for line in completion.lines(environment: context.environment, zone: context.zone) {
            try context.console.line(line)
        }
    }
}

extension Shell: ExpressibleByArgument {}
