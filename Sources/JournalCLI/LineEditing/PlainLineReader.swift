import Foundation
import Journal

/// Reads whole lines from terminals that cannot move their cursor. The terminal's own keys edit.
///
/// It writes the prompt and nothing else. Use it on the main thread.
struct PlainLineReader {
    let input: Int32
    let screen: TerminalScreen
    let signals: PromptSignals

    func readLine(_ prompt: LinePrompt) -> LineEvent {
        show(prompt)
        var bytes: [UInt8] = []
        while true {
            if let event = wait(prompt) { return event }
            guard let byte = TerminalInput.byte(input) else { return end(bytes, prompt) }
            if byte == UInt8(ascii: "\n") { return line(bytes, prompt) }
            // Accept one byte more than the limit, so that a longer line is refused instead of truncated.
            if bytes.count <= ScriptLine.sizeLimit { bytes.append(byte) }
        }
    }

    /// Shows the prompt with the default in brackets. Enter alone accepts the default.
    private func show(_ prompt: LinePrompt) {
        let offered = prompt.offered.isEmpty ? "" : "[\(prompt.offered)] "
        screen.show(TerminalSafe.text(prompt.text + offered))
    }

    /// Waits for input while the main queue runs. Returns an event if one ends the line first.
    private func wait(_ prompt: LinePrompt) -> LineEvent? {
        let watch = MainQueue.hasInput(input) ? nil : InputWatch(input)
        while true {
            while let signal = signals.next() {
                switch signal {
                case SIGINT:
                    screen.show("\n")
                    return .interrupted
                case SIGWINCH: break
                case SIGCONT: show(prompt)
                default: return .hungUp
                }
            }
            if watch?.isReady ?? true { return nil }
            MainQueue.run(until: .distantFuture)
        }
    }

    private func line(_ bytes: [UInt8], _ prompt: LinePrompt) -> LineEvent {
        .line(bytes.isEmpty ? prompt.offered : String(decoding: bytes, as: UTF8.self))
    }

    /// Handles Ctrl-D and a closed terminal. Ctrl-D after text ends the line.
    private func end(_ bytes: [UInt8], _ prompt: LinePrompt) -> LineEvent {
        var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        if poll(&request, 1, 0) > 0, request.revents & Int16(POLLHUP) != 0 { return .hungUp }
        if !bytes.isEmpty { return line(bytes, prompt) }
        screen.show("\n")
        return .endOfInput
    }
}
