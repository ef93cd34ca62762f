import Foundation
import Testing

@testable import Journal
@testable import JournalTransfer
@testable import SurfLanguage

extension ObservationReader {
    /// All observations of a file whose bytes come in pieces.
    static func observations(in bytes: [UInt8], path: String = "46254.txt", piece: Int = 1 << 18) throws
        -> (observations: [Observation], sources: [ObservationSource])
    {
        var reader = ObservationReader(path: path)
        var observations: [Observation] = []
        func drain() throws { while let next = try reader.next() { observations.append(next) } }
        for start in stride(from: 0, to: bytes.count, by: piece) {
            try reader.append(bytes[start..<min(start + piece, bytes.count)])
            try drain()
        }
        try reader.finish()
        try drain()
        return (observations, reader.sources)
    }
}

struct ObservationReaderTests {
    static let station = """
        #YY  MM DD hh mm WDIR WSPD GST  WVHT   DPD   APD MWD   PRES  ATMP  WTMP  DEWP  VIS PTDY  TIDE
        #yr  mo dy hr mn degT m/s  m/s     m   sec   sec degT   hPa  degC  degC  degC  nmi  hPa    ft
        2014 04 18 17 00 290  7.0  9.0   1.8     7    MM  MM 1034.0   0.2   1.3    MM   MM -3.0    MM
        2014 04 18 16 00 280  8.0 10.0   2.1     8    MM 282 1034.0   0.0   1.3    MM   MM -4.1    MM
        2014 04 18 15 30 360  4.0  6.0    MM    MM    MM  MM 1021.0    MM    MM    MM   MM   MM    MM
        """

    private func moment(_ text: String) throws -> Double { try DateReader(now: 1e9, zone: .gmt).date(text) }

    private func read(_ text: String, path: String = "46254.txt") throws -> [Observation] {
        try ObservationReader.observations(in: Array(text.utf8), path: path).observations
    }

    private func problem(_ text: String, path: String = "x.txt") -> String {
        do { return "\(try read(text, path: path).count) read" } catch { return "\(error)" }
    }

    // MARK: The National Data Buoy Center

    @Test func `columns are found by their names`() throws {
        let observations = try read(Self.station)
        #expect(observations.count == 3)
        #expect(try observations[0].date == moment("2014-04-18T17:00:00Z"))
        #expect(observations[0][.windDirection] == 290)
        #expect(observations[0][.windSpeed] == 7)
        #expect(observations[0][.waveHeight] == 1.8)
        #expect(observations[0][.waveDirection] == nil)
        #expect(observations[0][.waterTemperature] == 1.3)
        #expect(observations[2][.windDirection] == 360)
    }

    @Test func `additional or reordered columns make no difference`() throws {
        let observations = try read("#YY MM DD hh mm NEW WTMP WVHT\n2014 04 18 17 00 5 12.5 1.8\n")
        #expect(observations[0][.waterTemperature] == 12.5)
        #expect(observations[0][.waveHeight] == 1.8)
        #expect(observations[0][.windSpeed] == nil)
    }

    @Test func `an older file has two-digit years, no minutes, and nines for missing values`() throws {
        let observations = try read(
            """
            YY MM DD hh WD   WSPD GST  WVHT  DPD   APD  MWD  BAR    ATMP  WTMP  DEWP  VIS
            98 01 31 23 999  99.0 99.0 99.00 99.00 99.00 999 9999.0 999.0 999.0 999.0 99.0
            98 02 01 00 99   05.1 06.0 01.30 10.00 07.11 281 1015.0 12.1 13.0 999.0 99.0
            """)
        #expect(observations.count == 2)
        #expect(Observation.Quantity.allCases.allSatisfy { observations[0][$0] == nil })
        #expect(try observations[1].date == moment("1998-02-01T00:00:00Z"))
        #expect(observations[1][.windDirection] == 99)
        #expect(observations[1][.period] == 10)
    }

    static let wrong: [(String, String)] = [
        ("", "noHeader"), ("hello there\n", "noHeader"), ("#YY MM DD hh mm PRES\n", "noHeader"),
        ("#YY MM DD hh mm WVHT\n2014 13 18 17 00 1.8\n", "line(2)"),
        ("#YY MM DD hh mm WVHT\n\n2014 04 18 17 00 high\n", "line(3)"),
        ("#YY MM DD hh mm WVHT\n2014 04 18\n", "line(2)"),
        ("#YY MM DD hh mm WVHT\n2014 04 18 24 00 1.8\n", "line(2)"),
        ("time,wave_height (m)\n2026-01-01T25:00,1\n", "line(2)"),
        ("time,wave_height (m)\n\nnot a header\n", "line(3)"),
        ("latitude,longitude\n95,0\n", "line(2)"), ("time,cape (J/kg)\n2026-01-01T00:00,1\n", "noHeader"),
        ("{\"hourly\":{\"time\":[\"2026-01-01T00:00\"],\"wave_height\":[]},\"latitude\":1,\"longitude\":1}", "json"),
        ("{\"hourly\":", "json"), ("[1]", "json"), ("{}", "noHeader"),
        ("#YY MM DD hh mm WVHT\n" + String(repeating: "1", count: 1 << 17), "lineTooLong(2)"),
    ]

    @Test(arguments: wrong)
    func `a file of another kind, or a damaged one, is refused with its line number`(text: String, error: String) {
        #expect(problem(text) == error)
    }

    @Test func `missing columns at the end of a line are missing values`() throws {
        let observations = try read("#YY MM DD hh mm WVHT WTMP\r\n2014 04 18 17 00 1.8\r\n")
        #expect(observations[0][.waveHeight] == 1.8)
        #expect(observations[0][.waterTemperature] == nil)
    }

    private static let spec = """
        #YY  MM DD hh mm WVHT  SwH  SwP  WWH  WWP SwD WWD  STEEPNESS  APD MWD
        #yr  mo dy hr mn    m    m  sec    m  sec  -  degT     -      sec degT
        2026 07 28 06 26  1.6  1.1 14.8  1.2  4.8 WNW  SW      STEEP  5.2 210
        2026 07 28 05 26  1.5   MM   MM  1.1  4.5  MM  SW      STEEP  5.1 208
        """

    @Test func `of waves in detail the swell is taken, not all waves`() throws {
        let observations = try read("\u{FEFF}" + Self.spec)
        #expect(observations[0][.waveHeight] == 1.1)
        #expect(observations[0][.period] == 14.8)
        #expect(observations[0][.waveDirection] == 292.5)
        #expect(observations[1][.waveHeight] == nil)
    }

    // MARK: Open-Meteo and CO-OPS

    private static let waves = """
        latitude,longitude,elevation,utc_offset_seconds,timezone,timezone_abbreviation
        34.04,-118.71,0.0,-28800,America/Los_Angeles,PST

        time,wave_height (ft),swell_wave_height (ft),swell_wave_period (s),swell_wave_direction (°),sea_surface_temperature (°F)
        2026-01-10T06:00,6.56,3.28,14.2,290,59
        2026-01-10T07:00,,,,,nan

        time,wave_height_max (ft)
        2026-01-10,9.8
        """

    @Test func `Open-Meteo's CSV has its own units and clock, and its swell counts before all waves`() throws {
        let (observations, sources) = try ObservationReader.observations(in: Array(Self.waves.utf8))
        #expect(observations.count == 2)
        #expect(try observations[0].date == moment("2026-01-10T14:00:00Z"))
        #expect(abs((observations[0][.waveHeight] ?? 0) - 1) < 0.001)
        #expect(observations[0][.period] == 14.2)
        #expect(observations[0][.waveDirection] == 290)
        #expect(abs((observations[0][.waterTemperature] ?? 0) - 15) < 1e-9)
        #expect(Observation.Quantity.allCases.allSatisfy { observations[1][$0] == nil })
        #expect(sources.map(\.name) == ["Open-Meteo"])
        #expect(sources[0].position == Coordinates("34.04,-118.71"))
        #expect(sources[0].isModel)
    }

    @Test func `Open-Meteo's CSV of several positions has a source for each`() throws {
        let text = """
            location_id,latitude,longitude,elevation,utc_offset_seconds,timezone,timezone_abbreviation
            0,34.0,-118.7,0.0,0,GMT,GMT
            1,36.9,-122.0,0.0,0,GMT,GMT

            location_id,time,wind_speed_10m (km/h),wind_direction_10m (°)
            0,2026-01-10T14:00,36,300
            1,1768053600,mp,300
            """
        #expect(problem(text) == "line(7)")
        let right = text.replacing("mp,", with: "18,")
        let (observations, sources) = try ObservationReader.observations(in: Array(right.utf8))
        #expect(observations.map(\.source) == [0, 1])
        #expect(observations.map { $0[.windSpeed] } == [10, 5])
        #expect(observations[0].date == observations[1].date)
        #expect(sources.map { $0.position?.latitude } == [34, 36.9])
    }

    @Test func `Open-Meteo's JSON is read like its CSV, of one position and of several`() throws {
        func document(_ latitude: Double) -> String {
            """
            {"latitude":\(latitude),"longitude":-118.7,"utc_offset_seconds":3600,"hourly_units":{"time":"iso8601",\
            "wind_speed_10m":"mp/h","wave_height":"m"},"hourly":{"time":["2026-01-10T15:00"],"wind_speed_10m":[10],\
            "wave_height":[null]}}
            """
        }
        let one = try ObservationReader.observations(in: Array(document(34).utf8))
        #expect(try one.observations[0].date == moment("2026-01-10T14:00:00Z"))
        #expect(abs((one.observations[0][.windSpeed] ?? 0) - 4.4704) < 1e-9)
        #expect(one.observations[0][.waveHeight] == nil)
        let several = try ObservationReader.observations(in: Array("[\(document(34)),\(document(36))]".utf8))
        #expect(several.observations.map(\.source) == [0, 1])
        #expect(several.sources.map { $0.position?.latitude } == [34, 36])
    }

    @Test func `CO-OPS's CSV is read as what its header says: water temperature or wind, not a current`() throws {
        let water = try ObservationReader.observations(
            in: Array("Date Time, Water Temperature, X, N, R \n2024-01-01 00:06,14.3,0,0,0\n".utf8),
            path: "dir/CO-OPS_9410840_met.csv")
        #expect(water.observations[0][.waterTemperature] == 14.3)
        #expect(water.sources.map(\.name) == ["9410840"])
        let wind = "Date Time, Speed, Direction, Direction, Gust, X, R \n2024-01-01 00:00,3.40,290.00,WNW,5.10,0,0\n"
        #expect(try read(wind)[0][.windSpeed] == 3.4)
        #expect(try read(wind)[0][.windDirection] == 290)
        #expect(problem("Date Time, Speed, Direction, Bin\n2024-01-01 00:00,34,290,1\n") == "noHeader")
    }

    @Test func `CO-OPS's JSON is read if it is of wind, because it does not say what other values are`() throws {
        func document(_ row: String) -> String {
            "{\"metadata\":{\"id\":\"9410840\",\"lat\":\"34.0083\",\"lon\":\"-118.5\"},\"data\":[\(row)]}"
        }
        let wind = document(
            "{\"t\":\"2024-01-01 00:00\",\"s\":\"3.40\",\"d\":\"290.00\",\"dr\":\"WNW\",\"g\":\"5.10\",\"f\":\"0,0\"}")
        let (observations, sources) = try ObservationReader.observations(in: Array(wind.utf8))
        #expect(observations[0][.windSpeed] == 3.4)
        #expect(sources[0].position?.latitude == 34.0083)
        #expect(problem(document("{\"t\":\"2024-01-01 00:00\",\"v\":\"14.3\",\"f\":\"0,0,0\"}")) == "noHeader")
        #expect(
            problem(document("{\"t\":\"2024-01-01 00:00\",\"v\":\"1.2\",\"s\":\"0.003\",\"q\":\"v\"}")) == "noHeader")
    }

    @Test(arguments: [1, 7, 100])
    func `the pieces in which a file comes make no difference`(size: Int) throws {
        for text in [Self.station, Self.spec, Self.waves] {
            let whole = try read(text)
            #expect(try ObservationReader.observations(in: Array(text.utf8), piece: size).observations == whole)
        }
    }

    // MARK: Sources

    @Test(arguments: [
        ("46221.txt", "46221"), ("a/46221h2019.txt.gz", "46221"), ("sbeo3.txt", "SBEO3"),
        ("46221a2026.txt.gz", "46221"),
        ("4622112026.txt.gz", "46221"), ("46221.spec", "46221"), ("9410840_2024.csv", "9410840"),
        ("my notes.csv", "my notes.csv"),
    ])
    func `a file's name tells its station`(path: String, name: String) {
        #expect(ObservationSource(file: path).name == name)
    }

    @Test func `positions are read from both lists of the center`() {
        var table = StationTable()
        table.add(
            Array(
                """
                # STATION_ID | OWNER | TTYPE | HULL | NAME | PAYLOAD | LOCATION | TIMEZONE | FORECAST | NOTE
                46221|SC|Waverider Buoy||Santa Monica Bay, CA||33.860 N 118.641 W (33&#176;51'37" N)|P|| |
                xyz|?|no position||x|||P||
                """.utf8))
        table.add(
            Array("<stations count=\"1\">\n  <station id=\"sbeo3\" lat=\"44.6\" lon=\"-124.1\" name=\"x\"/>".utf8))
        #expect(table["46221"] == Coordinates("33.86,-118.641"))
        #expect(table["SBEO3"] == Coordinates("44.6,-124.1"))
        #expect(table["XYZ"] == nil)
        #expect(table.nearest(to: Coordinates("34,-118.7")!)?.id == "46221")
        #expect(table.nearest(to: Coordinates("0,0")!) == nil)
    }
}
