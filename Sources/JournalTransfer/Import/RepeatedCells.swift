import Persistence

/// What cells were read as, for the texts that tables repeat: places, heights, days. Reading one takes microseconds, finding it
/// here a tenth of that.
///
/// Memory does not grow with the rows: what is known is forgotten when it has `most` texts, and long ones are not kept.
final class RepeatedCells<Value: Sendable>: Sendable {
    private struct Key: Hashable {
        let column: Int
        let text: String
        let zone: String?
    }

    private let known = LockedValue<[Key: Value]>([:])
    private let most = 10_000
    private let longest = 40

    /// The value of a text in a column, computed if it is not known. It is looked up once, whether it is known or not.
    /// - Parameters:
    ///   - zone: The time zone that it is read in.
    ///   - compute: Must not use the same cells.
    func value(_ column: Int, _ text: String, inZone zone: String? = nil, _ compute: () -> Value) -> Value {
        guard text.utf8.count <= longest else { return compute() }
        let key = Key(column: column, text: text, zone: zone)
        return known.withLock { known in
            if known.count >= most { known.removeAll(keepingCapacity: true) }
            return RepeatedCells.kept(&known[key, default: compute()])
        }
    }

    /// Makes a dictionary keep the default value that it returns.
    private static func kept(_ value: inout Value) -> Value { value }
}
