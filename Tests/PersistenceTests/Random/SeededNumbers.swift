/// Random numbers from a seed: the same seed gives the same numbers everywhere.
struct SeededNumbers {
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        generator = SeededGenerator(seed: UInt64(below(1 << 62)))
    }

    /// The next number, 0..<bound.
    mutating func below(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }
}
