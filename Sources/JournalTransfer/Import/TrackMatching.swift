import Journal
import SurfLanguage

/// When and where the sessions around an import's tracks were, to recognise the session of a track after it was edited.
///
/// A track is a session's if both begin within a minute of each other, wherever the session is now, or if both are at
/// the same place at the same time. The unedited samples are nobody's sessions.
struct TrackMatching {
    private struct Session {
        let id: Int64
        let span: ClosedRange<Double>
        let place: String?

        init?(_ id: Int64, _ values: EntryValues) {
            guard let start = values.date else { return nil }
            let seconds = min(max(0, (values.number(.duration) ?? 0) * 60), TrackMatching.day)
            (self.id, span) = (id, start...(start + seconds))
            place = values.location?.folded
        }

        func isSame(as track: Session) -> Bool {
            startsApart(from: track) <= TrackMatching.minute || (place == track.place && overlaps(track.span))
        }

        /// The seconds between the starts.
        func startsApart(from track: Session) -> Double { abs(span.lowerBound - track.span.lowerBound) }

        /// Whether they have more in common than the minute to which durations are rounded.
        private func overlaps(_ other: ClosedRange<Double>) -> Bool {
            span.lowerBound + TrackMatching.minute < other.upperBound
                && other.lowerBound + TrackMatching.minute < span.upperBound
        }
    }

    private var sessions: [Int: [Session]] = [:]

    private static let minute = 60.0
    /// The longest session.
    private static let day = 86_400.0
    /// More sessions in one day are nobody's. They are recognised by content only.
    private static let maxInADay = 1_000

    /// The dates of the sessions that can be those of tracks with these dates.
    static func dates(around tracks: ClosedRange<Double>) -> ClosedRange<Double> {
        (tracks.lowerBound - day)...(tracks.upperBound + day)
    }

    mutating func add(_ block: RecordBlock) {
        for row in 0..<block.count where !block.isSample(row) {
            guard let session = Session(block.id(row), block.values(row)) else { continue }
            let number = TrackMatching.number(session.span.lowerBound)
            if sessions[number]?.count ?? 0 < TrackMatching.maxInADay { sessions[number, default: []].append(session) }
        }
    }

    /// The session of a track: of several, the one with the nearest start. Nil if there is none.
    func session(of track: EntryValues) -> Int64? {
        guard !sessions.isEmpty, let track = Session(0, track) else { return nil }
        let day = TrackMatching.number(track.span.lowerBound)
        let near = (day - 1...day + 1).lazy.flatMap { sessions[$0] ?? [] }.filter { $0.isSame(as: track) }
        return near.min { $0.startsApart(from: track) < $1.startsApart(from: track) }?.id
    }

    /// The number of a date's day.
    private static func number(_ date: Double) -> Int { Int((date / day).rounded(.down)) }
}
