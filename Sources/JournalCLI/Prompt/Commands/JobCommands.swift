import ArgumentParser
import Journal

struct JobsCommand: PromptCommand {
    static let configuration = CommandConfiguration.command(
        "jobs", abstract: "Show what runs in the background.",
        discussion: """
            Put an & at the end of 'export FILE' or 'sync' to run it in the background.

              export all.csv &
              sync &
              jobs
              jobs --json
            """)

    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in prompt: Prompt, _ context: CommandContext) throws {
        if context.isJSON {
            return try context.console.json(.array(prompt.jobs.all.map(JSONValue.init(job:))))
        }
        for job in prompt.jobs.all { try context.console.line(Messages.progress(job)) }
        if prompt.jobs.all.isEmpty { context.console.note(Messages.noJobs) }
    }
}

struct WaitCommand: PromptCommand {
    static let configuration = CommandConfiguration.command(
        "wait", abstract: "Wait for one background job, or for all.",
        discussion: """
            Ctrl-C stops waiting, but not the job.

              wait
              wait %1
            """)

    @Argument(help: ArgumentHelp("The job, such as %1.", valueName: "job"), completion: .value(.job)) var job: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let formats = CommandFormats.unchecked

    func run(in prompt: Prompt, _ context: CommandContext) throws {
        let jobs = try job.map { [try prompt.job($0)] } ?? prompt.jobs.all
        if jobs.isEmpty { context.console.note(Messages.noJobs) }
        for job in jobs { try prompt.wait(for: job, context) }
    }
}

extension JSONValue {
    /// A job as an object. The total is null while it is unknown, and the file for an exchange.
    init(job: Job) {
        let progress = job.progress
        self = [
            "job": .string("%\(job.number)"), "file": JSONValue(job.file), "state": JSONValue(Messages.word(job.end)),
            "done": JSONValue(progress.done), "total": JSONValue(progress.total),
        ]
    }
}
