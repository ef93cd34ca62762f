/// A SplitMix64 generator. The same seed gives the same numbers on every machine.
///
/// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators" (2014).
package struct RandomSource {
    private var state: UInt64

    /// Creates a source that depends only on `seed`.
    package init(seed: UInt64) {
        state = seed
    }

    /// Creates a source that depends only on `name`: FNV-1a of its UTF-8.
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

    /// A uniformly distributed number in 0..<1.
    package mutating func unit() -> Double {
        Double(bits() >> 11) * 0x1p-53
    }

    /// A uniformly distributed number in a range.
    package mutating func real(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + unit() * (range.upperBound - range.lowerBound)
    }

    /// A uniformly distributed integer in a range.
    package mutating func whole(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(unit() * Double(range.count))
    }

    /// True with the given probability, 0...1.
    package mutating func chance(_ probability: Double) -> Bool {
        unit() < probability
    }

    /// A nearly normal number with mean 0 and standard deviation 1: a sum of twelve uniform ones, without library
    /// functions whose results may differ.
    package mutating func bell() -> Double {
        (0..<12).reduce(-6) { sum, _ in sum + unit() }
    }

    /// A random element of `choices`, which must not be empty.
    package mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
        choices[whole(0...choices.count - 1)]
    }

    /// A random index with a probability proportional to its weight; nil if all weights are 0.
    package mutating func index(weights: [Double]) -> Int? {
        var rest = unit() * weights.reduce(0, +)
        let reached = weights.firstIndex { weight in
            rest -= weight
            return rest < 0
        }
        return reached ?? weights.lastIndex { $0 > 0 }
    }
}
