import Foundation
import SurfLanguage

/// Reading a sentence, with one question where it can be answered.
struct SentenceQuestion {
    let reader: SentenceReader
    let context: CommandContext

    /// What the words say; on a terminal, what one of the lines says that were meant instead.
    /// - Throws: why nothing is understood; `.interrupted` where the question is.
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
        let answer = try context.console.answer(to: prompt)?.trimmingCharacters(in: .whitespaces) ?? ""
        if answer.isEmpty { return nil }
        guard let number = Int(answer) else { return answer }
        return error.lines.indices.contains(number - 1) ? error.lines[number - 1] : nil
    }
}
