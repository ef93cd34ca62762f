import Foundation
import Synchronization

/// Ends the program cleanly on Ctrl-C, SIGTERM and SIGHUP.
///
/// The signals are blocked on every thread and taken by one that waits for them. Outside `cancelling` the program ends at
/// once: a journal is whole whatever moment it ends at. While a prompt waits, `telling` hands it the signals instead, and
/// those of a terminal's size and of going on after a stop. A signal that the program was started to ignore stays ignored.
package final class Interruption: Sendable {
    private struct State {
        var signal: Int32?
        var cancel: (@Sendable () -> Void)?
        var target: String?
        var listener: (@Sendable (Int32) -> Void)?
    }

    /// Signals that only a prompt asks for.
    private static let ofPrompts = [SIGWINCH, SIGCONT]

    /// How long cancelled work may take to end, in seconds, before the program ends without it.
    private static let grace = 3.0

    private let state = Mutex(State())

    package init() {}

    /// Starts to take the signals. Call once, before any other thread runs.
    package func start() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGHUP] where !Interruption.isIgnored(signal) { sigaddset(&signals, signal) }
        for signal in Interruption.ofPrompts { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let waited = signals
        Thread.detachNewThread { [self] in wait(for: waited) }
    }

    /// Runs work that a signal cancels instead of ending the program.
    /// - Throws: `.interrupted` after a signal, whatever the work threw or returned; what the work throws otherwise.
    func cancelling<Result>(
        target: String?, _ cancel: @escaping @Sendable () -> Void, _ work: () throws -> Result
    ) throws -> Result {
        state.withLock { ($0.cancel, $0.target) = (cancel, target) }
        let result = Swift.Result { try work() }
        let signal = state.withLock { state in
            (state.cancel, state.target) = (nil, nil)
            return state.signal
        }
        if let signal, case .failure = result { throw Complaint.interrupted(signal: signal, target: target) }
        return try result.get()
    }

    /// Runs work that is told of signals, from another thread, instead of being ended by them.
    func telling<Result>(_ listener: @escaping @Sendable (Int32) -> Void, _ work: () -> Result) -> Result {
        state.withLock { $0.listener = listener }
        defer { state.withLock { $0.listener = nil } }
        return work()
    }

    private func wait(for signals: sigset_t) {
        var signals = signals
        while true {
            var signal: Int32 = 0
            if sigwait(&signals, &signal) == 0 { receive(signal) }
        }
    }

    private func receive(_ signal: Int32) {
        if let listener = state.withLock({ $0.listener }) { return listener(signal) }
        if Interruption.ofPrompts.contains(signal) { return }
        let (cancel, target) = state.withLock { state in
            let cancel = state.signal == nil ? state.cancel : nil
            if cancel != nil { state.signal = signal }
            return (cancel, state.target)
        }
        guard let cancel else { Interruption.end(signal, target) }
        cancel()
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: Interruption.grace)
            Interruption.end(signal, target)
        }
    }

    private static func end(_ signal: Int32, _ target: String?) -> Never {
        ErrorStream().line(Harmless.text(Sentences.sentence(.interrupted(signal: signal, target: target))))
        _exit(ExitCode.signal(signal).number)
    }

    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return false }
        #if canImport(Darwin)
            let handler = action.__sigaction_u.__sa_handler
        #else
            let handler = action.__sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == 1
    }
}
