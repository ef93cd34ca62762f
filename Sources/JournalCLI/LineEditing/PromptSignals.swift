import Dispatch
import Synchronization

/// Signals received while a prompt waits. Sendable: the thread that receives signals adds them.
final class PromptSignals: Sendable {
    private let waiting = Mutex<[Int32]>([])

    /// Adds a signal and ends the main thread's wait.
    func note(_ signal: Int32) {
        waiting.withLock { $0.append(signal) }
        DispatchQueue.main.async {}
    }

    /// Removes and returns the oldest signal.
    func next() -> Int32? {
        waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}
