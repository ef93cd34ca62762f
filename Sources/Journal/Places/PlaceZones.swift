import SurfLanguage

/// The saved time zones of places.
///
/// Place names are compared ignoring case and accents.
package struct PlaceZones: Equatable, Sendable {
    /// A place and the IANA name of its zone.
    package struct Entry: Equatable, Sendable {
        package let place: String
        package let zone: String
    }

    private var entries: [String: Entry] = [:]

    package init() {}

    /// - Parameter zones: Names of zones by names of places. If two names are the same place, the first in order is
    ///   used.
    init(_ zones: [String: String]) {
        for (place, zone) in zones.sorted(by: { $0.key < $1.key }) where entries[place.folded] == nil {
            entries[place.folded] = Entry(place: place, zone: zone)
        }
    }

    /// The dictionary for the store's metadata.
    var stored: [String: String] {
        Dictionary(entries.values.map { ($0.place, $0.zone) }) { first, _ in first }
    }

    /// The name of a place's zone; nil if none is saved.
    package func zone(of place: String) -> String? { entries.isEmpty ? nil : entries[place.folded]?.zone }

    /// Whether no zones are saved.
    package var isEmpty: Bool { entries.isEmpty }

    /// All zones, in order of place name.
    package var all: [Entry] { entries.values.sorted { $0.place < $1.place } }

    /// - Throws: `.tooManyZones` if the limit is reached or the name is too long.
    mutating func set(_ zone: String?, of place: String) throws(JournalError) {
        guard let zone else {
            entries[place.folded] = nil
            return
        }
        let isNew = entries[place.folded] == nil
        if isNew, entries.count >= PlaceZones.most || place.utf8.count > PlaceZones.longestName {
            throw .tooManyZones(most: PlaceZones.most)
        }
        entries[place.folded] = Entry(place: place, zone: zone)
    }

    /// The zones are read with every time. A few thousand places cost less than a millisecond.
    private static let most = 2_000
    private static let longestName = 1_000
}
