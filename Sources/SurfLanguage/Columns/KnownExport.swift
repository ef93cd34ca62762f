/// What another program exports, known by its headers: what they mean there beyond what they say.
package struct KnownExport: Sendable {
    package let name: String
    /// The headers that it has, by what their words can mean.
    private let columns: [Set<ColumnWord>]
    /// Headers that it has word by word.
    private let names: Set<String>
    /// Whether its dates are in UTC, and its elapsed times in seconds.
    private let isOfServer: Bool

    /// The exports that are known.
    private static let all = [
        KnownExport(
            name: "Strava", columns: [[.session, .id], [.session, .date], [.session, .type], [.elapsed, .time]],
            names: [],
            isOfServer: true),
        KnownExport(
            name: "Garmin", columns: [[.session, .type], [.date], [.time]], names: ["title", "favorite"],
            isOfServer: false),
    ]

    /// The export whose headers these are; nil for a table of somebody's own.
    package static func of(headers: [String]) -> KnownExport? {
        let names = Set(headers.map { $0.trimmingBlanks().folded })
        let words = Set(headers.compactMap(ColumnMeaning.words))
        return all.first { words.isSuperset(of: $0.columns) && names.isSuperset(of: $0.names) }
    }

    /// What a column of it means, beyond its header; nil for one that says nothing of the session.
    package func meaning(_ meaning: ColumnMeaning) -> ColumnMeaning? {
        guard isOfServer else { return meaning }
        var meaning = meaning
        switch meaning.target {
        case .field(.date, .whole): meaning.note.zone = meaning.note.zone ?? "UTC"
        case .field(.duration, .whole): meaning.note.unit = meaning.note.unit ?? .seconds
        // The weather of a station, in units that are not said.
        case .field(.wind, _): return nil
        default: break
        }
        return meaning
    }

    /// Whether a kind of sport is surfing: on a board, by oneself, on waves.
    package static func isSurfing(_ activity: String) -> Bool { surfing.contains(activity.trimmingBlanks().folded) }

    private static let surfing: Set<String> = [
        "surfing", "surf", "surfen", "wellenreiten", "surfeo", "surfe", "surf session", "surfing session",
    ]
}
