import Foundation
import Journal

/// Completes a shell's command line, from the arguments of the shell's script to the lines that the script reads.
struct ShellCompletion {
    private let words: [String]
    private let current: String
    private let bash: BashLine?

    /// - Parameter arguments: For bash, the program's name as it was typed, the line up to the cursor, and the break
    ///   characters. For other shells, the words after the program's name, with the one being typed last.
    init?(_ shell: Shell, _ arguments: [String]) {
        guard shell == .bash else {
            guard let current = arguments.last else { return nil }
            (words, self.current, bash) = (Array(arguments.dropLast()), current, nil)
            return
        }
        guard arguments.count == 3 else { return nil }
        let line = BashLine(arguments[1], breaks: arguments[2])
        // Words before the program's name are assignments.
        let name = BashLine(arguments[0] + " ", breaks: "").words.first
        let start = line.words.firstIndex { $0 == name } ?? 0
        (words, current, bash) = (Array(line.words.dropFirst(start + 1)), line.current, line)
    }

    /// The lines for the shell: the kind of completions, then one word per line. In shells that show notes, the note
    /// follows after a tab.
    func lines(environment: [String: String], zone: TimeZone) -> [String] {
        let source = LateCompletions()
        lazy var journal = openedJournal(environment)
        source.journal = { journal.map { JournalCompletions(journal: $0, zone: zone) } }
        let offer = CompletionEngine(source: source, commands: CommandShapes.needed(for: words))
            .offer(after: words, current: current)
        if offer.wantsFile { return ["files"] }
        let shown = offer.words.filter { $0.value == TerminalSafe.text($0.value) }
        return [offer.isOpen ? "open" : "words"] + (bash.map { spelled(shown, offer, $0) } ?? shown.map(noted))
    }

    /// The journal of the command line, which is never created. The time to wait for its lock is short.
    private func openedJournal(_ environment: [String: String]) -> Journal? {
        var options = JournalOptions()
        options.timeout = ShellCompletion.patience
        guard let place = try? JournalPath.choose(option: store, environment: environment),
            FileManager.default.fileExists(atPath: place.url.path)
        else { return nil }
        return try? Journal.open(place.url, options)
    }

    /// The longest wait for another process that is writing, in seconds.
    private static let patience = 0.3

    /// The value of `--store` on the command line.
    private var store: String? {
        let prefix = "--store="
        guard let index = words.lastIndex(where: { $0 == "--store" || $0.hasPrefix(prefix) }) else { return nil }
        if words[index].hasPrefix(prefix) { return String(words[index].dropFirst(prefix.count)) }
        return index + 1 < words.count ? words[index + 1] : nil
    }

    /// The words in bash's quoting. The quote of a single candidate is closed; a part of a sentence may continue.
    private func spelled(_ words: [CompletionCandidate], _ offer: CompletionOffer, _ line: BashLine) -> [String] {
        guard offer.isOpen else { return words.map { line.spelledWhole($0.value) } }
        let spelled = words.map { line.spelled($0.value) }
        guard line.quote != nil, spelled.count == 1 else { return spelled }
        return [spelled[0], spelled[0] + ","]
    }

    private func noted(_ word: CompletionCandidate) -> String {
        word.value + (word.note.map { "\t" + TerminalSafe.text($0) } ?? "")
    }
}
