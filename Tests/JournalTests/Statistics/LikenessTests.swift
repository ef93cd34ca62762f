import Testing

@testable import Journal
@testable import JournalInsight
@testable import SurfLanguage

struct LikenessTests {
    private func sea(
        _ height: String? = nil, _ period: String? = nil, _ wind: String? = nil, swell: Double? = nil
    ) -> SeaState {
        var values = EntryValues(height: height, period: period, wind: wind)
        values.swellDirection = swell
        return SeaState(values)
    }

    private func similarity(_ first: SeaState, _ second: SeaState) -> Double? { Likeness(first, second)?.similarity }

    @Test func `the same conditions are completely alike`() {
        let sea = sea("4ft", "12s", "NW 10kts", swell: 290)
        #expect(similarity(sea, sea) == 1)
    }

    /// A set of conditions, and two others, of which a surfer would call the first more similar.
    static let judgements: [(String, EntryValues, EntryValues, EntryValues)] = [
        (
            "a foot counts more in small surf", EntryValues(height: "2ft"), EntryValues(height: "2.5ft"),
            EntryValues(height: "3ft")
        ),
        (
            "12ft is nearer to 14ft than 2ft to 4ft", EntryValues(height: "12ft"), EntryValues(height: "14ft"),
            EntryValues(height: "6ft")
        ),
        (
            "offshore is not onshore", EntryValues(wind: "offshore 8kts"), EntryValues(wind: "offshore 14kts"),
            EntryValues(wind: "onshore 8kts")
        ),
        (
            "glassy is nearer to a light offshore", EntryValues(wind: "glassy"), EntryValues(wind: "offshore 3kts"),
            EntryValues(wind: "onshore 3kts")
        ),
        (
            "metres and feet are one scale", EntryValues(height: "1.5m"), EntryValues(height: "5ft"),
            EntryValues(height: "8ft")
        ),
        (
            "north is between NNW and NNE", EntryValues(wind: "NNW 10kts"), EntryValues(wind: "NNE 10kts"),
            EntryValues(wind: "W 10kts")
        ),
        (
            "long period swell is another sea", EntryValues(period: "16s"), EntryValues(period: "15s"),
            EntryValues(period: "8s")
        ),
    ]

    @Test(arguments: judgements)
    func `conditions are ranked as a surfer would rank them`(
        why: String, sea: EntryValues, near: EntryValues, far: EntryValues
    ) throws {
        let states = [sea, near, far].map { SeaState($0) }
        let (first, second) = (
            try #require(similarity(states[0], states[1])), try #require(similarity(states[0], states[2]))
        )
        #expect(first > second, "\(why)")
    }

    @Test func `swells from 355 and 5 degrees are almost the same`() throws {
        #expect(try #require(similarity(sea(swell: 355), sea(swell: 5))) > 0.9)
        #expect(try #require(similarity(sea(swell: 355), sea(swell: 175))) < 0.01)
    }

    @Test func `a value that a session lacks does not count against it`() throws {
        let wanted = sea("4ft", "12s")
        #expect(similarity(wanted, sea("4ft")) == 1)
        #expect(try #require(Likeness(wanted, sea("4ft"))).known < 1)
    }

    @Test func `a session that lacks more than half of the conditions is not compared`() {
        #expect(Likeness(sea("4ft", "12s"), sea(nil, "12s")) == nil)
        #expect(Likeness(sea("4ft"), sea()) == nil)
    }

    @Test func `a session with exactly half of the conditions is compared`() {
        var (wanted, session) = (SeaState(), SeaState())
        (wanted[.period], wanted[.swellPeriod], session[.period]) = (12, 14, 12)
        #expect(Likeness(wanted, session)?.known == 0.5)
    }

    @Test func `reasons give signed differences, with clockwise and up as positive`() throws {
        let likeness = try #require(Likeness(sea("4ft", swell: 350), sea("6ft", swell: 10)))
        #expect(likeness.reasons.map(\.aspect) == [.height, .swellDirection])
        #expect(likeness.reasons.map(\.difference) == [2, 20])
    }

    static let winds: [(String, WindKnown)] = [
        ("glassy", WindKnown(knots: 0, from: nil, kind: 0)),
        ("offshore 5kts", WindKnown(knots: 5, from: nil, kind: 0.7)),
        ("NW 12kts", WindKnown(knots: 12, from: 315, kind: nil)),
        ("cross-shore", WindKnown(knots: nil, from: nil, kind: 1.8)),
        ("north-west 5 to 10 kts", WindKnown(knots: 7.5, from: 315, kind: nil)),
        ("onshore", WindKnown(knots: nil, from: nil, kind: 2.8)),
        ("side-off 9kts", WindKnown(knots: 9, from: nil, kind: 1.2)),
        ("who knows", WindKnown(knots: nil, from: nil, kind: nil)),
    ]

    struct WindKnown: Equatable, Sendable {
        var knots: Double?
        var from: Double?
        var kind: Double?
    }

    @Test(arguments: winds)
    func `a wind is read for speed, direction and its effect on the waves`(text: String, known: WindKnown) {
        let wind = WindState(text)
        #expect(WindKnown(knots: wind.knots, from: wind.from, kind: wind.kind) == known)
    }
}
