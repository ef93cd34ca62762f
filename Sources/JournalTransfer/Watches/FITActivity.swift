import SurfLanguage

/// The sessions in a FIT file, collected from its messages.
struct FITActivity: Sendable {
    private var sessions: [Track] = []
    /// The points of the track. They are used if the file has no session, because the watch ran out of power.
    private var points = Track(line: 1, number: 1)
    /// The offset of local time from UTC, in seconds.
    private var offset: Int?

    private enum Global {
        static let session: UInt16 = 18, record: UInt16 = 20, activity: UInt16 = 34
    }

    private static let maxSessions = 1_000
    private static let time: UInt8 = 253

    mutating func add(_ message: FITMessage) {
        switch message.number {
        case Global.session: addSession(message)
        case Global.record:
            guard sessions.isEmpty, let time = message.time(FITActivity.time) else { return }
            points.add(time, message.position(0, 1))
        case Global.activity:
            guard let local = message.time(5), let time = message.time(FITActivity.time) else { return }
            let seconds = Int(((local - time) / 900).rounded()) * 900
            if abs(seconds) <= 14 * 3_600 { offset = seconds }
        default: break
        }
    }

    private mutating func addSession(_ message: FITMessage) {
        guard sessions.count < FITActivity.maxSessions, let start = message.time(2) else { return }
        var track = Track(line: 1, number: sessions.count + 1)
        track.add(start, message.position(3, 4) ?? points.outings.first?.middle)
        track.addLap(from: start, seconds: Double(message.number(7) ?? message.number(8) ?? 0) / 1_000)
        track.sport = message.number(5).map { FITActivity.sports[$0] ?? "training \($0)" } ?? ""
        sessions.append(track)
    }

    var tracks: [Track] {
        (sessions.isEmpty ? [points] : sessions).map { track in
            var track = track
            track.offset = offset
            return track
        }
    }

    /// The names of sports by number. Watches that do not know surfing record it as the generic sport, 0. Source: FIT's
    /// global profile.
    private static let sports = [
        0: "", 38: "surfing", 1: "running", 2: "cycling", 5: "swimming", 11: "walking", 15: "rowing", 17: "hiking",
        19: "paddling",
        37: "stand up paddleboarding", 43: "windsurfing", 44: "kitesurfing",
    ]
}
