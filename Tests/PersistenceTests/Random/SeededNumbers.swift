import TestSupport

/// Random numbers from a seed. The same seed gives the same numbers on every platform.
struct SeededNumbers {
    private var generator: SplitMix

    init(seed: UInt64) {
        generator = SplitMix(state: seed)
        generator = SplitMix(state: UInt64(below(1 << 62)))
    }

    /// The next number, in 0..<bound.
    mutating func below(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }
}
