import Journal
import SurfLanguage

/// A document of JSON with observations: Open-Meteo's of one or several positions, or CO-OPS's of a station.
struct ObservationJSON: Sendable {
    private var bytes: [UInt8] = []
    private(set) var sources: [ObservationSource] = []
    private var observations: [Observation] = []
    private var position = 0

    /// Whether a file with these first bytes is one.
    static func recognizes(_ bytes: ArraySlice<UInt8>) -> Bool {
        let first = bytes.withoutMark.first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    mutating func append(_ more: ArraySlice<UInt8>) throws(ObservationError) {
        guard bytes.count + more.count <= ObservationReader.largestJSON else { throw .tooLarge }
        bytes += more
    }

    mutating func finish() throws(ObservationError) {
        let document: JSONValue
        do throws(JSONError) { document = try JSONReader.value(Array(bytes[...].withoutMark)) } catch {
            throw error == .tooLarge ? .tooLarge : .json
        }
        bytes = []
        for part in document.elements ?? [document] {
            guard let object = part.object else { throw .json }
            if object["hourly"] != nil { try readModel(object) } else { try readStation(object) }
        }
        if observations.isEmpty { throw .noHeader }
    }

    mutating func next() -> Observation? {
        guard position < observations.count else { return nil }
        position += 1
        return observations[position - 1]
    }

    // MARK: Layouts

    /// Open-Meteo: a list of times, and a list of values for each name.
    private mutating func readModel(_ object: JSONObject) throws(ObservationError) {
        guard let lists = object["hourly"]?.object, let times = lists["time"]?.elements,
            let latitude = object["latitude"]?.double, let longitude = object["longitude"]?.double,
            let place = Coordinates(latitude: latitude, longitude: longitude)
        else { throw .json }
        let offset: Int = object["utc_offset_seconds"]?.integer() ?? 0
        guard abs(offset) <= 86_400 else { throw .json }
        let units = object["hourly_units"]?.object?.members.map { ($0.key, $0.value.text ?? "") } ?? []
        let columns = ObservationColumn.all(
            in: lists.members.map(\.key), units: Dictionary(units) { first, _ in first })
        let values = columns.map { lists.members[$0.index].value.elements ?? [] }
        guard values.allSatisfy({ $0.count == times.count }) else { throw .json }
        if columns.isEmpty { return }
        sources.append(ObservationSource(model: place))
        for (row, time) in times.enumerated() {
            let text = time.text ?? time.integer().map { (second: Int) in String(second) } ?? ""
            guard let date = ObservationTime.date(text, ahead: offset) else { throw .json }
            var observation = Observation(date: date, source: sources.count - 1)
            for (column, list) in zip(columns, values) {
                observation[column.quantity] = list[row].double.map(column.value)
            }
            observations.append(observation)
        }
    }

    /// CO-OPS: the station, and the wind of each moment. Of other values such a document does not tell what they are.
    private mutating func readStation(_ object: JSONObject) throws(ObservationError) {
        guard let station = object["metadata"]?.object, let id = station["id"]?.text,
            let rows = object["data"]?.elements
        else { throw .noHeader }
        let coordinates = [station["lat"], station["lon"]].map { $0?.text.flatMap(Double.init) }
        var source = ObservationSource(name: id)
        if let latitude = coordinates[0], let longitude = coordinates[1] {
            source.position = Coordinates(latitude: latitude, longitude: longitude)
        }
        sources.append(source)
        for row in rows {
            guard let row = row.object, let date = row["t"]?.text.flatMap({ ObservationTime.date($0, ahead: 0) })
            else { throw .json }
            if row["g"] == nil || row["d"] == nil { throw .noHeader }
            var observation = Observation(date: date, source: sources.count - 1)
            observation[.windSpeed] = row["s"]?.text.flatMap(Double.init)
            observation[.windDirection] = row["d"]?.text.flatMap(Double.init)
            observations.append(observation)
        }
    }
}
