import Dispatch
import Foundation
import Journal

/// Waiting on the main thread while the main queue runs, so that main-queue contexts stay alive.
enum MainQueue {
    /// Waits until a descriptor has input or is at its end. Call on the main thread.
    static func wait(forInput descriptor: Int32) {
        runOnce()
        if hasInput(descriptor) { return }
        guard SystemThread.isAvailable else { return poll(forInput: descriptor) }
        let watch = InputWatch(descriptor)
        while !watch.isReady { run(until: .distantFuture) }
    }

    /// Waits without the thread that Dispatch would watch the descriptor with.
    private static func poll(forInput descriptor: Int32) {
        while !hasInput(descriptor, milliseconds: 50) { runOnce() }
    }

    /// Runs what waits in the main queue, at most until a time, and returns after something ran.
    static func run(until limit: Date) {
        _ = RunLoop.main.run(mode: .default, before: limit)
    }

    /// Runs what waits in the main queue now.
    static func runOnce() { run(until: Date(timeIntervalSince1970: 0)) }

    /// Whether a descriptor has input or is at its end.
    static func hasInput(_ descriptor: Int32, milliseconds: Int32 = 0) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return Foundation.poll(&request, 1, milliseconds) > 0
    }
}

/// Tells once, on the main queue, that a descriptor has input.
final class InputWatch {
    private let source: any DispatchSourceRead
    /// Whether there is input.
    private(set) var isReady = false

    /// Watches until it is deallocated.
    init(_ descriptor: Int32) {
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        source.setEventHandler { [unowned self] in
            guard !isReady else { return }
            isReady = true
            source.suspend()
        }
        source.resume()
    }

    deinit {
        if isReady { source.resume() }
        source.cancel()
    }
}
