import Foundation

/// Numbers that are counted up, and where they end.
package enum StoreNumbers {
    /// The highest key that a store gives: up to it, every number is exact in a JSON file and in a `Double`.
    package static let highestKey: Int64 = 1 << 53

    /// The version behind one; 1 behind the largest, which only a store that somebody spoiled has.
    package static func version(after version: Int64) -> Int64 { version < .max ? version + 1 : 1 }

    /// The version that one was made of.
    package static func version(before version: Int64) -> Int64 { version == 1 ? .max : version &- 1 }

    /// The error of a counter that has no numbers left.
    package static func used(_ counter: CounterLimitError.Counter, _ what: String) -> PersistenceError {
        PersistenceError(
            .saveFailed, "The store has no \(what) left; nothing was saved.", underlying: CounterLimitError(counter))
    }
}

/// A counter of a store has no numbers left: its end was reached, or somebody set it there.
public struct CounterLimitError: LocalizedError, Equatable, Sendable {
    public enum Counter: Sendable {
        /// Of primary keys.
        case keys
        /// Of the transactions, changes and texts of a history.
        case history
    }

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
    /// The next number; the largest is followed by itself.
    package var successor: Int64 { self < .max ? self + 1 : self }

    /// The number before; the smallest follows itself.
    package var predecessor: Int64 { self > .min ? self - 1 : self }
}
