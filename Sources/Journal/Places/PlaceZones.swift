import SurfLanguage

/// The saved time zones of places: IANA names.
package struct PlaceZones: Equatable, Sendable {
    private let texts: PlaceTexts

    package init() { texts = PlaceTexts() }

    init(_ texts: PlaceTexts) { self.texts = texts }

    /// The name of a place's zone; nil if none is saved.
    package func zone(of place: String) -> String? { texts.text(of: place) }

    /// Whether no zones are saved.
    package var isEmpty: Bool { texts.isEmpty }

    /// All zones, in order of place name.
    package var all: [(place: String, zone: String)] { texts.all.map { ($0.place, $0.text) } }
}

/// The saved coordinates of places.
package struct PlaceCoordinates: Equatable, Sendable {
    private let texts: PlaceTexts

    package init() { texts = PlaceTexts() }

    init(_ texts: PlaceTexts) { self.texts = texts }

    /// The coordinates of a place; nil if none are saved.
    package subscript(place: String) -> Coordinates? { texts.text(of: place).flatMap { Coordinates($0) } }

    /// All coordinates, in order of place name.
    package var all: [(place: String, coordinates: Coordinates)] {
        texts.all.compactMap { entry in Coordinates(entry.text).map { (entry.place, $0) } }
    }

    /// The nearest place within `reach` kilometres; nil if none is so near.
    /// - Complexity: linear in the number of places.
    package func nearest(to position: Coordinates, within reach: Double = PlaceCoordinates.reach) -> String? {
        all.map { ($0.place, $0.coordinates.kilometres(to: position)) }.filter { $0.1 <= reach }
            .min { $0.1 < $1.1 }?.0
    }

    /// A session farther from a place than this, in kilometres, was somewhere else.
    package static let reach = 3.0
}
