import SurfLanguage

/// A saved text for each of some places, such as its time zone.
///
/// Place names are compared ignoring case and accents.
package struct PlaceTexts: Equatable, Sendable {
    /// A place and its text.
    package struct Entry: Equatable, Sendable {
        package let place: String
        package let text: String
    }

    private var entries: [String: Entry] = [:]

    init() {}

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

    /// The text of a place; nil if none is saved.
    func text(of place: String) -> String? { entries.isEmpty ? nil : entries[place.folded]?.text }

    var isEmpty: Bool { entries.isEmpty }

    /// All of them, in order of place name.
    var all: [Entry] { entries.values.sorted { $0.place < $1.place } }

    /// - Throws: `.tooManyPlaces` if the limit is reached or the name is too long.
    mutating func set(_ text: String?, of place: String) throws(JournalError) {
        guard let text else {
            entries[place.folded] = nil
            return
        }
        let isNew = entries[place.folded] == nil
        if isNew, entries.count >= PlaceTexts.most || place.utf8.count > PlaceTexts.longestName {
            throw .tooManyPlaces(most: PlaceTexts.most)
        }
        entries[place.folded] = Entry(place: place, text: text)
    }

    /// They are read with every time. A few thousand places cost less than a millisecond.
    private static let most = 2_000
    private static let longestName = 1_000
}
