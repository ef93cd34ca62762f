import CTCD
import Foundation
import Testing

@testable import TidesAndLight

/// libtcd has one open file, in global variables.
@Suite(.serialized) struct LibtcdTests {
    let table: TideTable

    init() throws {
        table = try TideTable(InstalledTable.bytes())
        var path = Array(InstalledTable.path.utf8CString)
        try #require(open_tide_db(&path) != 0)
    }

    @Test func `every station has the name, place and constants that libtcd reads`() throws {
        #expect(table.count == Int(get_tide_db_header().number_of_records))
        let names = try table.names()
        let record = UnsafeMutablePointer<TIDE_RECORD>.allocate(capacity: 2)
        defer { record.deallocate() }
        for number in 0..<table.count {
            #expect(read_tide_record(Int32(number), record) == Int32(number))
            let theirs = StationFacts(record, reference: record + 1)
            #expect(names[number].name == theirs.name)
            guard let station = try table.station(number) else {
                #expect(["knots", "knots^2"].contains(theirs.unit), "\(theirs.name)")
                continue
            }
            #expect(StationFacts(station, unit: theirs.unit) == theirs, "\(theirs.name)")
        }
    }

    @Test func `every constituent has the speed and the factors that libtcd reads`() throws {
        let header = get_tide_db_header()
        #expect(table.years == Int(header.start_year)...Int(header.start_year) + Int(header.number_of_years) - 1)
        for number in 0..<Int(header.constituents) {
            #expect(abs(table.speed(number) - get_speed(Int32(number))) < 1e-9)
            for year in table.years {
                let index = Int32(year) - header.start_year
                #expect(Float(table.equilibriumArgument(number, year: year)) == get_equilibrium(Int32(number), index))
                #expect(Float(table.nodeFactor(number, year: year)) == get_node_factor(Int32(number), index))
            }
        }
    }
}
