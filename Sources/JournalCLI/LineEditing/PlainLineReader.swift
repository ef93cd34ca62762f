import Foundation

/// Reads lines as the terminal sends them, for terminals that cannot move their cursor: the terminal's own keys edit.
///
/// Writes the prompt and nothing else. Use on the main thread.
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
            // One more than a line may have, so that it is refused and not cut.
            if bytes.count <= ScriptLine.sizeLimit { bytes.append(byte) }
        }
    }

    /// What is offered stands in brackets: Enter alone takes it.
    private func show(_ prompt: LinePrompt) {
        let offered = prompt.offered.isEmpty ? "" : "[\(prompt.offered)] "
        screen.show(Harmless.text(prompt.text + offered))
    }

    /// Waits for input while the main queue runs; returns what ends the line before it.
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

    /// Ctrl-D, or a terminal that is gone; Ctrl-D behind a text ends the line.
    private func end(_ bytes: [UInt8], _ prompt: LinePrompt) -> LineEvent {
        var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        if poll(&request, 1, 0) > 0, request.revents & Int16(POLLHUP) != 0 { return .hungUp }
        if !bytes.isEmpty { return line(bytes, prompt) }
        screen.show("\n")
        return .endOfInput
    }
}
