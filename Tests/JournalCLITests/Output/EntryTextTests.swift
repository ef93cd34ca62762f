import Foundation
import Journal
import Testing

@testable import JournalCLI
@testable import SurfLanguage

struct EntryTextTests {
    private let text = EntryText(zone: TimeZone(identifier: "America/Los_Angeles")!)
    private let values = EntryValues(
        date: 428_594_400, location: "Malibu\n", height: "4ft", period: "12s", wind: nil, rating: 4)

    @Test func `a summary names the values that are present, safely on one line`() {
        #expect(text.summary(values) == "Malibu␊, Fri 2014-08-01 07:00, 4ft @ 12s, ★★★★")
    }

    @Test func `a summary of changes names new values and cleared fields`() {
        #expect(text.summary([.rating: .integer(2), .wind: FieldValue?.none]) == "wind cleared, rating ★★")
        #expect(text.summary([:]) == "no change")
    }

    @Test func `an entry has a line for each field of the store`() {
        let lines = text.lines(EntryRecord(id: 7, rev: 2, sample: true, values: values), fields: EntryField.firstModel)
        #expect(lines[0] == "Session 7 (revision 2, sample)")
        #expect(lines[1] == "  date      Fri 2014-08-01 07:00:00-07:00")
        #expect(lines[5] == "  wind      -")
        #expect(lines[6] == "  rating    ★★★★ (4/5)")
    }

    @Test(arguments: [(0, ""), (5, "★★★★★"), (6, "6"), (-1, "-1"), (Int16.max, "32767")] as [(Int16, String)])
    func `a rating outside 1 to 5 is shown as a number`(rating: Int16, cell: String) {
        let record = EntryRecord(id: 1, values: EntryValues(rating: rating))
        #expect(text.table([record], columns: [.field(.rating)]).rows == [[cell]])
    }

    @Test func `dates in the distant past and future are shown`() {
        #expect(text.summary(EntryValues(date: 1e18)).isEmpty == false)
        #expect(text.summary(EntryValues(date: -.infinity)).isEmpty == false)
    }
}
