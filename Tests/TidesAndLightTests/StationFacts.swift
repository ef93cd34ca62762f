import CTCD
import Foundation

@testable import TidesAndLight

/// What two readers of a table have to agree about: a station's place and constants, with numbers as texts of as many
/// decimals as the file has.
struct StationFacts: Equatable {
    let name: String
    let unit: String
    let zone: String
    let datum: String
    let reference: String?
    let numbers: [String]

    init(_ station: TideStation, unit: String) {
        (name, self.unit, zone, datum) = (station.name, unit, station.timeZone, station.datum)
        reference = station.reference
        let foot = unit == "feet" ? 0.3048 : 1
        let offsets = station.offsets.map { offsets in
            [offsets.low, offsets.high].flatMap { [$0.seconds, $0.metres / foot, $0.factor] }
        }
        let position = [station.position?.latitude ?? 0, station.position?.longitude ?? 0]
        numbers = (position + (offsets ?? StationFacts.constants(station.constants, foot))).map(StationFacts.text)
    }

    private static func constants(_ constants: HarmonicConstants, _ foot: Double) -> [Double] {
        [constants.mean / foot]
            + constants.constituents.sorted { $0.number < $1.number }.flatMap { constituent in
                [Double(constituent.number), constituent.amplitude / foot, StationFacts.turn(constituent.phase)]
            }
    }

    /// - Parameter room: Room for the record of the reference station.
    init(_ record: UnsafePointer<TIDE_RECORD>, reference room: UnsafeMutablePointer<TIDE_RECORD>) {
        name = latin(surfjournal_name(record))
        let header = record.pointee.header
        unit = latin(get_level_units(Int32(record.pointee.level_units)))
        zone = String(latin(get_tzfile(Int32(header.tzfile))).drop { $0 == ":" })
        let isReference = header.record_type == 1
        if !isReference { read_tide_record(header.reference_station, room) }
        datum = latin(get_datum(Int32(isReference ? record.pointee.datum : room.pointee.datum)))
        reference = isReference ? nil : latin(surfjournal_name(room))
        let values = isReference ? StationFacts.constants(record) : StationFacts.offsets(record.pointee)
        numbers = ([header.latitude, header.longitude] + values).map(StationFacts.text)
    }

    private static func offsets(_ record: TIDE_RECORD) -> [Double] {
        [
            seconds(record.min_time_add), Double(record.min_level_add), factor(record.min_level_multiply),
            seconds(record.max_time_add), Double(record.max_level_add), factor(record.max_level_multiply),
        ]
    }

    private static func constants(_ record: UnsafePointer<TIDE_RECORD>) -> [Double] {
        let hours = seconds(record.pointee.zone_offset) / 3600
        let numbers = (0..<Int32(MAX_CONSTITUENTS)).filter { surfjournal_amplitude(record, $0) > 0 }
        return [Double(record.pointee.datum_offset)]
            + numbers.flatMap { number in
                let phase = surfjournal_epoch(record, number) - get_speed(number) * hours
                return [Double(number), surfjournal_amplitude(record, number), turn(phase)]
            }
    }

    private static func seconds(_ time: Int32) -> Double { Double(time / 100 * 3600 + time % 100 * 60) }

    private static func factor(_ factor: Float) -> Double { factor == 0 ? 1 : Double(factor) }

    /// An angle as its cosine, because 0° and 360° are the same.
    private static func turn(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }

    /// As many decimals as the file has, without a sign before zero.
    private static func text(_ number: Double) -> String {
        String(format: "%.3f", abs(number) < 0.0005 ? 0 : number + 0.000_01)
    }
}

/// An ISO 8859-1 text.
private func latin(_ text: UnsafePointer<CChar>) -> String {
    let bytes = UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }
    return String(String.UnicodeScalarView(bytes.map(Unicode.Scalar.init)))
}
