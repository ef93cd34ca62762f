import Foundation
import SurfLanguage

/// Finds the tracks in the pieces of a GPX or TCX document: `trk` with `trkpt`, or `Activity` with `Lap` and `Trackpoint`.
///
/// Source: GPX 1.1 (topografix.com/GPX/1/1) and Garmin's Training Center Database v2.
struct TrackReader: Sendable {
    private var path: [String] = []
    private var track: Track?
    private var text = ""
    private var latitude: Double?
    private var position: Coordinates?
    private var time: Double?
    private var lapStart: Double?
    private var waypoint: Waypoint?
    private var count = 0
    /// The points with a name, as of beaches, which a watch or a person saved.
    private(set) var waypoints: [Waypoint] = []

    struct Waypoint: Sendable {
        var position: Coordinates
        var name = ""
    }

    private static let maxWaypoints = 1_000
    /// Longer texts are cut.
    private static let longest = 2_000

    /// Takes the next piece. Returns a track with its end.
    /// - Parameter line: The line of the piece.
    /// - Throws: `.unknown` if the root is another one.
    mutating func take(_ piece: XMLPiece, line: Int) throws(XMLBreak) -> Track? {
        switch piece {
        case .start(let name, let attributes):
            if path.isEmpty, name != "gpx", name != "TrainingCenterDatabase" { throw .unknown(name) }
            path.append(name)
            text = ""
            start(name, attributes, line)
        case .text(let more): if isRead, text.utf8.count < TrackReader.longest { text += more }
        case .end(let name):
            defer { path.removeLast() }
            return end(name)
        }
        return nil
    }

    /// Whether the text of the current element is a value.
    private var isRead: Bool {
        switch path.last {
        case "time", "Time", "type", "LatitudeDegrees", "LongitudeDegrees", "name", "cmt", "desc", "Notes", "Id",
            "TotalTimeSeconds":
            track != nil || waypoint != nil
        default: false
        }
    }

    private mutating func start(_ name: String, _ attributes: [String: String], _ line: Int) {
        switch name {
        case "trk", "Activity":
            count += 1
            track = Track(line: line, number: count)
            track?.sport = attributes["Sport"] ?? ""
        case "trkpt": position = TrackReader.position(attributes["lat"], attributes["lon"])
        case "wpt": waypoint = TrackReader.position(attributes["lat"], attributes["lon"]).map { Waypoint(position: $0) }
        case "Lap": lapStart = attributes["StartTime"].flatMap { read($0) }
        default: break
        }
    }

    private static func position(_ latitude: String?, _ longitude: String?) -> Coordinates? {
        position(latitude.flatMap(Double.init), longitude.flatMap(Double.init))
    }

    private static func position(_ latitude: Double?, _ longitude: Double?) -> Coordinates? {
        guard let latitude, let longitude else { return nil }
        // Watches without a fix record this position.
        return latitude == 0 && longitude == 0 ? nil : Coordinates(latitude: latitude, longitude: longitude)
    }

    // MARK: Ends

    private mutating func end(_ name: String) -> Track? {
        let parent = path.dropLast().last
        let value = text.trimmingBlanks()
        text = ""
        switch (name, parent) {
        case ("time", "trkpt"), ("Time", "Trackpoint"): time = read(value)
        case ("trkpt", _), ("Trackpoint", _): endPoint()
        case ("LatitudeDegrees", "Position"): latitude = Double(value)
        case ("LongitudeDegrees", "Position"): position = TrackReader.position(latitude, Double(value))
        case ("TotalTimeSeconds", "Lap"):
            if let lapStart, let seconds = Double(value) { track?.addLap(from: lapStart, seconds: seconds) }
        case ("type", "trk"): track?.sport = value
        case ("name", "trk"): track?.name = value
        case ("name", "wpt"): waypoint?.name = value
        case ("cmt", "trk"), ("desc", "trk"), ("Notes", "Activity"): if !value.isEmpty { track?.notes = value }
        case ("wpt", _): endWaypoint()
        case ("trk", _), ("Activity", _):
            defer { track = nil }
            return track
        default: break
        }
        return nil
    }

    private mutating func endPoint() {
        if let time { track?.add(time, position) } else if let position { track?.add(position) }
        (time, position, latitude) = (nil, nil, nil)
    }

    private mutating func endWaypoint() {
        if let waypoint, !waypoint.name.isEmpty, waypoints.count < TrackReader.maxWaypoints {
            waypoints.append(waypoint)
        }
        waypoint = nil
    }

    /// A time as these files have it, perhaps with fractions of seconds. Times without an offset are in UTC, says GPX.
    private mutating func read(_ text: String) -> Double? {
        var whole = text
        if let point = text.firstIndex(of: ".") {
            whole.removeSubrange(point..<(text[point...].dropFirst().firstIndex { !$0.isNumber } ?? text.endIndex))
        }
        if let time = whole.withUTF8(ISODateReader.read) { return time }
        whole += "Z"
        if let time = whole.withUTF8(ISODateReader.read) { return time }
        if !text.isEmpty { track?.unreadTime = text }
        return nil
    }
}
