import Foundation

extension TerminalLineSource {
    /// Waits for the next byte while the main queue runs. Nil if there will be none.
    func nextByte() -> UInt8? {
        let watch = MainQueue.hasInput(input) ? nil : InputWatch(input)
        while true {
            if let byte = handleSignals() { return byte }
            if ending != nil { return nil }
            if watch?.isReady ?? true { break }
            MainQueue.run(until: .distantFuture)
        }
        return TerminalInput.byte(input) ?? hangUp()
    }

    /// Handles the received signals. Ctrl-C sent as a signal is returned as the key.
    private func handleSignals() -> UInt8? {
        while let signal = signals.next() {
            switch signal {
            case SIGINT: return 0x03
            case SIGWINCH: resize()
            case SIGCONT: continueAfterStop()
            default: _ = hangUp()
            }
        }
        return nil
    }

    private func resize() {
        guard let editor else { return }
        screen.show(drawing.clear(columns: screen.size.columns))
        editor.resize()
        draw()
    }

    /// Restores editing after a stop by another program, which left the terminal in its editing state.
    private func continueAfterStop() {
        if !isStopExpected, let editor {
            resume(editor)
            draw()
        }
        isStopExpected = false
    }

    private func hangUp() -> UInt8? {
        ending = .hungUp
        return nil
    }
}

/// Reads from a terminal.
enum TerminalInput {
    /// The next byte, or nil at the end or if the terminal was closed.
    static func byte(_ descriptor: Int32) -> UInt8? {
        var byte: UInt8 = 0
        while true {
            let count = read(descriptor, &byte, 1)
            if count == 1 { return byte }
            if count == 0 || (errno != EINTR && errno != EAGAIN) { return nil }
            if errno == EAGAIN { _ = poll(nil, 0, 10) }
        }
    }
}
