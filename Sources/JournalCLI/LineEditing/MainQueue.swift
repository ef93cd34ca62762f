import Dispatch
import Foundation
import Journal

/// Waits on the main thread while the main queue runs, so main-queue contexts keep working.
enum MainQueue {
    /// Waits until the descriptor has input or is at its end. Call it on the main thread.
    static func wait(forInput descriptor: Int32) {
        runOnce()
        if hasInput(descriptor) { return }
        guard SystemThread.isAvailable else { return poll(forInput: descriptor) }
        let watch = InputWatch(descriptor)
        while !watch.isReady { run(until: .distantFuture) }
    }

    /// Waits without the thread that Dispatch needs to watch the descriptor.
    private static func poll(forInput descriptor: Int32) {
        while !hasInput(descriptor, milliseconds: 50) { runOnce() }
    }

    /// Runs queued work of the main queue. Returns after some work was done, or at `limit`.
    static func run(until limit: Date) {
        _ = RunLoop.main.run(mode: .default, before: limit)
    }

    /// Runs the queued work of the main queue without waiting.
    static func runOnce() { run(until: Date(timeIntervalSince1970: 0)) }

    /// Whether the descriptor has input or is at its end.
    static func hasInput(_ descriptor: Int32, milliseconds: Int32 = 0) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return Foundation.poll(&request, 1, milliseconds) > 0
    }
}

/// Reports once, on the main queue, that a descriptor has input.
final class InputWatch {
    private let source: any DispatchSourceRead
    /// Whether there is input.
    private(set) var isReady = false

    /// Watches the descriptor until the object is deallocated.
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
