import Persistence

/// A clock that tests advance.
final class TestClock: Sendable {
    private let seconds = Guarded(0.0)

    var now: Double { seconds.withLock { $0 } }

    func advance(by interval: Double) {
        seconds.withLock { $0 += interval }
    }
}
