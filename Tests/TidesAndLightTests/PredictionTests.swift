import Foundation
import Testing

@testable import TidesAndLight

/// Heights and extremes as `Reference/tides.py` computes them, with constants from libtcd and code of its own.
@Suite struct PredictionTests {
    let table: TideTable

    init() throws { table = try InstalledTable.table.get() }

    @Test func `the high and low waters of 200 stations are within 3 minutes and 3 cm of the other computation`() throws
    {
        for sample in try TideSample.all() {
            var predictor = try sample.predictor(in: table)
            let found = predictor.extremes(in: sample.day..<sample.day + 86_400)
            #expect(found.map(\.kind) == sample.extremes.map(\.kind), "\(sample.station) \(sample.day)")
            for (ours, theirs) in zip(found, sample.extremes) {
                #expect(abs(ours.time - theirs.time) < 180, "\(sample.station) \(theirs)")
                #expect(abs(ours.height - theirs.height) < 0.03, "\(sample.station) \(theirs)")
            }
        }
    }

    @Test func `the height at any minute is within 3 cm of the other computation`() throws {
        for sample in try TideSample.all() {
            var predictor = try sample.predictor(in: table)
            let height = predictor.height(at: sample.second)
            #expect(abs((height ?? .infinity) - sample.height) < 0.03, "\(sample.station) \(sample.second)")
        }
    }

    @Test func `high and low waters take turns across the turn of a year`() throws {
        for sample in try TideSample.all() {
            var predictor = try sample.predictor(in: table)
            if predictor.station.offsets != nil { continue }
            let start = UTCYear.start(UTCYear.year(at: sample.day)) - 10 * 86_400
            let found = predictor.extremes(in: start..<start + 20 * 86_400)
            for (last, next) in zip(found, found.dropFirst()) {
                #expect(last.kind != next.kind, "\(sample.station) \(last) \(next)")
            }
        }
    }

    @Test func `a high and a low water that are seven minutes apart are both found`() throws {
        var predictor = try InstalledTable.predictor("Port Allen, Hanapepe Bay, Kauai Island, Hawaii")
        let high = UTCYear.start(2005) + 309 * 86_400 + 4_306
        let found = predictor.extremes(in: high - 3_600..<high + 3_600)
        let delays: [Double] = found.map { $0.time - high }
        try #require(delays.count == 2)
        #expect(abs(delays[0]) < 1.5)
        #expect(abs(delays[1] - 413) < 1.5)
        #expect(found.first?.kind != found.last?.kind)
    }

    @Test func `a year outside the table has no heights`() throws {
        var predictor = try TideSample.all()[0].predictor(in: table)
        #expect(predictor.years == 1700...2100)
        #expect(predictor.height(at: UTCYear.start(2101)) == nil)
        #expect(predictor.height(at: UTCYear.start(1700) - 1) == nil)
        #expect(predictor.height(at: UTCYear.start(2101) - 1) != nil)
        #expect(predictor.extremes(in: UTCYear.start(2101) + 1e6..<UTCYear.start(2101) + 2e6).isEmpty)
        #expect(predictor.state(at: 1e15, day: 1e15..<1e15 + 86_400) == nil)
    }
}

/// A line of the sample that `Reference/tides.py` has written.
struct TideSample {
    let station: String
    /// When a day begins, in seconds since 1970-01-01, UTC.
    let day: Double
    let extremes: [TideExtreme]
    /// An instant of the day, and the height then.
    let second: Double
    let height: Double

    static func all() throws -> [TideSample] {
        try Fixture.lines("tides.tsv").map { cells in
            let day = try number(cells[1])
            let extremes = try cells[2].split(separator: " ").map { text in
                let parts = text.split(separator: ",")
                return TideExtreme(
                    time: day + (try number(parts[1])), kind: parts[0] == "high" ? .high : .low,
                    height: try number(parts[2]) / 1000)
            }
            return TideSample(
                station: String(cells[0]), day: day, extremes: extremes, second: day + (try number(cells[3])),
                height: try number(cells[4]) / 1000)
        }
    }

    func predictor(in table: TideTable) throws -> TidePredictor { try InstalledTable.predictor(station) }

    private static func number(_ text: some StringProtocol) throws -> Double { try #require(Double(text)) }
}

/// Files of expected values, with tabs between them.
enum Fixture {
    static func lines(_ name: String) throws -> [[Substring]] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    }
}
