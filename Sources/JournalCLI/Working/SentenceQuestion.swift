import Foundation
import SurfLanguage

/// Reading a sentence, with one question where it can be answered.
struct SentenceQuestion {
    let reader: SentenceReader
    let context: CommandContext

    /// What the words say; on a terminal, what one of the lines says that were meant instead.
    /// - Throws: why nothing is understood; `.questionLeft` and `.interrupted` where the question is.
    func read(_ words: [SentenceWord]) throws -> Sentence {
        do throws(SentenceError) {
            return try reader.read(words)
        } catch {
            guard context.console.canAsk, let line = try chosen(error) else { throw Complaint.sentence(error) }
            return try sentence(line)
        }
    }

    private func sentence(_ line: String) throws -> Sentence {
        do throws(SentenceError) { return try reader.read([line]) } catch { throw Complaint.sentence(error) }
    }

    /// The line that is chosen by its number, or typed instead; nil where nothing is.
    private func chosen(_ error: SentenceError) throws -> String? {
        guard !error.lines.isEmpty else { return nil }
        context.console.note(Harmless.text(Sentences.reason(error)))
        for (index, line) in error.lines.enumerated() {
            context.console.note("  \(index + 1)  " + Harmless.text(line))
        }
        let prompt = LinePrompt(text: Sentences.askLine(error.lines.count))
        switch SentenceAnswer(try context.console.answer(to: prompt) ?? "") {
        case .none: return nil
        case .leave: throw Complaint.questionLeft
        case .number(let number): return error.lines.indices.contains(number - 1) ? error.lines[number - 1] : nil
        case .line(let line): return line
        }
    }
}

/// What is typed where a sentence is asked about.
enum SentenceAnswer: Equatable {
    case none
    /// A word for leaving, or a command that is whole by itself.
    case leave
    case number(Int)
    /// The line, without an `add` before it and quotes around it.
    case line(String)

    init(_ typed: String) {
        let text = typed.trimmingCharacters(in: .whitespaces)
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        if words.isEmpty {
            self = .none
        } else if let number = Int(text) {
            self = .number(number)
        } else if words.count > 1, words[0] == "add" {
            self = .line(SentenceAnswer.unquoted(text.dropFirst(3).trimmingCharacters(in: .whitespaces)))
        } else {
            let isLeft = SentenceAnswer.leaving.contains(text.lowercased()) || SessionCommands.isWhole(words)
            self = isLeft ? .leave : .line(SentenceAnswer.unquoted(text))
        }
    }

    /// The text of a line that is one quoted word, as lines are told to be copied; any other line as it is.
    private static func unquoted(_ line: String) -> String {
        guard let words = try? ScriptLine(line, home: nil).words, words.count == 1, words[0].quoting != .none else {
            return line
        }
        return words[0].text
    }

    private static let leaving: Set<String> = ["q", "quit", "exit", "cancel", "n", "no"]
}
