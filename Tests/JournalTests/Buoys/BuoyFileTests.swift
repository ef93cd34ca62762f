import Foundation
import Testing

@testable import Journal
@testable import JournalTransfer
@testable import SurfLanguage

struct BuoyFileTests {
    static let station = """
        #YY  MM DD hh mm WDIR WSPD GST  WVHT   DPD   APD MWD   PRES  ATMP  WTMP  DEWP  VIS PTDY  TIDE
        #yr  mo dy hr mn degT m/s  m/s     m   sec   sec degT   hPa  degC  degC  degC  nmi  hPa    ft
        2014 04 18 17 00 290  7.0  9.0   1.8     7    MM  MM 1034.0   0.2   1.3    MM   MM -3.0    MM
        2014 04 18 16 00 280  8.0 10.0   2.1     8    MM 282 1034.0   0.0   1.3    MM   MM -4.1    MM
        2014 04 18 15 30 360  4.0  6.0    MM    MM    MM  MM 1021.0    MM    MM    MM   MM   MM    MM
        """

    private func moment(_ text: String) throws -> Double { try DateReader(now: 1e9, zone: .gmt).date(text) }

    @Test func `columns are found by their names`() throws {
        let file = try BuoyFile(Self.station)
        #expect(file.readings.count == 3)
        let newest = try #require(file.readings.last)
        #expect(try newest.date == moment("2014-04-18T17:00:00Z"))
        #expect(newest[.windDirection] == 290)
        #expect(newest[.windSpeed] == 7)
        #expect(newest[.waveHeight] == 1.8)
        #expect(newest[.waveDirection] == nil)
        #expect(newest[.waterTemperature] == 1.3)
        #expect(file.readings[0][.windDirection] == 360)
    }

    @Test func `additional or reordered columns make no difference`() throws {
        let file = try BuoyFile("#YY MM DD hh mm NEW WTMP WVHT\n2014 04 18 17 00 5 12.5 1.8\n")
        #expect(file.readings[0][.waterTemperature] == 12.5)
        #expect(file.readings[0][.waveHeight] == 1.8)
        #expect(file.readings[0][.windSpeed] == nil)
    }

    @Test func `an older file has two-digit years, no minutes, and nines for missing values`() throws {
        let file = try BuoyFile(
            """
            YY MM DD hh WD   WSPD GST  WVHT  DPD   APD  MWD  BAR    ATMP  WTMP  DEWP  VIS
            98 01 31 23 999  99.0 99.0 99.00 99.00 99.00 999 9999.0 999.0 999.0 999.0 99.0
            98 02 01 00 99   05.1 06.0 01.30 10.00 07.11 281 1015.0 12.1 13.0 999.0 99.0
            """)
        #expect(file.readings.count == 2)
        #expect(BuoyObservation.Column.allCases.allSatisfy { file.readings[0][$0] == nil })
        #expect(try file.readings[1].date == moment("1998-02-01T00:00:00Z"))
        #expect(file.readings[1][.windDirection] == 99)
        #expect(file.readings[1][.period] == 10)
    }

    @Test func `the nearest reading within an hour that has a value for the column is used`() throws {
        let file = try BuoyFile(Self.station)
        func number(_ time: String, _ column: BuoyObservation.Column) throws -> Double? {
            try file.nearest(to: moment("2014-04-18T\(time)Z"), with: column)?[column]
        }
        #expect(try number("16:40:00", .waveHeight) == 1.8)
        #expect(try number("16:20:00", .waveHeight) == 2.1)
        #expect(try number("15:30:00", .waveHeight) == 2.1)
        #expect(try number("16:30:00", .waveHeight) == 2.1)
        #expect(try number("17:00:00", .waveDirection) == 282)
        #expect(try number("17:00:01", .waveDirection) == nil)
        #expect(try number("18:00:00", .windSpeed) == 7)
        #expect(try number("18:00:01", .windSpeed) == nil)
        #expect(try number("14:29:59", .windSpeed) == nil)
    }

    static let wrong: [(String, BuoyError)] = [
        ("", .noHeader), ("hello there\n", .noHeader), ("#YY MM DD hh mm PRES\n", .noHeader),
        ("#YY MM DD hh mm WVHT\n2014 13 18 17 00 1.8\n", .line(2)),
        ("#YY MM DD hh mm WVHT\n\n2014 04 18 17 00 high\n", .line(3)),
        ("#YY MM DD hh mm WVHT\n2014 04 18\n", .line(2)), ("#YY MM DD hh mm WVHT\n2014 04 18 24 00 1.8\n", .line(2)),
    ]

    @Test(arguments: wrong)
    func `a file that is not a buoy's is refused with its line number`(text: String, error: BuoyError) {
        #expect(throws: error) { try BuoyFile(text) }
    }

    @Test func `missing columns at the end of a line are missing values`() throws {
        let file = try BuoyFile("#YY MM DD hh mm WVHT WTMP\r\n2014 04 18 17 00 1.8\r\n")
        #expect(file.readings[0][.waveHeight] == 1.8)
        #expect(file.readings[0][.waterTemperature] == nil)
    }

    private static let spec = """
        #YY  MM DD hh mm WVHT  SwH  SwP  WWH  WWP SwD WWD  STEEPNESS  APD MWD
        #yr  mo dy hr mn    m    m  sec    m  sec  -  degT     -      sec degT
        2026 07 28 06 26  1.6  1.1 14.8  1.2  4.8 WNW  SW      STEEP  5.2 210
        2026 07 28 05 26  1.5   MM   MM  1.1  4.5  MM  SW      STEEP  5.1 208
        """

    @Test func `of waves in detail the swell is taken, not all waves`() throws {
        let file = try BuoyFile(Self.spec)
        let reading = try #require(file.readings.last)
        #expect(reading[.waveHeight] == 1.1)
        #expect(reading[.period] == 14.8)
        #expect(reading[.waveDirection] == 292.5)
        #expect(file.readings.first?[.waveHeight] == nil)
    }

    @Test func `a mark at the beginning does not matter, and a damaged compressed file is an error`() throws {
        #expect(try BuoyFile("\u{FEFF}" + Self.spec).readings.count == 2)
        #expect(throws: BuoyError.damaged) { try BuoyFile([0x1F, 0x8B, 8, 0, 1, 2, 3]) }
    }
}
