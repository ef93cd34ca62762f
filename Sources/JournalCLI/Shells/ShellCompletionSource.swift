import Foundation
import Journal

/// The values in the journal of a shell's command line. The journal is opened when it is first needed. It is never
/// created, and the time to wait for its lock is short.
final class ShellCompletionSource: CompletionSource {
    /// The longest wait for another process that is writing, in seconds.
    private static let patience = 0.3

    private let words: [String]
    private let environment: [String: String]
    private let zone: TimeZone
    private lazy var journal: JournalCompletions? = opened()

    /// - Parameter words: The command line, in which `--store` may name a journal.
    init(_ words: [String], environment: [String: String], zone: TimeZone) {
        (self.words, self.environment, self.zone) = (words, environment, zone)
    }

    func places() -> [String] { journal?.places() ?? [] }

    func entries(startingWith digits: String, limit: Int) -> [CompletionCandidate] {
        journal?.entries(startingWith: digits, limit: limit) ?? []
    }

    func drafts() -> [CompletionCandidate] { journal?.drafts() ?? [] }

    func jobs() -> [CompletionCandidate] { [] }

    private func opened() -> JournalCompletions? {
        var options = JournalOptions()
        options.timeout = ShellCompletionSource.patience
        guard let place = try? JournalPlace.choose(option: store, environment: environment),
            FileManager.default.fileExists(atPath: place.url.path),
            let journal = try? Journal.open(place.url, options)
        else { return nil }
        return JournalCompletions(journal: journal, zone: zone)
    }

    /// The value of `--store` on the command line.
    private var store: String? {
        let prefix = "--store="
        guard let index = words.lastIndex(where: { $0 == "--store" || $0.hasPrefix(prefix) }) else { return nil }
        if words[index].hasPrefix(prefix) { return String(words[index].dropFirst(prefix.count)) }
        return index + 1 < words.count ? words[index + 1] : nil
    }
}
