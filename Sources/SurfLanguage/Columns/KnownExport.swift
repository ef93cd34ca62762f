/// What another program exports, known by its headers: what they mean there beyond what they say.
package struct KnownExport: Sendable {
    package let name: String
    /// The headers that it has, by what their words can mean.
    private let columns: [Set<ColumnWord>]
    /// Whether its dates are in UTC, and its elapsed times in seconds.
    private let isOfServer: Bool

    /// The exports that are known.
    private static let all = [
        KnownExport(
            name: "Strava", columns: [[.session, .id], [.session, .date], [.session, .type], [.elapsed, .time]],
            isOfServer: true),
        KnownExport(
            name: "Garmin", columns: [[.session, .type], [.date], [.title], [.favourite]], isOfServer: false),
    ]

    /// The export whose headers these are; nil for a table of somebody's own.
    package static func of(headers: [String]) -> KnownExport? {
        let words = Set(headers.compactMap(ColumnMeaning.words))
        return all.first { words.isSuperset(of: $0.columns) }
    }

    /// What a column of it means, beyond its header; nil for one that says nothing of the session.
    package func meaning(_ meaning: ColumnMeaning) -> ColumnMeaning? {
        var meaning = meaning
        switch meaning.target {
        case .field(.date, .whole) where isOfServer: meaning.note.zone = meaning.note.zone ?? "UTC"
        case .field(.duration, .whole) where isOfServer: meaning.note.unit = meaning.note.unit ?? .seconds
        case .field(.date, _), .field(.duration, _), .field(.notes, _), .field(.location, _), .activity, .id: break
        // Heights are those of hills, and winds those of a station.
        case .field: return nil
        }
        return meaning
    }

    /// Whether a watch made a table, as it says how much somebody climbed: heights there are those of hills.
    package static func hasClimbs(_ headers: [String]) -> Bool {
        headers.contains(where: ColumnMeaning.saysClimb)
    }

    /// Whether a kind of sport is surfing: on a board, by oneself, on waves.
    package static func isSurfing(_ activity: String) -> Bool { surfing.contains(activity.trimmingBlanks().folded) }

    private static let surfing: Set<String> = [
        "surfing", "surf", "surfen", "wellenreiten", "surfeo", "surfe", "surf session", "surfing session",
    ]
}
