import SurfLanguage

/// The rows below a header of names with commas between: Open-Meteo's and CO-OPS's CSV.
struct ObservationTable: Sendable {
    private let time: Int
    /// The cell with the number of the position that a row is for; nil if there is only one.
    private let location: Int?
    private let columns: [ObservationColumn]

    /// Nil if the line is not such a header. A table without a column that can fill a field has no observations.
    init?(_ line: String) {
        let names = line.cells
        guard names.count > 1, let time = names.firstIndex(where: { ["time", "date time"].contains($0.folded) }) else {
            return nil
        }
        (self.time, location) = (time, names.firstIndex(of: "location_id"))
        columns = ObservationColumn.all(in: names)
    }

    var isEmpty: Bool { columns.isEmpty }

    /// The observation on a line, or nil if it cannot be read. Empty and missing cells have no value.
    /// - Parameter places: The positions of the file.
    func observation(_ line: String, _ places: ModelPlaces) -> Observation? {
        let cells = line.cells
        guard time < cells.count else { return nil }
        let place = location.flatMap { $0 < cells.count ? places.number(id: cells[$0]) : nil } ?? 0
        guard let date = ObservationTime.date(cells[time], ahead: places.offset(place)) else { return nil }
        var observation = Observation(date: date, source: place)
        for column in columns where column.index < cells.count {
            let cell = cells[column.index]
            if cell.isEmpty || cell.folded == "nan" || cell == "null" { continue }
            guard let number = Double(cell) else { return nil }
            observation[column.quantity] = column.value(number)
        }
        return observation
    }
}

/// The positions for which a file of Open-Meteo has values, and how its clock differs from UTC at each.
struct ModelPlaces: Sendable {
    private struct Place: Sendable {
        let id: String
        let position: Coordinates
        /// In seconds.
        let offset: Int
    }

    private var places: [Place] = []
    private let names: [String]

    /// The most positions in a file: as many as one address of Open-Meteo can name.
    private static let most = 1_000

    /// Nil if the line is not the header of the positions.
    init?(_ line: String) {
        names = line.cells
        guard names.contains("latitude"), names.contains("longitude"), !names.contains("time") else { return nil }
    }

    /// No positions: times are UTC.
    init() { names = [] }

    var sources: [ObservationSource] { places.map { ObservationSource(model: $0.position) } }

    /// Adds the position on a line; false if the line has none.
    mutating func add(_ line: String) -> Bool {
        let cells = line.cells
        func cell(_ name: String) -> String? {
            names.firstIndex(of: name).flatMap { $0 < cells.count ? cells[$0] : nil }
        }
        guard places.count < ModelPlaces.most, let latitude = cell("latitude").flatMap(Double.init),
            let longitude = cell("longitude").flatMap(Double.init),
            let position = Coordinates(latitude: latitude, longitude: longitude)
        else { return false }
        let offset = cell("utc_offset_seconds").flatMap(Int.init) ?? 0
        guard abs(offset) <= 86_400 else { return false }
        places.append(Place(id: cell("location_id") ?? "0", position: position, offset: offset))
        return true
    }

    fileprivate func number(id: String) -> Int? { places.firstIndex { $0.id == id } }

    fileprivate func offset(_ place: Int) -> Int { place < places.count ? places[place].offset : 0 }
}

extension ObservationSource {
    /// The name of Open-Meteo's models.
    static let model = "Open-Meteo"

    /// Open-Meteo at a position.
    init(model position: Coordinates) { self.init(name: ObservationSource.model, position: position, isModel: true) }
}

/// The times of Open-Meteo and CO-OPS: `2024-01-31T14:30`, `2024-01-31 14:30`, or seconds since 1970.
enum ObservationTime {
    /// The store date of a time on a clock that is so many seconds ahead of UTC; nil if the text is no time.
    static func date(_ text: String, ahead offset: Int) -> Double? {
        if text.utf8.count <= 12, let second = Int(text) { return StoreTime.date(unixSecond: second) }
        let parts = text.utf8.split { !$0.isDigit }.map { Int(Substring($0)) }
        guard (3...6).contains(parts.count), let year = parts[0], let month = parts[1], let day = parts[2],
            let civil = CivilDay(year: year, month: month, day: day), (1...9999).contains(year)
        else { return nil }
        let clock = parts[3...].map { $0 ?? 99 } + [0, 0, 0]
        guard (0..<24).contains(clock[0]), (0..<60).contains(clock[1]), (0..<60).contains(clock[2]) else { return nil }
        return StoreTime.date(unixSecond: civil.number * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2] - offset)
    }
}

extension String {
    /// The cells of a line with commas between, without blanks around them.
    fileprivate var cells: [String] {
        split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmingBlanks() }
    }
}
