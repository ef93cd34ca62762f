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
        let source = ShellCompletionSource(words, environment: environment, zone: zone)
        let offer = CompletionEngine(source: source, commands: CommandShapes.needed(for: words))
            .offer(after: words, current: current)
        if offer.wantsFile { return ["files"] }
        let shown = offer.words.filter { $0.value == TerminalSafe.text($0.value) }
        return [offer.isOpen ? "open" : "words"] + (bash.map { spelled(shown, offer, $0) } ?? shown.map(noted))
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
