import Dispatch

/// Shows on a terminal's last line how long something has been going on whose end is not known in advance.
final class ActivityLine: Sendable {
    private let line: ProgressLine
    private let queue = DispatchQueue(label: "surfjournal.activity")

    private init(_ console: Console) { line = ProgressLine(console) }

    /// Does the work. If it takes longer than half a second, the line is shown, and removed at the end.
    /// - Parameter words: What is done, such as `Checking the journal`.
    static func showing<Result>(_ words: String, on console: Console, _ work: () throws -> Result) rethrows -> Result {
        let activity = ActivityLine(console)
        guard activity.line.isOn else { return try work() }
        let timer = DispatchSource.makeTimerSource(queue: activity.queue)
        timer.schedule(deadline: .now() + ProgressBar.delay, repeating: 0.2)
        timer.setEventHandler { activity.line.show(words) }
        timer.resume()
        defer {
            timer.cancel()
            activity.queue.sync { activity.line.clear() }
        }
        return try work()
    }
}
