/// The export format of another program, recognized by its headers, with meanings that the headers do not state.
package struct KnownExport: Sendable {
    package let name: String
    /// The headers of the format, by the meaning of their words.
    private let columns: [Set<ColumnWord>]
    /// Whether dates are in UTC and elapsed times in seconds.
    private let isOfServer: Bool

    /// The known formats.
    private static let all = [
        KnownExport(
            name: "Strava", columns: [[.session, .id], [.session, .date], [.session, .type], [.elapsed, .time]],
            isOfServer: true),
        KnownExport(
            name: "Garmin", columns: [[.session, .type], [.date], [.title], [.favourite]], isOfServer: false),
    ]

    /// The format with these headers, or nil if it is unknown.
    package static func of(headers: [String]) -> KnownExport? {
        let words = Set(headers.compactMap(ColumnMeaning.words))
        return all.first { words.isSuperset(of: $0.columns) }
    }

    /// The meaning of a column in this format, or nil if it does not describe the session.
    package func meaning(_ meaning: ColumnMeaning) -> ColumnMeaning? {
        var meaning = meaning
        switch meaning.target {
        case .field(.date, .whole) where isOfServer: meaning.note.zone = meaning.note.zone ?? "UTC"
        case .field(.duration, .whole) where isOfServer: meaning.note.unit = meaning.note.unit ?? .seconds
        case .field(.date, _), .field(.duration, _), .field(.notes, _), .field(.location, _), .activity, .id, .title:
            break
        // Heights are those of hills, and winds those of a weather station.
        case .field, .tags, .sentence: return nil
        }
        return meaning
    }

    /// Whether the table is from a watch, which records how much someone climbed. Heights in it are those of hills.
    package static func hasClimbs(_ headers: [String]) -> Bool {
        headers.contains(where: ColumnMeaning.namesClimb)
    }
}
