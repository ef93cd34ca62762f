/// A SplitMix64 generator: the same seed gives the same numbers on every machine.
///
/// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators" (2014).
package struct RandomSource {
    private var state: UInt64

    /// Makes a source whose numbers follow from `seed` alone.
    package init(seed: UInt64) {
        state = seed
    }

    /// Makes a source whose numbers follow from `name` alone (FNV-1a of its UTF-8).
    package init(name: String) {
        state = name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// The next 64 random bits.
    package mutating func bits() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A number of 0..<1, evenly spread.
    package mutating func unit() -> Double {
        Double(bits() >> 11) * 0x1p-53
    }

    /// A number of the range, evenly spread.
    package mutating func real(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + unit() * (range.upperBound - range.lowerBound)
    }

    /// A whole number of the range, evenly spread.
    package mutating func whole(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(unit() * Double(range.count))
    }

    /// True with the given probability, 0...1.
    package mutating func chance(_ probability: Double) -> Bool {
        unit() < probability
    }

    /// A number of mean 0 and deviation 1: the sum of twelve even ones, so that no library function decides its bits.
    package mutating func bell() -> Double {
        (0..<12).reduce(-6) { sum, _ in sum + unit() }
    }

    /// One of `choices`, which are not empty, each as likely as the others.
    package mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
        choices[whole(0...choices.count - 1)]
    }

    /// The index of one of `weights`, each as likely as its share of the sum; nil when nothing weighs.
    package mutating func index(weights: [Double]) -> Int? {
        var rest = unit() * weights.reduce(0, +)
        let reached = weights.firstIndex { weight in
            rest -= weight
            return rest < 0
        }
        return reached ?? weights.lastIndex { $0 > 0 }
    }
}
