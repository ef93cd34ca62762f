import Foundation
import Journal

/// Start and end of the prompt or a script.
extension Prompt {
    /// Greets the person and opens the journal if it exists.
    /// - Returns: An exit code if the journal cannot be opened, otherwise nil.
    func greet() -> ExitCode? {
        do {
            let context = try context(try PromptOptions.parse(setting.defaults).globals, line: nil)
            let place = try context.place.get()
            if place.isDefault, try !Journal.exists(at: place.url) {
                context.console.note(Messages.greeting(sessions: nil))
            } else {
                try greet(try context.openJournal(), context.console)
            }
            return nil
        } catch {
            return report(error, console(Settings(), asksNothing: true, isSession: false))
        }
    }

    private func greet(_ journal: Journal, _ console: Console) throws {
        console.note(
            Messages.greeting(sessions: try journal.count(EntryQuery(samples: journal.sampleState().ordinaryChoice))))
        let waiting = try journal.drafts.list().numbers
        if !waiting.isEmpty { console.note(Messages.draftsWaiting(waiting)) }
    }

    /// Ends the prompt. Asks about running jobs and keeps unsaved scratchpads as drafts.
    func leave() {
        let console = console()
        guard finishJobs(console) else { return }
        _ = reportEndedJobs(after: .done, console)
        end = keepScratchpads(console)
    }

    /// Ends a script. Waits for its jobs and keeps unsaved scratchpads as drafts.
    func finish(_ code: ExitCode) -> ExitCode {
        let console = console()
        var code = end ?? code
        if let signal = setting.interruption.ending { code = .signal(signal) }
        if case .signal = code { jobs.cancelAll() }
        do { try wait(for: jobs.all) } catch { jobs.stop() }
        code = reportEndedJobs(after: code, console)
        let kept = keepScratchpads(console)
        return code == .done ? kept : code
    }

    /// Ends the prompt after its terminal was closed or a signal arrived.
    func hangUp(_ signal: Int32? = nil) {
        let console = console()
        if setting.isInteractive { console.errors.line("") }
        jobs.stop()
        _ = keepScratchpads(console)
        end = .signal(signal ?? setting.interruption.ending ?? SIGHUP)
    }

    /// Whether the prompt may end because no jobs are running.
    private func finishJobs(_ console: Console) -> Bool {
        while !jobs.running.isEmpty {
            guard console.canAsk else { return waitForJobs() }
            let count = jobs.running.count
            let running = count == 1 ? "1 job is" : "\(count) jobs are"
            switch try? console.ask("\(running) still running. [w]ait, [c]ancel, or [s]tay? ") {
            case "w", "wait": return waitForJobs()
            case "c", "cancel":
                jobs.stop()
                return true
            case "s", "stay", nil: return false
            default: console.remark(Messages.oneOfTheLetters)
            }
        }
        return true
    }

    /// Waits for the running jobs. Returns false if a signal ends the wait.
    private func waitForJobs() -> Bool {
        do { try wait(for: jobs.running) } catch { return jobs.running.isEmpty }
        return true
    }

    private func wait(for jobs: [Job]) throws { for job in jobs { try job.wait(setting.interruption) } }

    /// Keeps unsaved changes as drafts and reports that.
    private func keepScratchpads(_ console: Console) -> ExitCode {
        var code = ExitCode.done
        for open in pads {
            do {
                if let draft = try open.leave() {
                    console.note(Messages.leftAsDraft(draft.number, of: draft.content.entryID))
                }
            } catch {
                code = report(error, console)
            }
        }
        pads = []
        return code
    }
}
