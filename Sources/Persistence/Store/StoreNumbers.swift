import Foundation

/// Counters and their limits.
package enum StoreNumbers {
    /// The highest key that a store assigns. Every integer up to it is exact in JSON and in a `Double`.
    package static let highestKey: Int64 = 1 << 53

    /// The version after `version`; 1 after the largest, which occurs only in a tampered store.
    package static func version(after version: Int64) -> Int64 { version < .max ? version + 1 : 1 }

    /// The version before `version`.
    package static func version(before version: Int64) -> Int64 { version == 1 ? .max : version &- 1 }

    /// The error for a counter that has reached its limit.
    package static func used(_ counter: CounterLimitError.Counter, _ what: String) -> PersistenceError {
        PersistenceError(
            .saveFailed, "The store has no \(what) left; nothing was saved.", underlying: CounterLimitError(counter))
    }
}

/// A counter of a store has reached its limit, or another program set it to the limit.
public struct CounterLimitError: LocalizedError, Equatable, Sendable {
    /// The counters that can reach their limit.
    /// More cases may be added: a `switch` outside the package needs `@unknown default`.
    @nonexhaustive public enum Counter: Sendable {
        /// Primary keys.
        case keys
        /// The transactions, changes and strings of a history.
        case history
    }

    /// The counter that reached its limit.
    public let counter: Counter

    package init(_ counter: Counter) {
        self.counter = counter
    }

    public var errorDescription: String? {
        switch counter {
        case .keys: "The store has no keys left."
        case .history: "The store's history has no numbers left."
        }
    }
}

extension Int64 {
    /// The next integer; the largest is its own successor.
    package var successor: Int64 { self < .max ? self + 1 : self }

    /// The previous integer; the smallest is its own predecessor.
    package var predecessor: Int64 { self > .min ? self - 1 : self }
}
