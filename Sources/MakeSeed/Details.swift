/// Further details of a session.
enum Details {
    /// The board for a face height in feet.
    static func board(_ feet: Double, _ random: inout RandomSource) -> String {
        switch feet + 0.6 * random.bell() {
        case ..<3: "9'4 log"
        case ..<4: "5'8 fish"
        case ..<7.5: "6'0 shortboard"
        case ..<11: "6'6 step-up"
        default: "7'6 gun"
        }
    }

    /// The number of people out: more on weekends and in good conditions.
    static func crowd(at spot: SurfBreak, rating: Int, isWeekend: Bool, _ random: inout RandomSource) -> Int {
        let usual = Double(spot.crowd) * (isWeekend ? 1.25 : 0.85) * (0.55 + 0.15 * Double(rating))
        return max(0, Int((usual * (1 + 0.25 * random.bell())).rounded()))
    }

    /// The number of waves caught: fewer in a crowd.
    static func waves(minutes: Int, crowd: Int, rating: Int, _ random: inout RandomSource) -> Int {
        let hourly = (5 + Double(rating)) / (1 + Double(crowd) / 40)
        return max(1, Int((hourly * Double(minutes) / 60 * (1 + 0.2 * random.bell())).rounded()))
    }

    /// A remark for one session in four.
    static func notes(_ conditions: Conditions, rating: Int, crowd: Int, _ random: inout RandomSource) -> String? {
        guard random.chance(0.25) else { return nil }
        var remarks = byRating[rating - 1]
        if crowd > 45 { remarks.append("Packed, waited for the in-between ones.") }
        if crowd < 5 { remarks.append("Nobody out, and nobody believed me.") }
        if conditions.water < 13 { remarks.append("5/4, boots and gloves; feet gone after an hour.") }
        if conditions.water > 26 { remarks.append("Boardshorts all day.") }
        if conditions.height > 10 { remarks.append("Heavy paddle out, one good one, one bad hold-down.") }
        return random.pick(remarks)
    }

    private static let byRating = [
        ["Should have stayed in bed.", "Mush. Paddled in after a while.", "Blown out, but wet is wet."],
        [
            "A few corners between the closeouts.", "Bumpy and weak, still fun on the fish.",
            "Tide too full, got better late.",
        ],
        ["Fun enough.", "Slow between sets, \"patience\" they said.", "Clean lines, soft shoulders."],
        [
            "Really good, long walls, arms gone.", "Best of the week; sets with room to turn.",
            "Lined up, hardly a bump on it.",
        ],
        [
            "Session of the year?", "All time. Stayed until I couldn't lift my arms.",
            "Perfect, café afterwards, still grinning.",
        ],
    ]
}
