/// The progress of an export.
package struct ExportProgress: Equatable, Sendable {
    /// The number of entries written.
    package let done: Int
    /// The total number of entries, if known.
    package let total: Int?

    package init(done: Int, total: Int?) {
        (self.done, self.total) = (done, total)
    }
}

/// Limits an action to ten times a second.
struct Throttle {
    private var last: UInt64?
    private static let interval: UInt64 = 100_000_000

    /// Whether the action is allowed at `now`, in nanoseconds of a monotonic clock. If so, it counts as done.
    mutating func allows(at now: UInt64) -> Bool {
        if let last, now &- last < Throttle.interval { return false }
        last = now
        return true
    }
}
