import SurfLanguage

/// Where a station's record is, and where the station is.
struct StationIndex: Sendable {
    /// The record, in bytes from the beginning of the file.
    let record: Range<Int>
    let isReference: Bool
    /// Nil if the table does not know it, which it writes as 0,0.
    let position: Coordinates?

    /// All stations, in the order of the file.
    /// - Throws: `.damaged` if their records do not fill the rest of the file.
    static func all(
        _ header: TideTableHeader, _ layout: TideTableLayout, _ bytes: UnsafeRawBufferPointer
    ) throws(TideTableError) -> [StationIndex] {
        // A record has more bits than its number of records: no array grows beyond the file.
        var stations: [StationIndex] = []
        stations.reserveCapacity(min(header.records, bytes.count / 8))
        var start = layout.stations
        for number in 0..<header.records {
            guard let station = StationIndex(header, bytes, at: start) else { throw .damaged("station \(number)") }
            stations.append(station)
            start = station.record.upperBound
        }
        if start != bytes.count { throw .damaged("stations") }
        return stations
    }

    private init?(_ header: TideTableHeader, _ bytes: UnsafeRawBufferPointer, at start: Int) {
        var reader = BitReader(bytes, start..<max(start, bytes.count))
        guard let size = reader.unsigned(header.recordSizeBits), let type = reader.unsigned(header.recordTypeBits),
            let latitude = reader.signed(header.latitude.bits), let longitude = reader.signed(header.longitude.bits),
            start + size <= bytes.count, start * 8 + size * 8 >= reader.position, type == 1 || type == 2
        else { return nil }
        record = start..<start + size
        isReference = type == 1
        let isKnown = latitude != 0 || longitude != 0
        position =
            isKnown
            ? Coordinates(
                latitude: Double(latitude) / header.latitude.scale,
                longitude: Double(longitude) / header.longitude.scale)
            : nil
    }
}
