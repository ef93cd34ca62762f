import Foundation

/// Threads for long work that nobody waits for at every moment: where a processor is wanted, others have it first.
enum PatientThreads {
    /// How much later than others they are served, by the system's measure of niceness from 0 to 19.
    private static let niceness: Int32 = 10

    /// Runs `body` with 0, 1, ... at once, each on a thread of its own, and returns when all have ended, with nothing held;
    /// where the system gives no thread, on the calling one, which does not give way.
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

    /// Linux counts niceness by thread, others by process, which is the surfer's too.
    private static func giveWay() {
        #if os(Linux)
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
        #endif
    }
}
