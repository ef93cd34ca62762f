import Foundation
import Journal

/// One Tab in a shell: from what the shell's script says of its command line to the lines that it reads back.
struct ShellCompletion {
    private let words: [String]
    private let current: String
    private let bash: BashLine?

    /// - Parameter arguments: of bash, the program's name as it was typed, the line up to the cursor, and what breaks words; of
    ///   the others, the words behind the program's name, of which the last is being typed.
    init?(_ shell: Shell, _ arguments: [String]) {
        guard shell == .bash else {
            guard let current = arguments.last else { return nil }
            (words, self.current, bash) = (Array(arguments.dropLast()), current, nil)
            return
        }
        guard arguments.count == 3 else { return nil }
        let line = BashLine(arguments[1], breaks: arguments[2])
        // What stands before the program's name are assignments.
        let name = BashLine(arguments[0] + " ", breaks: "").words.first
        let start = line.words.firstIndex { $0 == name } ?? 0
        (words, current, bash) = (Array(line.words.dropFirst(start + 1)), line.current, line)
    }

    /// The lines for the shell: what follows, and a word a line, its note behind a tab where the shell shows notes.
    func lines(environment: [String: String], zone: TimeZone) -> [String] {
        let source = ShellCompletionSource(words, environment: environment, zone: zone)
        let offer = CompletionEngine(source: source, commands: CommandShapes.needed(for: words))
            .offer(after: words, current: current)
        if offer.wantsFile { return ["files"] }
        let shown = offer.words.filter { $0.value == Harmless.text($0.value) }
        return [offer.isOpen ? "open" : "words"] + (bash.map { spelled(shown, offer, $0) } ?? shown.map(noted))
    }

    /// The words as bash takes them. It closes an open quote behind the only one; a part of a sentence goes on.
    private func spelled(_ words: [CompletionCandidate], _ offer: CompletionOffer, _ line: BashLine) -> [String] {
        guard offer.isOpen else { return words.map { line.spelledWhole($0.value) } }
        let spelled = words.map { line.spelled($0.value) }
        guard line.quote != nil, spelled.count == 1 else { return spelled }
        return [spelled[0], spelled[0] + ","]
    }

    private func noted(_ word: CompletionCandidate) -> String {
        word.value + (word.note.map { "\t" + Harmless.text($0) } ?? "")
    }
}
