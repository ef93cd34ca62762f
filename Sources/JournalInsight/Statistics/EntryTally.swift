import Journal

/// The number of times that each rating was given.
package struct RatingTally: Equatable, Sendable {
    /// The counts for one to five stars.
    package private(set) var counts = [0, 0, 0, 0, 0]

    package init(_ ratings: some Sequence<Int> = []) {
        for stars in ratings { add(stars) }
    }

    /// Adds a rating. A rating outside 1...5 is ignored.
    package mutating func add(_ stars: Int) {
        if (1...5).contains(stars) { counts[stars - 1] += 1 }
    }

    /// Adds the ratings of another tally.
    mutating func add(_ other: RatingTally) {
        for index in counts.indices { counts[index] += other.counts[index] }
    }

    /// The number of ratings.
    package var rated: Int { counts.reduce(0, +) }

    /// The median, which for an even number of ratings is the mean of the middle two; nil without ratings.
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

/// A sum and the number of sessions in it.
package struct EntrySum: Equatable, Sendable {
    package private(set) var sum = 0.0
    /// The number of sessions with a value.
    package private(set) var sessions = 0

    package init() {}

    mutating func add(_ number: Double?) {
        guard let number, number.isFinite else { return }
        sum += number
        sessions += 1
    }
}

/// The totals of some sessions.
package struct EntryTally: Equatable, Sendable {
    package private(set) var sessions = 0
    package private(set) var ratings = RatingTally()
    package private(set) var waves = EntrySum()
    /// The minutes in the water.
    package private(set) var minutes = EntrySum()

    package init() {}

    mutating func add(rating: Double?, waves: Double?, minutes: Double?) {
        sessions += 1
        if let rating { ratings.add(Int(rating)) }
        self.waves.add(waves)
        self.minutes.add(minutes)
    }
}
