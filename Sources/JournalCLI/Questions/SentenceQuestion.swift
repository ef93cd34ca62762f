import Foundation
import Journal
import SurfLanguage

/// Parses a sentence. If that fails, the user is asked which line was meant, and asked once more if the answer is not
/// understood.
struct SentenceQuestion {
    let reader: SentenceReader
    let context: CommandContext

    /// The parsed words. On a terminal, an alternative line may be chosen instead.
    /// - Throws: `.sentence` with the reason, or `.questionLeft` or `.interrupted` if the question was not answered.
    func read(_ words: [SentenceWord]) throws -> Sentence {
        do throws(SentenceError) {
            return try reader.read(words)
        } catch {
            guard context.console.canAsk, !error.lines.isEmpty else { throw Refusal.sentence(error) }
            report(error)
            return try answer(to: error, of: words) { mistake in
                if let mistake { report(mistake) }
                let other: SentenceError? = mistake.flatMap { $0.lines.isEmpty ? nil : $0 }
                let open = other ?? error
                return try answer(to: open, of: other == nil ? words : nil) { throw Refusal.sentence($0 ?? open) }
            }
        }
    }

    /// The sentence of a line chosen by number or typed.
    /// - Parameters:
    ///   - words: The sentence that is asked about, if it is the one that was read first.
    ///   - otherwise: Handles any other answer. Its argument is the error of a typed line.
    private func answer(
        to error: SentenceError, of words: [SentenceWord]?, otherwise: (SentenceError?) throws -> Sentence
    ) throws -> Sentence {
        let prompt = LinePrompt(text: Messages.askLine(error.lines.count))
        switch SentenceAnswer(try context.console.answer(to: prompt) ?? "") {
        case .none: throw Refusal.sentence(error)
        case .leave: throw Refusal.questionLeft
        case .yes:
            return try error.lines.count == 1 ? sentence(error.lines[0]) : otherwise(nil)
        case .number(let number):
            guard error.lines.indices.contains(number - 1) else { return try otherwise(nil) }
            return try sentence(error.lines[number - 1])
        case .line(let line):
            if let field = field(named: line, error) {
                return try self.line(of: field, error).map(sentence) ?? otherwise(nil)
            }
            if let half = self.line(ofHalf: line, error) { return try sentence(half) }
            do throws(SentenceError) {
                let typed = try reader.read([line])
                if typed.hasValues { return typed }
                if case .noPlace = error.reason, let words { return try reader.read([.quoted(line)] + words) }
            } catch let mistake {
                return try otherwise(mistake)
            }
            return try otherwise(nil)
        }
    }

    /// The field that an answer names, in the question's words or by its name.
    private func field(named answer: String, _ error: SentenceError) -> EntryField? {
        guard case .unclear(_, let fields) = error.reason else { return EntryField(answer: answer) }
        return fields.first { Messages.meaning($0) == answer.lowercased() } ?? EntryField(answer: answer)
    }

    /// The first suggested line that gives the unclear words to a field.
    private func line(of field: EntryField, _ error: SentenceError) -> String? {
        guard case .unclear(let words, let fields) = error.reason, fields.contains(field) else { return nil }
        let read = error.lines.map { (line: $0, sentence: try? reader.read([$0])) }
        let holding = read.first {
            $0.sentence?.pieces.contains { $0.field == field && $0.text.contains(words) } == true
        }
        // Every line has a place.
        if holding != nil || field == .location { return holding?.line }
        return read.first { $0.sentence?.values[field] != nil }?.line
    }

    /// The suggested line in the half of the day that an answer names.
    private func line(ofHalf answer: String, _ error: SentenceError) -> String? {
        guard case .date(.halfUnknown) = error.reason else { return nil }
        return switch answer.lowercased() {
        case "am", "morning", "in the morning": error.lines.min()
        case "pm", "afternoon", "in the afternoon": error.lines.max()
        default: nil
        }
    }

    private func sentence(_ line: String) throws -> Sentence {
        do throws(SentenceError) { return try reader.read([line]) } catch { throw Refusal.sentence(error) }
    }

    /// Reports why the sentence was not understood, and the alternatives.
    private func report(_ error: SentenceError) {
        context.console.remark(TerminalSafe.text(Messages.reason(error)))
        for (index, line) in error.lines.enumerated() {
            context.console.remark("  \(index + 1)  " + TerminalSafe.text(line))
        }
    }
}

/// An answer to the question about a sentence.
enum SentenceAnswer: Equatable {
    case none
    /// A word that leaves the question, or a complete command.
    case leave
    case number(Int)
    /// Accepts the line if there is only one.
    case yes
    /// A line, without `add` before it and quotes around it.
    case line(String)

    init(_ typed: String) {
        let text = typed.trimmingCharacters(in: .whitespaces)
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        if words.isEmpty {
            self = .none
        } else if let number = Int(text) {
            self = .number(number)
        } else if SentenceAnswer.taking.contains(text.lowercased()) {
            self = .yes
        } else if words.count > 1, words[0] == "add" {
            self = .line(SentenceAnswer.unquoted(text.dropFirst(3).trimmingCharacters(in: .whitespaces)))
        } else {
            let isLeft = SentenceAnswer.leaving.contains(text.lowercased()) || PromptCommands.isWhole(words)
            self = isLeft ? .leave : .line(SentenceAnswer.unquoted(text))
        }
    }

    /// The text of a line that is one quoted word, which is the form suggested for copying. Other lines are returned
    /// unchanged.
    private static func unquoted(_ line: String) -> String {
        guard let words = try? ScriptLine(line, home: nil).words, words.count == 1, words[0].quoting != .none else {
            return line
        }
        return words[0].text
    }

    private static let taking: Set<String> = ["y", "yes"]
    private static let leaving: Set<String> = ["q", "quit", "exit", "cancel", "n", "no"]
}

extension Refusal {
    /// The question was not answered.
    fileprivate static let questionLeft = Refusal.failure("Cancelled.")
}
