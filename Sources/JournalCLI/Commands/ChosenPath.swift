import Foundation
import Journal

/// The place of the journal that a command uses, chosen once before the command runs.
struct ChosenPath {
    private let choice: Result<JournalPath.Choice, JournalError>

    /// - Parameter option: The value of `--store`.
    init(option: String?, _ environment: [String: String]) {
        choice = Result { () throws(JournalError) in
            try JournalPath.choose(option: option, environment: environment)
        }
    }

    /// The place.
    /// - Throws: `.noHome`. It matters only to commands that need the journal.
    func get() throws(JournalError) -> JournalPath.Choice { try choice.get() }

    /// Refuses output into the journal, whether or not the command opens it.
    /// - Throws: `.isOfJournal` if standard output or standard error is one of the journal's files.
    func requireOtherOutput() throws {
        guard case .success(let place) = choice else { return }
        let files = JournalFiles(of: place.url)
        if try files.isOneOpen(as: STDERR_FILENO) { throw Refusal.alreadyReported(.failure) }
        if try files.isOneOpen(as: STDOUT_FILENO) { throw OutputError.isOfJournal("Standard output") }
    }
}
