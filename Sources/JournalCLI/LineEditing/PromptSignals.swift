import Dispatch
import Synchronization

/// The signals that came while a prompt waits. Sendable: they are noted on the thread that takes them.
final class PromptSignals: Sendable {
    private let waiting = Mutex<[Int32]>([])

    /// Notes a signal and ends the main thread's wait.
    func note(_ signal: Int32) {
        waiting.withLock { $0.append(signal) }
        DispatchQueue.main.async {}
    }

    /// The first that came; it is taken off.
    func next() -> Int32? {
        waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}
