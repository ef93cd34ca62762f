import Foundation

/// What the tests tried, counted for SECURITY-AND-DURABILITY.md. `scripts/test-long` adds up the counts.
package enum Figure: String, Sendable {
    case faults = "faults injected"
    case kills = "kills survived"
    case powerFailures = "failures of the power survived"
    case operations = "operations raced"
    case transfers = "transfers between accounts, a third of them through children"
    case inputs = "inputs tried"
    case edits = "edits of one session"
    case entries = "sessions in one journal"
    case formats = "random models, edits and migrations compared with the format's reference"

    /// Appends a line with this count to the file that `SURFJOURNAL_FIGURES` names. Does nothing without that variable.
    package func add(_ count: Int) {
        if count > 0 { Figure.say("\(count)\t\(rawValue)") }
    }

    /// Notes a measurement in words.
    package static func note(_ words: String) { say("measured\t\(words)") }

    private static func say(_ words: String) {
        guard let path = ProcessInfo.processInfo.environment["SURFJOURNAL_FIGURES"] else { return }
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
        let line = Array((words + "\n").utf8)
        precondition(file >= 0 && write(file, line, line.count) == line.count, "SURFJOURNAL_FIGURES cannot be written")
        close(file)
    }
}
