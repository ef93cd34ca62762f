import Foundation
import TestSupport
import Testing

@testable import SurfLanguage

/// The forms of dates that are frequent in files, read byte by byte.
struct ISODateReaderTests {
    private func read(_ text: String) -> Double? {
        var text = text
        return text.withUTF8(ISODateReader.read)
    }

    @Test func `the dates of exports are read with the same result as typed ones`() throws {
        var writer = ISODateWriter(zone: TimeZone(identifier: "America/St_Johns")!)
        var random = SplitMix(state: 9)
        let parser = DateReader(now: 1e12, zone: TimeZone(identifier: "UTC")!)
        for _ in 0..<500 {
            let date = Double(Int64(random.next() % 4_000_000_000) - 2_000_000_000)
            let text = writer.string(date)
            #expect(read(text) == date)
            #expect(try parser.date(text) == date)
        }
        #expect(read("2001-01-01T00:00:05Z") == 5)
    }

    @Test(arguments: [
        "2014-08-01", "2014-08-01T07:00Z", "2014-08-01 07:00:00Z", "2014-02-30T07:00:00Z", "2014-08-01T24:00:00Z",
        "2014-08-01T07:00:60Z", "2014-08-01T07:00:00", "2014-08-01T07:00:00+0700", "2014-08-01T07:00:00+07:60",
        "2014-08-01T07:00:00.5Z", "x014-08-01T07:00:00Z", "",
    ])
    func `any other form is left to the general parser`(text: String) {
        #expect(read(text) == nil)
    }

    private static let days = ["2014-08-01", "1969-12-31", "0001-01-01", "9999-12-31", "2014-02-30", "2014-00-13"]
    private static let clocks = [
        "", " 07:00", "T07:00", " 23:59:59", "T00:00:00", " 24:00", " 07:60", " 7:00", " 07:00:5", " 07:00:60", "07:00",
        " 07.00",
        "T0700", " 07:00Z", " 07:00 pm", "  07:00", ", 07:00",
    ]

    @Test func `dates in tables mean the same as typed ones`() {
        var count = 0
        for text in Self.days.flatMap({ day in Self.clocks.map { day + $0 } }) {
            guard let pieces = ISODateReader.pieces(text) else { continue }
            count += 1
            let typed = Grammar(line: TokenLine(plain: text), units: nil, order: nil).wholeDate()
            #expect(pieces == typed?.map(\.asClock), "\(text)")
        }
        #expect(count == Self.days.count * 10)
    }
}

extension DatePiece {
    /// An hour with minutes as a clock time, as tables have it.
    fileprivate var asClock: DatePiece {
        guard case .hour(let hour, let minute) = self else { return self }
        return .clock(ClockTime(second: hour * 3600 + minute * 60))
    }
}
