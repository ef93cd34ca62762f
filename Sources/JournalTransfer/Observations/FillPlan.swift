import Foundation
import Journal
import SurfLanguage

/// The files to fetch for the sessions that lack values: of the nearest buoy, and of a weather model for what no buoy
/// measures, year by year.
package struct FillPlan: Sendable {
    /// A file, and where it is.
    package struct File: Equatable, Sendable {
        package let name: String
        package let address: String
    }

    /// The files of one station or position.
    package struct Group: Equatable, Sendable {
        /// The station's ID, or the model's name.
        package let station: String
        /// How far it is from the place, in kilometres; nil for the model.
        package let kilometres: Double?
        package let places: [String]
        package let sessions: Int
        package let files: [File]
    }

    package private(set) var groups: [Group] = []
    /// The places that nobody knows the position of, with sessions that lack values, in order of name.
    package private(set) var unplaced: [String] = []

    /// The days of the sessions at a place that lack values.
    private struct Place {
        let name: String
        var days: [CivilDay] = []
    }

    /// - Parameter today: The present day in UTC.
    package init(_ query: EntryQuery, of journal: Journal, _ stations: StationTable, today: CivilDay) throws {
        let coordinates = try journal.placeValues(.coordinates)
        var buoys: [String: (kilometres: Double, places: [Place])] = [:]
        var slugs: Set<String> = []
        for place in try FillPlan.places(query, of: journal) {
            guard let position = coordinates[place.name] else {
                unplaced.append(place.name)
                continue
            }
            if let near = stations.nearest(to: position) {
                let known = buoys[near.id]
                let kilometres = min(near.kilometres, known?.kilometres ?? .infinity)
                buoys[near.id] = (kilometres, (known?.places ?? []) + [place])
            }
            let calendar = FillCalendar(place.days, today: today)
            groups.append(
                Group(
                    station: ObservationSource.model, kilometres: nil, places: [place.name],
                    sessions: place.days.count,
                    files: calendar.model(at: position, called: FillPlan.slug(place.name, position, &slugs))))
        }
        let measured = buoys.sorted { $0.key < $1.key }.map { id, buoy in
            let days = buoy.places.flatMap(\.days)
            return Group(
                station: id, kilometres: buoy.kilometres, places: buoy.places.map(\.name), sessions: days.count,
                files: FillCalendar(days, today: today).buoy(id))
        }
        groups = (measured + groups).filter { !$0.files.isEmpty }
    }

    /// The places with sessions that lack values, in order of name. Case and accents do not matter.
    private static func places(_ query: EntryQuery, of journal: Journal) throws -> [Place] {
        var places: [String: Place] = [:]
        let fields = Filling.fields.filter(journal.fields.contains)
        try journal.blocks(query.unordered) { block in
            for row in 0..<block.count {
                let values = block.values(row)
                guard let date = values.date, date.isFinite, let name = values.location,
                    fields.contains(where: { Filling.isBlank(values[$0]) })
                else { continue }
                let day = CivilDay(number: StoreTime.unixSecond(date).flooredQuotient(86_400))
                places[name.folded, default: Place(name: name)].days.append(day)
            }
        }
        return places.values.sorted { $0.name < $1.name }
    }

    /// A place's name as the beginning of a file's name, different from those of other places.
    private static func slug(_ place: String, _ position: Coordinates, _ taken: inout Set<String>) -> String {
        let words = place.folded.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        let slug = words.isEmpty ? position.description : words.joined(separator: "-")
        if taken.insert(slug).inserted { return slug }
        let other = slug + "-" + position.description
        taken.insert(other)
        return other
    }
}

/// The days of sessions as the files of stations have them.
private struct FillCalendar {
    private let days: [CivilDay]
    private let today: CivilDay

    /// How many days the newest file of a buoy has.
    private static let recent = 45
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    init(_ days: [CivilDay], today: CivilDay) {
        self.days = days.filter { (0...today.number).contains($0.number) }.sorted { $0.number < $1.number }
        self.today = today
    }

    private var years: [Int] { Set(days.map(\.year)).sorted() }

    /// A buoy's files: one of each past year, of each month of this one, and of the last 45 days.
    func buoy(_ id: String) -> [FillPlan.File] {
        let (id, site) = (id.lowercased(), "https://www.ndbc.noaa.gov/data/")
        let past = years.filter { $0 < today.year }.map { year in
            let name = "\(id)h\(year).txt.gz"
            return FillPlan.File(name: name, address: site + "historical/stdmet/" + name)
        }
        let older = days.filter { $0.year == today.year && today.number - $0.number > FillCalendar.recent }
        let months = Set(older.map(\.month)).sorted().map { month in
            let name = "\(id)\(String(month, radix: 16))\(today.year).txt.gz"
            return FillPlan.File(name: name, address: site + "stdmet/\(FillCalendar.months[month - 1])/" + name)
        }
        let isRecent = days.contains { today.number - $0.number <= FillCalendar.recent }
        let station = id.uppercased() + ".txt"
        return past + months + (isRecent ? [FillPlan.File(name: station, address: site + "realtime2/" + station)] : [])
    }

    /// Open-Meteo's waves and winds at a position, from the first to the last session of each year.
    func model(at position: Coordinates, called slug: String) -> [FillPlan.File] {
        return years.flatMap { year -> [FillPlan.File] in
            let ofYear = days.filter { $0.year == year }
            let first = CivilDay(number: ofYear[0].number - 1)
            let last = CivilDay(number: min(ofYear[ofYear.count - 1].number + 1, today.number))
            let span =
                "latitude=\(position.latitude.decimal(4))&longitude=\(position.longitude.decimal(4))"
                + "&start_date=\(first.text)&end_date=\(last.text)&format=csv&hourly="
            return [
                FillPlan.File(
                    name: "\(slug)-\(year)-waves.csv",
                    address: "https://marine-api.open-meteo.com/v1/marine?" + span
                        + "swell_wave_height,swell_wave_period,swell_wave_direction,sea_surface_temperature"),
                FillPlan.File(
                    name: "\(slug)-\(year)-wind.csv",
                    address: "https://archive-api.open-meteo.com/v1/archive?" + span
                        + "wind_speed_10m,wind_direction_10m"),
            ]
        }
    }
}
