import Foundation
import Journal
import Synchronization

/// Ends the program cleanly on Ctrl-C, SIGTERM and SIGHUP.
///
/// The signals are blocked on every thread and taken by one that waits for them. Outside `cancelling` the program ends at
/// once: a journal is whole whatever moment it ends at. While a prompt waits, `telling` hands it the signals instead, and
/// those of a terminal's size and of going on after a stop. A signal that the program was started to ignore stays ignored.
/// Where the system gives no thread, signals end the program as they end others, and nobody is asked anything.
package final class Interruption: Sendable {
    private struct State {
        var signal: Int32?
        var cancel: (@Sendable () -> Void)?
        var target: String?
        var listener: (@Sendable (Int32) -> Void)?
        /// Whether a person's session goes on, which Ctrl-C does not end.
        var isSession = false
        /// SIGTERM or SIGHUP, once one came in a session.
        var ending: Int32?
        /// Whether Ctrl-C came in a session where nothing could be cancelled.
        var isInterrupted = false
        /// Whether a signal ends the program although a session goes on: nothing is being done.
        var isIdle = false
        /// Whether another program has the terminal, so that Ctrl-C is meant for that one.
        var isLent = false
        /// Whether Ctrl-C came since the terminal was lent last.
        var cameWhileLent = false
    }

    /// Signals that only a prompt asks for.
    private static let ofPrompts = [SIGWINCH, SIGCONT]

    /// How long cancelled work may take to end, in seconds, before the program ends without it.
    private static let grace = 3.0

    private let state = Mutex(State())
    private let isStarted = Mutex(false)

    package init() {}

    /// Whether signals reach a prompt that waits.
    var isListening: Bool { isStarted.withLock { $0 } }

    /// Starts to take the signals. Call once, before any other thread runs.
    package func start() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGHUP] where !Interruption.isIgnored(signal) { sigaddset(&signals, signal) }
        for signal in Interruption.ofPrompts { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let waited = signals
        let hasThread = SystemThread.start { [self] in wait(for: waited) }
        if !hasThread { pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
        isStarted.withLock { $0 = hasThread }
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
            defer { if state.isSession { state.signal = nil } }
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

    // MARK: Sessions

    /// From here on Ctrl-C ends what is being done, and not the program. SIGTERM and SIGHUP end that too, and, after a
    /// while, the program, where it does not end by itself.
    func beginSession() {
        state.withLock { $0.isSession = true }
    }

    /// SIGTERM or SIGHUP, once one came in a session.
    var ending: Int32? { state.withLock { $0.ending } }

    /// What is to end a session's command: Ctrl-C, SIGTERM or SIGHUP; nil while nothing came.
    var interrupt: Int32? { state.withLock { $0.ending ?? ($0.isInterrupted ? SIGINT : nil) } }

    /// Forgets a Ctrl-C that ended a command, or came when there was none.
    func forgetInterrupt() {
        state.withLock { $0.isInterrupted = false }
    }

    /// Waits for a script's next line, which a signal cannot end: it ends the program.
    func idling<Result>(_ wait: () -> Result) -> Result {
        state.withLock { $0.isIdle = true }
        defer { state.withLock { $0.isIdle = false } }
        return wait()
    }

    /// Runs work in which another program has the terminal: Ctrl-C is meant for that one.
    func lending<Result>(_ work: () throws -> Result) rethrows -> Result {
        state.withLock { ($0.isLent, $0.cameWhileLent) = (true, false) }
        defer { state.withLock { $0.isLent = false } }
        return try work()
    }

    /// Whether Ctrl-C came while another program had the terminal the last time, or since.
    var cameWhileLent: Bool { state.withLock { $0.cameWhileLent || $0.isInterrupted } }

    private func wait(for signals: sigset_t) {
        var signals = signals
        while true {
            var signal: Int32 = 0
            if sigwait(&signals, &signal) == 0 { receive(signal) }
        }
    }

    /// What a signal leads to.
    private enum Reaction {
        case tell(@Sendable (Int32) -> Void)
        case cancel(@Sendable () -> Void)
        case end, nothing
    }

    private func receive(_ signal: Int32) {
        let target = state.withLock { $0.target }
        switch reaction(to: signal) {
        case .nothing: break
        case .end: Interruption.end(signal, target)
        case .tell(let listener): listener(signal)
        case .cancel(let cancel): cancel()
        }
        if isEnding(with: signal) { endLater(signal, target) }
    }

    private func reaction(to signal: Int32) -> Reaction {
        state.withLock { state in
            let isOfPrompts = Interruption.ofPrompts.contains(signal)
            if state.isSession, !isOfPrompts, signal != SIGINT { state.ending = state.ending ?? signal }
            if let listener = state.listener { return .tell(listener) }
            if state.isIdle, !isOfPrompts { return .end }
            if isOfPrompts { return .nothing }
            if signal == SIGINT, state.isLent {
                state.cameWhileLent = true
                return .nothing
            }
            if let cancel = state.cancel, state.signal == nil {
                state.signal = signal
                return .cancel(cancel)
            }
            if state.isSession { state.isInterrupted = true }
            return state.isSession ? .nothing : .end
        }
    }

    /// Whether the program is to end: by a signal that cancelled a command, or one that ends a session.
    private func isEnding(with signal: Int32) -> Bool {
        state.withLock { $0.ending == signal || (!$0.isSession && $0.signal == signal) }
    }

    private func endLater(_ signal: Int32, _ target: String?) {
        let end = { @Sendable in
            Thread.sleep(forTimeInterval: Interruption.grace)
            Interruption.end(signal, target)
        }
        if !SystemThread.start(end) { end() }
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
