import SurfLanguage

/// The saved values of one property, such as the time zones of places.
///
/// Place names are compared ignoring case and accents. Values are stored as texts; a text that another program wrote and
/// that has no value is kept.
package struct PlaceValues<Value: LosslessStringConvertible & Sendable>: Sendable {
    private struct Entry {
        let place: String
        let text: String
    }

    private var entries: [String: Entry] = [:]

    package init() {}

    /// - Parameter texts: Texts by names of places. If two names are the same place, the first in order is used.
    init(_ texts: [String: String]) {
        for (place, text) in texts.sorted(by: { $0.key < $1.key }) where entries[place.folded] == nil {
            entries[place.folded] = Entry(place: place, text: text)
        }
    }

    /// The dictionary for the store's metadata.
    var stored: [String: String] {
        Dictionary(entries.values.map { ($0.place, $0.text) }) { first, _ in first }
    }

    /// Whether nothing is saved.
    package var isEmpty: Bool { entries.isEmpty }

    /// The value of a place; nil if none is saved.
    package subscript(place: String) -> Value? { text(of: place).flatMap(Value.init) }

    /// All values, in order of place name.
    package var all: [(place: String, value: Value)] {
        entries.values.sorted { $0.place < $1.place }.compactMap { entry in
            Value(entry.text).map { (entry.place, $0) }
        }
    }

    func text(of place: String) -> String? { entries.isEmpty ? nil : entries[place.folded]?.text }

    /// - Throws: `.tooManyPlaces` if the limit is reached or the name is too long.
    mutating func set(_ text: String?, of place: String) throws(JournalError) {
        guard let text else {
            entries[place.folded] = nil
            return
        }
        let isNew = entries[place.folded] == nil
        if isNew, entries.count >= maxPlaces || place.utf8.count > longestPlace {
            throw .tooManyPlaces(most: maxPlaces)
        }
        entries[place.folded] = Entry(place: place, text: text)
    }
}

/// They are read whenever a time is read. A few thousand places cost less than a millisecond.
private let maxPlaces = 2_000
private let longestPlace = 1_000

extension PlaceValues<Coordinates> {
    /// The nearest place; nil if none is near enough.
    /// - Complexity: linear in the number of places.
    package func nearest(to position: Coordinates) -> String? {
        all.map { ($0.place, $0.value.kilometres(to: position)) }.filter { $0.1 <= farthest }.min { $0.1 < $1.1 }?.0
    }
}

/// A session farther from a place than this, in kilometres, was somewhere else.
private let farthest = 3.0
