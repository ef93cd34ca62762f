import Foundation
import Journal

/// Background jobs.
extension Prompt {
    /// Runs a command in the background, which must be an export or an exchange.
    func start(_ command: any JournalCommand, _ context: CommandContext) throws {
        if let sync = command as? SyncCommand { return try start(sync, context) }
        guard let export = command as? ExportCommand else {
            throw Refusal.usage("Only 'export FILE' and 'sync' can run in the background. Leave out the &.")
        }
        if export.file == "-" {
            throw Refusal.usage("An export in the background needs a file. Name one before the &.")
        }
        if Prompt.isUnreadPipe(export.file) {
            throw Refusal.usage("Nothing reads the pipe \(export.file). Start its reader first.")
        }
        let work = try export.prepare(in: context, counts: true)
        let job = jobs.start(.export(work), place: place)
        context.console.note("Job %\(job.number) is exporting to \(work.file.path). 'jobs' shows its progress.")
    }

    private func start(_ sync: SyncCommand, _ context: CommandContext) throws {
        guard sync.words.isEmpty, sync.onConflict == nil else {
            throw Refusal.usage(
                "In the background, 'sync' takes no words and no --on-conflict. Conflicts become drafts there.")
        }
        let journal = try context.openJournal()
        _ = try journal.syncRemote()
        guard let work = JobWork.exchange(of: journal.url) else {
            throw Refusal.failure("The system cannot start another process.")
        }
        let job = jobs.start(work, place: place)
        context.console.note("Job %\(job.number) is syncing the journal.")
    }

    /// Whether the path is a pipe without a reader, in which case opening it would block the prompt. Only pipes are
    /// opened for this test.
    private static func isUnreadPipe(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return false }
        let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        if descriptor >= 0 { close(descriptor) }
        return descriptor < 0 && errno == ENXIO
    }

    /// The job with a name such as `%1`.
    /// - Throws: `.noJob` if there is none.
    func job(_ name: String) throws -> Job {
        guard let number = Prompt.jobNumber(name), let job = jobs.job(number) else { throw Refusal.noJob(name) }
        return job
    }

    /// The number in a name such as `%1`, or nil.
    static func jobNumber(_ name: String) -> Int? {
        guard name.hasPrefix("%"), let number = Int(name.dropFirst()), number > 0 else { return nil }
        return number
    }

    /// Waits for a job, reports its end, and throws the job's error if it failed.
    /// - Throws: `.interrupted` if a signal ends the wait.
    func wait(for job: Job, _ context: CommandContext) throws {
        let bar = ProgressLine(context.console)
        do {
            defer { bar.clear() }
            try job.wait(context.interruption) { bar.show(done: $0.done, total: $0.total ?? 0) }
        }
        jobs.remove(job)
        if case .failed(let error)? = job.end { throw error }
        if case .exchangeFailed? = job.end { throw Refusal(.failure, Messages.ended(job), .silent) }
        context.console.note(Messages.ended(job))
    }
}

extension Refusal {
    fileprivate static func noJob(_ name: String) -> Refusal {
        .notFound("There is no job \(name). See 'jobs'.")
    }
}
