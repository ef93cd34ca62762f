import ArgumentParser

struct ExitCommand: SessionCommand {
    static let configuration = CommandConfiguration.command(
        "exit", abstract: "Leave; open scratchpads stay as drafts.",
        discussion: """
            Ctrl-D leaves as well. A job that runs is asked about.

              exit
            """,
        aliases: ["quit", "q"])

    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session, _ context: CommandContext) throws {
        if session.setting.isInteractive { session.leave() } else { session.end = .done }
    }
}
