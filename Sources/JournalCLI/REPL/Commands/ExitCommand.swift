import ArgumentParser

struct ExitCommand: SessionCommand {
    static let configuration = CommandConfiguration.command(
        "exit", abstract: "Quit. What you are editing stays as a draft.",
        discussion: """
            Ctrl-D does the same. If jobs are still running, you are asked what to do.

              exit
            """,
        aliases: ["quit", "q"])

    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session, _ context: CommandContext) throws {
        if session.setting.isInteractive { session.leave() } else { session.end = .done }
    }
}
