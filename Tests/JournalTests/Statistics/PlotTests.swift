import Foundation
import Testing

@testable import Journal
@testable import JournalInsight
@testable import SurfLanguage

struct PlotTests {
    private func labels(_ bars: [BarPlot.Bar]) -> [BarKey] { bars.map(\.key) }

    @Test func `a few whole numbers are counted one by one`() {
        let bars = Bins.bars([1, 3, 3, 4], isWhole: true)
        #expect(labels(bars) == [.whole(1, 1), .whole(2, 2), .whole(3, 3), .whole(4, 4)])
        #expect(bars.map(\.sessions) == [1, 0, 2, 1])
    }

    @Test func `ranges have round bounds and include the lower one`() {
        let bars = Bins.bars([0, 1.99, 2, 29], isWhole: false)
        #expect(bars.first == BarPlot.Bar(key: .range(0, 2), sessions: 2))
        #expect(bars.last == BarPlot.Bar(key: .range(28, 30), sessions: 1))
        #expect(bars.count == 15)
    }

    @Test(arguments: [[4.0], [-3, 1e8], [0.1, 0.10001], [1e-9, 2e-9], [5, 5, 5]])
    func `every number is in exactly one of a few bars`(numbers: [Double]) {
        let bars = Bins.bars(numbers, isWhole: false)
        #expect(bars.reduce(0) { $0 + $1.sessions } == numbers.count)
        #expect(bars.count <= 18)
    }

    @Test func `directions are grouped by compass points across north`() {
        let bars = Bins.compass([359, 1, 350, 11, 90, 12])
        #expect(bars.count == 16)
        #expect(bars[0].sessions == 4)
        #expect(bars[1].sessions == 1)
        #expect(bars[4].sessions == 1)
    }

    @Test func `the calendar shows the year up to today, or up to the last session if that is long ago`() {
        #expect(CalendarPlot(days: [19_900: 1, 10: 2], end: 20_000).end == 20_000)
        #expect(CalendarPlot(days: [19_900: 1, 10: 2], end: 20_000).days == [19_900: 1])
        #expect(CalendarPlot(days: [10: 2], end: 20_000).end == 10)
        #expect(CalendarPlot(days: [:], end: 20_000).end == 20_000)
        #expect(CalendarPlot(days: [:], end: 20_000).mondays(60).count == 53)
    }

    private func scatter(_ points: [(Double, Double)], y: EntryField = .rating) -> ScatterPlot {
        ScatterPlot(
            x: FieldScale(.height, units: .feet), y: FieldScale(y, units: .feet),
            points: Dictionary(points.map { (ScatterPlot.Point(x: $0.0, y: $0.1), 1) }, uniquingKeysWith: +), without: 0
        )
    }

    @Test func `the correlation is Pearson's, for five sessions or more`() {
        #expect(scatter((1...5).map { (Double($0), Double($0)) }).correlation == 1)
        #expect(scatter((1...5).map { (Double($0), Double(-$0)) }).correlation == -1)
        #expect(scatter((1...4).map { (Double($0), Double($0)) }).correlation == nil)
        #expect(scatter((1...5).map { (Double($0), 3) }).correlation == nil)
        #expect(scatter((1...5).map { (Double($0), Double($0)) }, y: .swellDirection).correlation == nil)
    }

    @Test func `heights are shown in the requested unit`() {
        #expect(FieldScale(.height, units: .metres).shown(10) == 3.048)
        #expect(FieldScale(.swellHeight, units: .feet).shown(3.048) == 10)
        #expect(FieldScale(.swellHeight, units: .metres).unit == "m")
    }
}
