/// The progress of long work: a bar with count, rate and remaining time.
struct ProgressBar: Sendable {
    /// Seconds before the bar appears. Shorter work shows nothing.
    static let delay = 0.5
    /// The width of the bar itself, in columns.
    private static let cells = 20

    /// The line for `done` of `total` after `seconds`. Empty if there is nothing to show yet.
    static func line(done: Int, total: Int, seconds: Double) -> String {
        guard seconds > delay, total > 0 else { return "" }
        let share = min(1, Double(done) / Double(total))
        let filled = Int(share * Double(cells))
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: cells - filled)
        let rate = Double(done) / seconds
        let rest = rate > 0 ? clock(Double(total - done) / rate) : "--:--"
        let counts = "\(Messages.grouped(done))/\(Messages.grouped(total))"
        return "[\(bar)] \(counts)  \(Messages.grouped(Int(rate)))/s  \(rest) left"
    }

    /// Minutes and seconds, such as `1:05`.
    static func clock(_ seconds: Double) -> String {
        let whole = Int(min(max(seconds, 0), 359_999))
        let rest = whole % 60
        return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
    }
}

/// A progress bar on a terminal's last line. Use it on one thread at a time.
final class ProgressLine: @unchecked Sendable {
    private let errors: ErrorStream
    /// Whether progress may be shown: on a terminal, without `--quiet`.
    let isOn: Bool
    private let start = ContinuousClock.now
    private var isShown = false

    init(_ console: Console) {
        errors = console.errors
        isOn = console.errors.isTerminal && !console.isQuiet
    }

    /// Shows the progress.
    func show(done: Int, total: Int) {
        guard isOn else { return }
        let line = ProgressBar.line(done: done, total: total, seconds: (ContinuousClock.now - start) / .seconds(1))
        guard !line.isEmpty else { return }
        isShown = true
        errors.write("\r" + line + "\u{1B}[K")
    }

    /// Shows what is done, and for how long.
    func show(_ words: String) {
        guard isOn else { return }
        isShown = true
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        errors.write("\r\(words)  \(ProgressBar.clock(seconds))\u{1B}[K")
    }

    /// Removes the bar.
    func clear() {
        if isShown { errors.write("\r\u{1B}[K") }
        isShown = false
    }
}
