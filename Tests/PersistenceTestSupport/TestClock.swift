import Persistence

/// A clock that tests advance.
package final class TestClock: Sendable {
    private let seconds = LockedValue(0.0)

    package init() {}

    package var now: Double { seconds.withLock { $0 } }

    package func advance(by interval: Double) {
        seconds.withLock { $0 += interval }
    }
}
