import SurfLanguage

/// The zones that times at places are told in, as far as they are remembered.
///
/// Places are known by their names without regard to case and accents.
package struct PlaceZones: Equatable, Sendable {
    /// A place and the IANA name of its zone.
    package struct Entry: Equatable, Sendable {
        package let place: String
        package let zone: String
    }

    private var entries: [String: Entry] = [:]

    package init() {}

    /// - Parameter zones: names of zones by the names of places; of two names that are one place, the first in order counts.
    init(_ zones: [String: String]) {
        for (place, zone) in zones.sorted(by: { $0.key < $1.key }) where entries[place.folded] == nil {
            entries[place.folded] = Entry(place: place, zone: zone)
        }
    }

    /// What the store keeps.
    var stored: [String: String] {
        Dictionary(entries.values.map { ($0.place, $0.zone) }) { first, _ in first }
    }

    /// The name of a place's zone; nil where none is remembered.
    package func zone(of place: String) -> String? { entries.isEmpty ? nil : entries[place.folded]?.zone }

    /// Whether none is remembered.
    package var isEmpty: Bool { entries.isEmpty }

    /// All of them, by the places' names.
    package var all: [Entry] { entries.values.sorted { $0.place < $1.place } }

    /// - Throws: `.tooManyZones` for one place more than are remembered, or a name that is too long.
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

    /// They are read whenever a time is: a few thousand places cost less than a millisecond.
    private static let most = 2_000
    private static let longestName = 1_000
}
