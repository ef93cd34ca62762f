import CTCD
import Foundation
import TestSupport

@testable import TidesAndLight

/// A table that libtcd writes: two constituents, a few stations, the years 2000 to 2009.
struct MadeTable {
    /// A station to write.
    struct Station {
        var name: String
        var latitude = -30.0
        var longitude = 150.0
        var unit = "meters"
        /// Hours * 100 + minutes.
        var meridian: Int32 = 0
        var mean: Float = 1
        /// Of M2, in the unit.
        var amplitude = 0.5
        /// The number of the reference station of a subordinate one.
        var reference: Int32?
        var later: Int32 = 0
        var highFactor: Float = 0
        var highAdd: Float = 0
    }

    let bytes: [UInt8]

    static let years = 2000...2009
    /// The equilibrium argument of M2 at the beginning of each year, in degrees. Its node factor is 1.
    static let argument: Float = 90

    /// libtcd has one open file: use it in `LibtcdTests` only.
    init(_ stations: [Station]) throws {
        let folder = try TemporaryFolder()
        var path = Array(folder.url(of: "made.tcd").path.utf8CString)
        MadeTable.create(&path)
        for station in stations { MadeTable.add(station) }
        close_tide_db()
        bytes = try Array(Data(contentsOf: folder.url(of: "made.tcd")))
    }

    private static func create(_ path: inout [CChar]) {
        let years = years.count
        var speeds = [28.984_104_2, 15.041_068_6]
        let names: [UnsafeMutablePointer<CChar>?] = ["M2", "K1"].map { (name: String) in strdup(name) }
        let arguments = (0..<2).map { _ in floats(years, argument) }
        let factors = (0..<2).map { _ in floats(years, 1) }
        defer {
            names.forEach { free($0) }
            (arguments + factors).forEach { $0.deallocate() }
        }
        var (nameList, argumentList, factorList) = (names, arguments.map(Optional.some), factors.map(Optional.some))
        create_tide_db(
            &path, 2, &nameList, &speeds, Int32(Self.years.lowerBound), UInt32(years), &argumentList, &factorList)
    }

    private static func floats(_ count: Int, _ value: Float) -> UnsafeMutablePointer<Float> {
        let floats = UnsafeMutablePointer<Float>.allocate(capacity: count)
        floats.initialize(repeating: value, count: count)
        return floats
    }

    private static func add(_ station: Station) {
        let record = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<TIDE_RECORD>.stride, alignment: MemoryLayout<TIDE_RECORD>.alignment)
        defer { record.deallocate() }
        memset(record, 0, MemoryLayout<TIDE_RECORD>.stride)
        let fields = record.assumingMemoryBound(to: TIDE_RECORD.self)
        surfjournal_set_name(fields, station.name)
        fields.pointee.header.record_type = station.reference == nil ? 1 : 2
        fields.pointee.header.reference_station = station.reference ?? -1
        fields.pointee.header.latitude = station.latitude
        fields.pointee.header.longitude = station.longitude
        var unit = Array(station.unit.utf8CString)
        fields.pointee.level_units = UInt8(find_level_units(&unit))
        fields.pointee.min_direction = 361
        fields.pointee.max_direction = 361
        fields.pointee.datum_offset = station.mean
        fields.pointee.zone_offset = station.meridian
        surfjournal_set_amplitude(fields, 0, station.amplitude)
        fields.pointee.max_time_add = station.later
        fields.pointee.min_time_add = station.later
        fields.pointee.max_level_multiply = station.highFactor
        fields.pointee.max_level_add = station.highAdd
        fields.pointee.flood_begins = NULLSLACKOFFSET
        fields.pointee.ebb_begins = NULLSLACKOFFSET
        add_tide_record(fields, nil)
    }
}
