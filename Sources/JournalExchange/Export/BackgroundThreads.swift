import Foundation
import Journal

/// Low-priority threads for long jobs.
enum BackgroundThreads {
    /// The niceness of the threads, from 0 to 19.
    private static let niceness: Int32 = 10

    /// Runs `body` with 0, 1, ... concurrently, each on its own thread, and returns when all have ended and released
    /// what they held. If the system cannot create a thread, `body` runs on the calling thread at its normal priority.
    static func perform(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let threads = (0..<count).map { index in
            SystemThread {
                giveWay()
                body(index)
            }
        }
        for (index, thread) in threads.enumerated() where thread == nil { body(index) }
        for thread in threads { thread?.wait() }
    }

    /// Linux sets niceness per thread. Elsewhere it applies to the process, including the prompt.
    private static func giveWay() {
        #if os(Linux)
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
        #endif
    }
}
