/// How often each rating was given.
package struct RatingTally: Equatable, Sendable {
    /// For one star up to five.
    package private(set) var counts = [0, 0, 0, 0, 0]

    package init(_ ratings: some Sequence<Int> = []) {
        for stars in ratings { add(stars) }
    }

    /// Adds a rating; one that is not 1...5 does not count.
    package mutating func add(_ stars: Int) {
        if (1...5).contains(stars) { counts[stars - 1] += 1 }
    }

    /// How many ratings there are.
    package var rated: Int { counts.reduce(0, +) }

    /// The rating in the middle, of two the mean; nil without ratings.
    package var median: Double? {
        let rated = rated
        guard rated > 0 else { return nil }
        return Double(stars(at: (rated - 1) / 2) + stars(at: rated / 2)) / 2
    }

    private func stars(at index: Int) -> Int {
        var seen = 0
        for (position, count) in counts.enumerated() {
            seen += count
            if index < seen { return position + 1 }
        }
        return 5
    }
}

/// A sum, and how many sessions it is made of.
package struct SessionSum: Equatable, Sendable {
    package private(set) var sum = 0.0
    /// How many sessions said a number.
    package private(set) var sessions = 0

    package init() {}

    mutating func add(_ number: Double?) {
        guard let number, number.isFinite else { return }
        sum += number
        sessions += 1
    }
}

/// What some sessions come to together.
package struct SessionTally: Equatable, Sendable {
    package private(set) var sessions = 0
    package private(set) var ratings = RatingTally()
    package private(set) var waves = SessionSum()
    /// Minutes in the water.
    package private(set) var minutes = SessionSum()

    package init() {}

    mutating func add(rating: Double?, waves: Double?, minutes: Double?) {
        sessions += 1
        if let rating { ratings.add(Int(rating)) }
        self.waves.add(waves)
        self.minutes.add(minutes)
    }
}
