import Testing

@testable import Journal
@testable import JournalInsight
@testable import SurfLanguage

struct StreaksTests {
    private func streaks(_ days: [Int], today: Int = 20_000) -> Streaks { Streaks(days: days, today: today) }

    @Test func `a streak counts consecutive days, however many sessions each has`() {
        let streaks = streaks([5, 3, 4, 4, 8, 9])
        #expect(streaks.longest == Streaks.Run(length: 3, first: 3, last: 5))
    }

    @Test func `of two longest streaks the later one is returned`() {
        #expect(streaks([1, 2, 7, 8]).longest == Streaks.Run(length: 2, first: 7, last: 8))
    }

    @Test(arguments: [(20_000, 3), (20_001, 3), (20_002, 0)])
    func `a streak is current while its last day is today or yesterday`(today: Int, length: Int) {
        #expect(streaks([19_998, 19_999, 20_000], today: today).current.length == length)
    }

    @Test func `weeks begin on Monday`() {
        let monday = CivilDay(year: 2026, month: 9, day: 7)?.number ?? 0
        #expect(Streaks.monday(monday) == monday)
        #expect(Streaks.monday(monday + 6) == monday)
        #expect(Streaks.monday(monday - 1) == monday - 7)
        let streaks = streaks([monday - 1, monday, monday + 13], today: monday + 20)
        #expect(streaks.longestWeeks == Streaks.Run(length: 3, first: monday - 7, last: monday + 7))
        #expect(streaks.currentWeeks.length == 3)
    }

    @Test func `without sessions there is no streak`() {
        #expect(streaks([]).longest.length == 0)
        #expect(streaks([]).currentWeeks.length == 0)
    }
}
