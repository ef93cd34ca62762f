import Foundation
import Testing

@testable import SurfLanguage

struct CivilDayTests {
    @Test func `converting between day numbers and dates is lossless across ten thousand years`() {
        var number = CivilDay(year: -1, month: 1, day: 1)!.number
        var previous = CivilDay(number: number - 1)
        while number < 3_000_000 {
            let day = CivilDay(number: number)
            #expect(
                day.number == number && previous < day
                    && CivilDay(year: day.year, month: day.month, day: day.day) == day)
            previous = day
            number += 97
        }
    }

    @Test(arguments: [
        (2024, 2, 29, true), (2023, 2, 29, false), (1900, 2, 29, false), (2000, 2, 29, true), (2024, 13, 1, false),
    ])
    func `only days of the calendar exist`(year: Int, month: Int, day: Int, exists: Bool) {
        #expect((CivilDay(year: year, month: month, day: day) != nil) == exists)
    }

    @Test func `1 January 1970 was a Thursday`() {
        #expect(CivilDay(number: 0).weekday == 4)
        #expect(CivilDay(number: -5).weekday == 6)
    }

    @Test func `adding months keeps the day within the month`() {
        #expect(CivilDay(year: 2024, month: 8, day: 31)!.adding(months: -6) == CivilDay(year: 2024, month: 2, day: 29))
        #expect(CivilDay(year: 2024, month: 1, day: 15)!.adding(months: -1) == CivilDay(year: 2023, month: 12, day: 15))
    }
}
