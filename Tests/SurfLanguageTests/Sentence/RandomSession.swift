import Foundation
import TestSupport

@testable import SurfLanguage

/// Random sessions of every kind that a journal can store. Texts have no control characters, because those are shown as
/// symbols.
struct RandomSession {
    let values: EntryValues
    /// The other known places.
    let places: [String]
    let zone = TimeZone(identifier: "America/Los_Angeles") ?? .gmt

    private struct Source {
        var random: SplitMix

        mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
        mutating func one<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
        mutating func isChosen(_ share: Int) -> Bool { below(share) == 0 }

        /// Words of the grammar, of ordinary text and of other scripts, with various separators.
        mutating func text() -> String {
            var text = one(RandomSession.words)
            for _ in 0..<below(6) { text += one(RandomSession.joints) + one(RandomSession.words) }
            return text
        }
    }

    private static let words = [
        "fun", "Malibu", "4ft", "glassy", "hurt my knee", "yesterday", "6am", "****", "4/5", "“wow”", "\"big\"",
        "say \"hi\"",
        "it's", "5'10", "日本", "Praia do Norte", "волна", "مرحبا", "🏄", "Café", "3", "2 hours", "notes", "board:",
        "tide",
        "(a new place)", "at", "with Sam", "ago", "last", "12.9.", "8 people", "”", "“", "„", "a\\b", "-", "low tide",
        "head high", "the", "17C", "WNW", "swell", "SW 15kts", "@", "½", "e\u{301}", "Sunset", "noon",
    ]
    private static let joints = [" ", " ", " ", ", ", ": ", "; ", " - ", ". ", "/", "-", "  ", "\"", "”"]
    private static let names = [
        "Malibu", "Ocean Beach", "Sunset Point", "Trestles 2", "38th Ave", "Noon", "Flat Rock", "Low Tide Bar",
        "4ft Reef",
        "Malibu, CA", "T-Street", "St. Ives", "Noriega: North", "Praia do Norte", "日本", "Четыре", "Rock \"Star\"",
        "“Secret”", "Today", "Monday Reef", "Uluwatu (left)", "O'Neill", "Glassy", "3 Palms", "10", "São João",
    ]
    private static let zones = [
        nil, nil, "America/Los_Angeles", "Australia/Sydney", "Asia/Kathmandu", "UTC", "Europe/Lisbon", "Japan",
        "America/Argentina/Buenos_Aires",
    ]
    private static let plain: [EntryField: [String]] = [
        .height: [
            "4ft", "4-6 ft", "1.5m", "head high", "waist to chest", "flat", "8ft Hawaiian", "4", "2-3",
            "double overhead+",
        ],
        .period: ["12s", "14 sec", "14", "13-15s"],
        .wind: [
            "offshore", "offshore 5kts", "SW 15 kts", "glassy", "no wind", "light offshore glassy", "bft 4", "NE", "5",
        ],
        .board: ["6'2 fish", "5'10 twin", "fish", "longboard", "blue mid length", "9'6\""],
        .tide: ["low", "low tide", "2.4ft rising", "low, rising", "-0.5ft", "mid to high", "1.2m"],
        .crowd: ["12", "8 people", "packed", "just us", "8 people out", "nobody out"],
    ]

    init(seed: UInt64) {
        var source = Source(random: SplitMix(state: seed))
        var values = EntryValues()
        values.location = source.isChosen(4) ? source.text() : source.one(RandomSession.names)
        // To the millisecond, from 1677 to the day before now.
        values.date = (Double(source.below(11_000_000_000)) - 10_189_000_000) + Double(source.below(1000)) / 1000
        values.timeZone = source.one(RandomSession.zones)
        for field in EntryField.allCases.filter(\.isQuotable) where source.isChosen(2) {
            let known = RandomSession.plain[field] ?? []
            values[field] = .text(known.isEmpty || source.isChosen(3) ? source.text() : source.one(known))
        }
        if source.isChosen(2) { values.rating = Int16(source.below(5) + 1) }
        if source.isChosen(2) { values.waves = Int16(source.below(source.isChosen(9) ? 32_768 : 40)) }
        if source.isChosen(2) { values.duration = source.one([90, 45, 60, 125, 0, 1440, 90.5, 33.3333]) }
        if source.isChosen(2) { values.swellHeight = Double(source.below(1000)) / 97 }
        if source.isChosen(2) { values.swellPeriod = Double(source.below(250)) / 10 }
        if source.isChosen(2) { values.swellDirection = Double(source.below(3600)) / 10 }
        if source.isChosen(2) { values.waterTemperature = Double(source.below(500)) / 10 - 4.9 }
        self.values = values
        // A place with the name of a value would lead to a question.
        places = (0..<source.below(4)).map { _ in source.one(RandomSession.names) }.filter { $0 != "Glassy" }
    }
}
