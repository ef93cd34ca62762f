import SurfLanguage
import Testing

@testable import TidesAndLight

extension LibtcdTests {
    /// Tables that the installed one is not like: metres, meridians, the southern hemisphere, currents, ties.
    @Suite struct MadeTableTests {
        private func table(_ stations: MadeTable.Station...) throws -> TideTable {
            try TideTable(MadeTable(stations).bytes)
        }

        private let place = Coordinates(latitude: -30, longitude: 150)

        private func nearest(_ table: TideTable) throws -> String? {
            try table.nearest(to: try #require(place))?.station.name
        }

        /// The first high water of 2001 is when the argument of 90° has become 360°.
        private let firstHigh = UTCYear.start(2001) + 270 / 28.984_104_2 * 3600

        @Test func `a station in metres is not converted, and one in feet is`() throws {
            let table = try table(.init(name: "Metres"), .init(name: "Feet", unit: "feet"))
            for (number, metre) in [(0, 1.0), (1, 0.3048)] {
                var predictor = TidePredictor(try #require(try table.station(number)), in: table)
                let height = predictor.height(at: firstHigh)
                #expect(abs((height ?? 0) - 1.5 * metre) < 0.001)
            }
        }

        @Test func `constants of a meridian are moved to UTC`() throws {
            let table = try table(.init(name: "Sydney", meridian: 1000))
            var predictor = TidePredictor(try #require(try table.station(0)), in: table)
            let found = predictor.extremes(in: UTCYear.start(2001)..<firstHigh + 86_400).filter { $0.kind == .high }
            let secondHigh = firstHigh + 360 / 28.984_104_2 * 3600
            #expect(abs((found.first?.time ?? 0) - (secondHigh - 36_000)) < 2)
        }

        @Test func `a subordinate station has the other's tides, later and higher`() throws {
            let table = try table(
                .init(name: "Port"), .init(name: "Bay", reference: 0, later: -130, highFactor: 2, highAdd: 0.25))
            let station = try #require(try table.station(1))
            var predictor = TidePredictor(station, in: table)
            let found = predictor.extremes(in: firstHigh - 7_200..<firstHigh)
            #expect(found.count == 1)
            #expect(abs((found.first?.time ?? 0) - (firstHigh - 90 * 60)) < 2)
            #expect(abs((found.first?.height ?? 0) - 3.25) < 0.001)
            #expect(station.reference == "Port")
            let height = predictor.height(at: firstHigh - 90 * 60)
            #expect(abs((height ?? 0) - 3.25) < 0.001)
        }

        @Test func `of two stations as near the reference station is used, then the first`() throws {
            let reference = MadeTable.Station(name: "Port", longitude: 150.1)
            let subordinate = MadeTable.Station(name: "Bay", longitude: 149.9, reference: 0)
            #expect(try nearest(table(reference, subordinate)) == "Port")
            let other = MadeTable.Station(name: "Other", longitude: 149.9)
            #expect(try nearest(table(reference, other)) == "Port")
            #expect(try nearest(table(other, reference)) == "Other")
        }

        @Test func `a station of currents is never the nearest`() throws {
            let current = MadeTable.Station(name: "Current", unit: "knots")
            let far = MadeTable.Station(name: "Port", longitude: 150.4)
            #expect(try nearest(table(current, far)) == "Port")
            #expect(try table(current).station(0) == nil)
        }

        @Test func `a station more than 60 km away, or without a position, is not near`() throws {
            #expect(try nearest(table(.init(name: "Far", latitude: -30.55))) == nil)
            #expect(try nearest(table(.init(name: "Near", latitude: -30.53))) == "Near")
            #expect(try table(.init(name: "Nowhere", latitude: 0, longitude: 0)).station(0)?.position == nil)
        }

        @Test func `still water has a height, and no high or low water`() throws {
            let table = try table(.init(name: "Lake", amplitude: 0))
            var predictor = TidePredictor(try #require(try table.station(0)), in: table)
            #expect(predictor.height(at: firstHigh) == 1)
            #expect(predictor.extremes(in: firstHigh..<firstHigh + 864_000).isEmpty)
            #expect(predictor.state(at: firstHigh, day: firstHigh..<firstHigh + 86_400) == nil)
        }

        @Test func `years are those of the table`() throws {
            let table = try table(.init(name: "Port"))
            var predictor = TidePredictor(try #require(try table.station(0)), in: table)
            #expect(table.years == MadeTable.years)
            #expect(predictor.height(at: UTCYear.start(2000) - 1) == nil)
            #expect(predictor.height(at: UTCYear.start(2010)) == nil)
            #expect(predictor.extremes(around: UTCYear.start(2010) - 10).next == nil)
            #expect(predictor.extremes(in: -1e300..<1e300).count > 14_000)
        }
    }
}
