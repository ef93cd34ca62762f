import Foundation
import Journal
import Synchronization

/// Ends the program cleanly on Ctrl-C, SIGTERM and SIGHUP.
///
/// The signals are blocked on every thread and received by a thread that waits for them. Outside `cancelling` a signal
/// ends the program at once, which never damages a journal. While a prompt waits, `reporting` passes it the signals,
/// and also SIGWINCH and SIGCONT. Signals that were ignored when the program started stay ignored. If the system cannot
/// create the thread, signals have their default effect and no questions are asked.
package final class Interruption: Sendable {
    private struct State {
        var signal: Int32?
        var cancel: (@Sendable () -> Void)?
        var target: String?
        var listener: (@Sendable (Int32) -> Void)?
        /// Whether Ctrl-C ends the current command or question instead of the program.
        var cancelsCommandOnly = false
        /// SIGTERM or SIGHUP, if received while `cancelsCommandOnly` was true.
        var ending: Int32?
        /// Whether a signal was received while `cancelsCommandOnly` was true and there was nothing to cancel.
        var isInterrupted = false
        /// Whether a signal ends the program even if `cancelsCommandOnly` is true, because it is idle.
        var isIdle = false
        /// Whether an editor or a pager has the terminal and Ctrl-C is meant for it.
        var isEditorRunning = false
        /// Whether Ctrl-C was received since an editor was last started.
        var wasInterruptedInEditor = false
    }

    /// The signals that only prompts receive.
    private static let ofPrompts = [SIGWINCH, SIGCONT]

    /// The time in seconds that cancelled work has to end before the program ends without it.
    private static let grace = 3.0

    private let state = Mutex(State())
    private let isStarted = Mutex(false)

    package init() {}

    /// Whether a waiting prompt receives signals.
    var isListening: Bool { isStarted.withLock { $0 } }

    /// Starts to receive signals, unless it does already. Call this before any other thread is created.
    package func start() {
        if isListening { return }
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

    /// Runs work. A signal cancels it instead of ending the program.
    /// - Throws: `.interrupted` after a signal, regardless of the work's result; otherwise the work's errors.
    func cancelling<Result>(
        target: String?, _ cancel: @escaping @Sendable () -> Void, _ work: () throws -> Result
    ) throws -> Result {
        state.withLock { ($0.cancel, $0.target) = (cancel, target) }
        let result = Swift.Result { try work() }
        let signal = state.withLock { state in
            (state.cancel, state.target) = (nil, nil)
            defer { if state.cancelsCommandOnly { state.signal = nil } }
            return state.signal
        }
        if let signal, case .failure = result { throw Refusal.interrupted(signal: signal, target: target) }
        return try result.get()
    }

    /// Runs work. Signals are passed to the listener on another thread instead of ending the program.
    func reporting<Result>(_ listener: @escaping @Sendable (Int32) -> Void, _ work: () -> Result) -> Result {
        state.withLock { $0.listener = listener }
        defer { state.withLock { $0.listener = nil } }
        return work()
    }

    // MARK: Sessions

    /// From now on, Ctrl-C ends the current command instead of the program. SIGTERM and SIGHUP do too, and end the
    /// program after a while if it does not end by itself.
    func beginPrompt() {
        state.withLock { $0.cancelsCommandOnly = true }
    }

    /// SIGTERM or SIGHUP, if received after `beginPrompt`.
    var ending: Int32? { state.withLock { $0.ending } }

    /// The signal that ends the current command: SIGINT, SIGTERM or SIGHUP. Nil if there was none.
    var interrupt: Int32? { state.withLock { $0.ending ?? ($0.isInterrupted ? SIGINT : nil) } }

    /// Clears a Ctrl-C that ended a command or was received between commands.
    func forgetInterrupt() {
        state.withLock { $0.isInterrupted = false }
    }

    /// Waits for the next line of a script. A signal cannot end the wait, so it ends the program.
    func idling<Result>(_ wait: () -> Result) -> Result {
        state.withLock { $0.isIdle = true }
        defer { state.withLock { $0.isIdle = false } }
        return wait()
    }

    /// Runs work while an editor has the terminal and Ctrl-C is meant for it.
    func runningEditor<Result>(_ work: () throws -> Result) rethrows -> Result {
        state.withLock { ($0.isEditorRunning, $0.wasInterruptedInEditor) = (true, false) }
        defer { state.withLock { $0.isEditorRunning = false } }
        return try work()
    }

    /// From now on a pager has the terminal. Ctrl-C is meant for it, and another signal stops it.
    func beginPager(_ stop: @escaping @Sendable () -> Void) {
        state.withLock { ($0.isEditorRunning, $0.cancel) = (true, stop) }
    }

    /// The pager has ended. Returns the signal that stopped it; nil if there was none.
    func endPager() -> Int32? {
        state.withLock { state in
            (state.isEditorRunning, state.cancel) = (false, nil)
            return state.signal
        }
    }

    /// Whether Ctrl-C was received while an editor last ran, or since then.
    var wasInterruptedInEditor: Bool { state.withLock { $0.wasInterruptedInEditor || $0.isInterrupted } }

    private func wait(for signals: sigset_t) {
        var signals = signals
        while true {
            var signal: Int32 = 0
            if sigwait(&signals, &signal) == 0 { receive(signal) }
        }
    }

    /// The reaction to a signal.
    private enum Reaction {
        case report(@Sendable (Int32) -> Void)
        case cancel(@Sendable () -> Void)
        case end, nothing
    }

    private func receive(_ signal: Int32) {
        let target = state.withLock { $0.target }
        switch reaction(to: signal) {
        case .nothing: break
        case .end: Interruption.end(signal, target)
        case .report(let listener): listener(signal)
        case .cancel(let cancel): cancel()
        }
        if isEnding(with: signal) { endLater(signal, target) }
    }

    private func reaction(to signal: Int32) -> Reaction {
        state.withLock { state in
            let isOfPrompts = Interruption.ofPrompts.contains(signal)
            if state.cancelsCommandOnly, !isOfPrompts, signal != SIGINT { state.ending = state.ending ?? signal }
            if let listener = state.listener { return .report(listener) }
            if state.isIdle, !isOfPrompts { return .end }
            if isOfPrompts { return .nothing }
            if signal == SIGINT, state.isEditorRunning {
                state.wasInterruptedInEditor = true
                return .nothing
            }
            if let cancel = state.cancel, state.signal == nil {
                state.signal = signal
                return .cancel(cancel)
            }
            if state.cancelsCommandOnly { state.isInterrupted = true }
            return state.cancelsCommandOnly ? .nothing : .end
        }
    }

    /// Whether the signal must end the program soon: it cancelled a single command, or it ends the prompt or script.
    private func isEnding(with signal: Int32) -> Bool {
        state.withLock { $0.ending == signal || (!$0.cancelsCommandOnly && $0.signal == signal) }
    }

    private func endLater(_ signal: Int32, _ target: String?) {
        let end = { @Sendable in
            Thread.sleep(forTimeInterval: Interruption.grace)
            Interruption.end(signal, target)
        }
        if !SystemThread.start(end) { end() }
    }

    private static func end(_ signal: Int32, _ target: String?) -> Never {
        ErrorStream().line(TerminalSafe.text(Refusal.interrupted(signal: signal, target: target).sentence ?? ""))
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
