/// Random numbers from a seed. The same seed gives the same numbers on every platform.
struct SeededNumbers {
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        generator = SeededGenerator(seed: UInt64(below(1 << 62)))
    }

    /// The next number, in 0..<bound.
    mutating func below(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }
}
