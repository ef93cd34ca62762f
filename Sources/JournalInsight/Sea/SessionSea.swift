import Journal
import SurfLanguage
import TidesAndLight

/// What is computed about one session. Never stored.
package struct SessionSea: Sendable {
    /// Nil if the place has no tides.
    package let tide: TideState?
    /// The light of the day; nil if the place's position is unknown.
    package let sun: SunTimes?
    package let daylight: Daylight?
    package let moon: MoonPhase
    /// The session's date as seconds since 1970.
    package let time: Double
}

/// Computes the sea of many sessions. A value; use one on one thread at a time.
package struct SessionSeas: Sendable {
    private let sea: SeaOfPlaces
    private var index = NameIndex(.place)
    private var places: [PlaceSea?] = []
    /// The first place whose station's record is damaged; nil if there was none. Its sessions have no tides.
    package private(set) var failure: TideTableError?

    /// The fields that are read.
    package static let fields: Set<EntryField> = [.date, .location]

    package init(_ sea: SeaOfPlaces) { self.sea = sea }

    /// What is computed about a session; nil without a date, and for a place about which nothing is known.
    package mutating func sea(of values: EntryValues) -> SessionSea? {
        guard let date = values.date, date.isFinite, var name = values.location else { return nil }
        return name.withUTF8 { place($0) }.map { sea(at: $0, date) }
    }

    /// The tide of a session in a row.
    package mutating func tide(_ row: SeaRow) -> TideState? {
        guard let date = row.date, let place = row.place.flatMap({ place($0) }) else { return nil }
        return places[place]?.tide(at: date)
    }

    /// The light of a session in a row.
    package mutating func daylight(_ row: SeaRow) -> Daylight? {
        guard let date = row.date, let place = row.place.flatMap({ place($0) }) else { return nil }
        return places[place]?.daylight(at: date)
    }

    /// Whether a session's place is known to be south of the equator.
    package mutating func isSouthern(_ row: SeaRow) -> Bool {
        guard let place = row.place.flatMap({ place($0) }) else { return false }
        return places[place]?.position.map { $0.latitude < 0 } ?? false
    }

    /// All that is computed for a row; nil as for `sea(of:)`.
    package mutating func sea(_ row: SeaRow) -> SessionSea? {
        guard let date = row.date, date.isFinite, let place = row.place.flatMap({ place($0) }) else { return nil }
        return sea(at: place, date)
    }

    private mutating func sea(at place: Int, _ date: Double) -> SessionSea {
        SessionSea(
            tide: places[place]?.tide(at: date), sun: places[place]?.sun(at: date),
            daylight: places[place]?.daylight(at: date), moon: MoonPhase(at: date + PlaceSea.shift),
            time: date + PlaceSea.shift)
    }

    /// The number of a place about which something is known; nil for another.
    private mutating func place(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
        let number = index.number(name)
        if number == places.count {
            places.append(known(String(decoding: name, as: UTF8.self)))
        }
        return places[number] == nil ? nil : number
    }

    /// A place about which something is known.
    private mutating func known(_ place: String) -> PlaceSea? {
        do throws(TideTableError) {
            let found = try sea.sea(at: place)
            return found.position == nil && found.station == nil ? nil : found
        } catch {
            failure = failure ?? error
            return nil
        }
    }
}

/// The values of a row from which the sea is computed.
package struct SeaRow {
    package let date: Double?
    package let place: UnsafeBufferPointer<UInt8>?

    package init(_ row: Int, of block: RecordBlock) {
        date = block.column(.date).flatMap { block.date(row, column: $0) }
        place = block.column(.location).flatMap { block.text(row, column: $0) }
    }
}
