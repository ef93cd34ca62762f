import Foundation
import Testing

@testable import Journal
@testable import JournalTransfer
@testable import SurfLanguage

struct FillTests {
    private func entry(_ text: String, _ values: EntryValues = EntryValues(location: "Malibu")) throws -> EntryValues {
        var values = values
        values.date = try DateReader(now: 1e9, zone: .gmt).date(text)
        return values
    }

    /// What files would fill.
    /// - Parameter files: Their texts by name, in order.
    private func fillings(
        _ journal: Journal, _ files: KeyValuePairs<String, String>, stations: StationTable = StationTable(),
        chosen: String? = nil, replacesFilled: Bool = false
    ) throws -> [Filling] {
        let places = try FillPlaces(journal, stations, files: files.map(\.key), chosen: chosen)
        var search = try FillSearch(EntryQuery(), of: journal, places, replacesFilled: replacesFilled)
        for (name, text) in files {
            var rest = Array(text.utf8)[...]
            try search.read(name) { () throws(ImportError) in
                defer { rest = [] }
                return rest
            }
        }
        return search.fillings
    }

    private var station: KeyValuePairs<String, String> { ["46254.txt": ObservationReaderTests.station] }

    /// A file of a buoy with one measurement of the waves.
    private func waves(_ height: Double, at time: String) -> String {
        "#YY MM DD hh mm WVHT\n2014 04 18 \(time.replacing(":", with: " ")) \(height)\n"
    }

    private func stations(_ positions: KeyValuePairs<String, String>) -> StationTable {
        var table = StationTable()
        for (id, position) in positions {
            let parts = position.split(separator: ",")
            table.add(Array("<station id=\"\(id)\" lat=\"\(parts[0])\" lon=\"\(parts[1])\" name=\"\"/>".utf8))
        }
        return table
    }

    // MARK: One station

    @Test func `fill sets blank fields in knots and metres and overwrites nothing`() throws {
        let journal = try TemporaryJournal()
        var own = EntryValues(location: "Malibu", wind: "glassy")
        own.swellHeight = 9
        try journal.add(entry("2014-04-18T16:05:00Z", own))
        try journal.add(entry("2014-04-18T17:00:00Z"))
        try journal.add(entry("2014-04-19T17:00:00Z"))
        let open = try journal.open()
        let fillings = try fillings(open, station)
        #expect(fillings.map(\.id) == [2, 1])
        #expect(try open.fill(fillings) == 2)
        let first = try journal.open().record(1)
        #expect(first.values.wind == "glassy")
        #expect(first.values.swellHeight == 9)
        #expect(first.values.swellPeriod == 8)
        #expect(first.values.swellDirection == 282)
        #expect(first.values.waterTemperature == 1.3)
        #expect(first.rev == 2)
        let second = try journal.open().record(2).values
        #expect(second.wind == "WNW 14kts")
        #expect(second.swellHeight == 1.8)
        #expect(second.swellDirection == 282)
        #expect(try journal.open().record(3).rev == 1)
    }

    @Test func `each field has the observation nearest in time that has it, at most 90 minutes away`() throws {
        let journal = try TemporaryJournal()
        for time in ["13:59:59", "14:00:00", "16:29:00", "16:30:00", "16:31:00", "18:30:00", "18:30:01"] {
            try journal.add(entry("2014-04-18T\(time)Z"))
        }
        let fillings = try fillings(journal.open(), station)
        #expect(fillings.map(\.id) == [6, 5, 4, 3, 2])
        // Of two equally near, the earlier.
        #expect(fillings.map(\.values.swellHeight) == [1.8, 1.8, 2.1, 2.1, nil])
        #expect(fillings.map(\.values.wind) == ["WNW 14kts", "WNW 14kts", "W 16kts", "W 16kts", "N 8kts"])
    }

    @Test func `planning a fill writes nothing, and a second fill changes nothing`() throws {
        let journal = try TemporaryJournal()
        try journal.add(entry("2014-04-18T17:00:00Z"))
        let open = try journal.open()
        let fillings = try fillings(open, station)
        #expect(try journal.open().record(1).rev == 1)
        #expect(try open.fill(fillings) == 1)
        #expect(try self.fillings(open, station).isEmpty)
        #expect(try open.fill(fillings) == 0)
        #expect(try journal.open().record(1).rev == 2)
    }

    @Test func `if one session was deleted, fill changes none`() throws {
        let journal = try TemporaryJournal()
        for minute in 10...12 { try journal.add(entry("2014-04-18T16:\(minute):00Z")) }
        let open = try journal.open()
        let fillings = try fillings(open, station)
        #expect(fillings.count == 3)
        _ = try journal.open().delete([1])
        #expect(throws: JournalError.self) { try open.fill(fillings) }
        #expect(try journal.open().all().allSatisfy { $0.rev == 1 && $0.values.swellHeight == nil })
    }

    // MARK: Several stations

    @Test func `of several stations the nearest within 100 km counts, and another for what it lacks`() throws {
        let journal = try TemporaryJournal()
        try journal.add(entry("2014-04-18T16:00:00Z"))
        try journal.add(entry("2014-04-18T16:00:00Z", EntryValues(location: "Hossegor")))
        let open = try journal.open()
        try open.set(.coordinates, of: "Malibu", to: Coordinates("34.03,-118.68"))
        try open.set(.coordinates, of: "Hossegor", to: Coordinates("43.66,-1.44"))
        let near = stations(["46221": "33.86,-118.641", "46025": "33.755,-119.045", "51201": "21.67,-158.12"])
        let fillings = try fillings(
            open,
            [
                "51201.txt": waves(5, at: "16:00"), "46025.txt": ObservationReaderTests.station,
                "46221h2014.txt.gz": waves(1.2, at: "15:49"),
            ], stations: near)
        #expect(fillings.map(\.id) == [1])
        #expect(fillings[0].values.swellHeight == 1.2)
        #expect(fillings[0].values.swellPeriod == 8)
        #expect(
            fillings[0].filled.first { $0.field == .swellHeight }?.origin
                == .init(station: "46221", kilometres: 19, minutes: -11))
        #expect(fillings[0].filled.first { $0.field == .swellPeriod }?.origin.station == "46025")
    }

    @Test func `what was measured counts before a model, however near that is`() throws {
        let journal = try TemporaryJournal()
        try journal.add(entry("2014-04-18T16:00:00Z"))
        let open = try journal.open()
        try open.set(.coordinates, of: "Malibu", to: Coordinates("34.03,-118.68"))
        let model = """
            latitude,longitude,elevation,utc_offset_seconds
            34.03,-118.68,0,0

            time,swell_wave_height (m),swell_wave_period (s)
            2014-04-18T16:00,1.5,13
            """
        let fillings = try fillings(
            open, ["waves.csv": model, "46221.txt": waves(1.2, at: "15:00")],
            stations: stations(["46221": "33.5,-118.641"]))
        #expect(fillings[0].values.swellHeight == 1.2)
        #expect(fillings[0].values.swellPeriod == 13)
    }

    @Test func `of several stations without positions nothing is used, unless one is named`() throws {
        let journal = try TemporaryJournal()
        try journal.add(entry("2014-04-18T16:00:00Z"))
        let open = try journal.open()
        let files: KeyValuePairs = ["46025.txt": waves(1, at: "16:00"), "46221.txt": waves(2, at: "16:00")]
        #expect(try fillings(open, files).isEmpty)
        #expect(try fillings(open, files, chosen: "46221")[0].values.swellHeight == 2)
        let far = stations(["46221": "0,0", "46025": "0,0"])
        try open.set(.coordinates, of: "Malibu", to: Coordinates("34.03,-118.68"))
        #expect(try fillings(open, files, stations: far).isEmpty)
        #expect(try fillings(open, files, stations: far, chosen: "46025")[0].values.swellHeight == 1)
    }

    @Test func `two yearly files of one station are one station`() throws {
        let journal = try TemporaryJournal()
        try journal.add(entry("2014-04-18T16:00:00Z"))
        let files: KeyValuePairs = ["46025h2013.txt": waves(1, at: "17:00"), "46025h2014.txt": waves(2, at: "16:00")]
        #expect(try fillings(journal.open(), files)[0].values.swellHeight == 2)
    }

    // MARK: Origins

    @Test func `what was filled is known with its station until a person changes it`() throws {
        let journal = try TemporaryJournal()
        try journal.add(entry("2014-04-18T16:00:00Z"))
        let open = try journal.open()
        _ = try open.fill(fillings(open, station))
        let filled = try journal.open().filledValues(of: 1)
        #expect(filled.map(\.field) == [.wind, .swellHeight, .swellPeriod, .swellDirection, .waterTemperature])
        #expect(filled.allSatisfy { $0.origin == .init(station: "46254", kilometres: nil, minutes: 0) })
        try journal.change(1, .swellHeight, .number(3))
        #expect(try !journal.open().filledValues(of: 1).map(\.field).contains(.swellHeight))
        #expect(try journal.open().filledValues(of: 1).count == 4)
    }

    @Test func `a later fill replaces what a better station has, and nothing that a person typed`() throws {
        let journal = try TemporaryJournal()
        try journal.add(entry("2014-04-18T16:00:00Z"))
        let open = try journal.open()
        try open.set(.coordinates, of: "Malibu", to: Coordinates("34.03,-118.68"))
        let near = stations(["46221": "33.86,-118.641", "46025": "33.755,-119.045"])
        _ = try open.fill(fillings(open, ["46025.txt": ObservationReaderTests.station], stations: near))
        try journal.change(1, .swellPeriod, .number(15))
        let better: KeyValuePairs = ["46221.txt": "#YY MM DD hh mm WVHT DPD\n2014 04 18 16 20 1.2 9\n"]
        #expect(try fillings(open, better, stations: near).isEmpty)
        let replacing = try fillings(open, better, stations: near, replacesFilled: true)
        #expect(replacing.map { $0.filled.map(\.field) } == [[.swellHeight]])
        #expect(try open.fill(replacing) == 1)
        let values = try journal.open().record(1).values
        #expect(values.swellHeight == 1.2)
        #expect(values.swellPeriod == 15)
        #expect(try journal.open().filledValues(of: 1).first { $0.field == .swellHeight }?.origin.station == "46221")
        let worse: KeyValuePairs = ["46025.txt": ObservationReaderTests.station]
        #expect(try fillings(open, worse, stations: near, replacesFilled: true).isEmpty)
    }

    @Test func `a text that another program wrote in place of origins is none`() throws {
        for text in ["", "nonsense", "{\"wind\":1}", "{\"wind\":{\"value\":\"NW\"}}", "[]"] {
            #expect([FilledValue](stored: text).isEmpty)
        }
    }
}
