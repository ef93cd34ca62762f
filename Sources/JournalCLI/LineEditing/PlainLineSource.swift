import Foundation

/// Lines of a terminal that edits them itself.
final class PlainLineSource: LineSource {
    private let interruption: Interruption
    private let signals = PromptSignals()

    init(_ interruption: Interruption) { self.interruption = interruption }

    func readLine(_ prompt: LinePrompt) -> LineEvent {
        ErrorStream().write(prompt.text + (prompt.initial.isEmpty ? "" : "[\(Harmless.text(prompt.initial))] "))
        return interruption.telling(signals.note) {
            let watch = InputWatch(STDIN_FILENO)
            var bytes: [UInt8] = []
            while true {
                while let signal = signals.next() {
                    if signal == SIGINT { return .interrupted }
                    return .hungUp
                }
                guard watch.isReady || MainQueue.hasInput(STDIN_FILENO) else {
                    MainQueue.run(until: .distantFuture)
                    continue
                }
                var byte: UInt8 = 0
                let count = read(STDIN_FILENO, &byte, 1)
                if count < 0 { return .hungUp }
                if count == 0 { return bytes.isEmpty ? .endOfInput : .line(String(decoding: bytes, as: UTF8.self)) }
                if byte == 10 { return .line(bytes.isEmpty ? prompt.initial : String(decoding: bytes, as: UTF8.self)) }
                bytes.append(byte)
            }
        }
    }
}
