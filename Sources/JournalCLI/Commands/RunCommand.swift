import ArgumentParser
import Foundation

struct RunCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "run", abstract: "Run the commands in a file.",
        discussion: """
            One command on each line, without the program's name. It stops at the first error and never asks.

              surfjournal run morning.surf
              surfjournal run morning.surf --store trip.sqlite
            """)

    @Argument(help: ArgumentHelp("The file with the commands.", valueName: "file"), completion: .file()) var file:
        String
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let takesFormat = false
    static let formats = CommandFormats.unchecked

    func run(in context: CommandContext) throws {
        let file = context.path(file)
        try context.requireOtherInput(file)
        let script: ScriptLineSource
        do throws(ScriptLineSource.Failure) { script = try ScriptLineSource(path: file) } catch {
            throw Refusal.script(error, path: file)
        }
        let code: ExitCode
        if let prompt = context.prompt {
            if prompt.scripts.contains(file) { throw Refusal.usage("\(file) runs itself. Remove that line.") }
            code = prompt.run(script)
        } else {
            code = Prompt.runScript(script, globals.words, context).code
        }
        if code != .done { throw Refusal.alreadyReported(code) }
    }
}
