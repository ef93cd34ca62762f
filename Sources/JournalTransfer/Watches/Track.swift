import Foundation
import SurfLanguage

/// An activity that a watch recorded.
struct Track: Equatable, Sendable {
    /// The line on which it begins, from 1.
    var line: Int
    /// The number of it in its file, from 1.
    var number: Int
    /// The sport as the file names it; empty if it does not.
    var sport = ""
    /// The times of the first and last point, as in the file.
    var first: String?
    var last: String?
    /// The sum of the positions as vectors, so that the mean is right at every longitude.
    private var sum = (x: 0.0, y: 0.0, z: 0.0)

    init(line: Int, number: Int) { (self.line, self.number) = (line, number) }

    mutating func add(_ position: Coordinates) {
        let (latitude, longitude) = (position.latitude * .pi / 180, position.longitude * .pi / 180)
        sum.x += cos(latitude) * cos(longitude)
        sum.y += cos(latitude) * sin(longitude)
        sum.z += sin(latitude)
    }

    /// The middle of all positions; nil without positions.
    var middle: Coordinates? {
        guard sum.x != 0 || sum.y != 0 || sum.z != 0 else { return nil }
        let level = (sum.x * sum.x + sum.y * sum.y).squareRoot()
        return Coordinates(
            latitude: atan2(sum.z, level) * 180 / .pi, longitude: atan2(sum.y, sum.x) * 180 / .pi)
    }

    /// Whether its sport is known not to be surfing. Watches without surfing record it as something else.
    var isOtherSport: Bool {
        let words = sport.lowercased().split { !$0.isLetter }
        return words.contains { Track.others.contains(String($0)) }
    }

    private static let others: Set<String> = [
        "running", "run", "trailrun", "biking", "bike", "cycling", "ride", "virtualride", "hiking", "hike", "walking",
        "walk", "swimming", "swim", "rowing", "skiing", "skating", "climbing", "driving", "golf", "yoga",
    ]

    static func == (left: Track, right: Track) -> Bool {
        (left.line, left.number, left.sport, left.first, left.last) == (
            right.line, right.number, right.sport, right.first, right.last
        ) && left.sum == right.sum
    }
}

/// Finds the tracks in the pieces of a GPX or TCX document: `trk` with `trkpt`, or `Activity` with `Trackpoint`.
///
/// Source: GPX 1.1 (topografix.com/GPX/1/1) and Garmin's Training Center Database v2.
struct TrackReader: Sendable {
    private var path: [String] = []
    private var track: Track?
    private var text = ""
    private var latitude: Double?
    private var count = 0
    /// Whether the root is that of such a document.
    private(set) var isKnown = false

    /// Takes the next piece. Returns a track with its end.
    /// - Parameter line: The line of the piece.
    /// - Throws: `.malformed` if the root is another one.
    mutating func take(_ piece: XMLPiece, line: Int) throws(XMLBreak) -> Track? {
        switch piece {
        case .start(let name, let attributes):
            if path.isEmpty {
                guard name == "gpx" || name == "TrainingCenterDatabase" else { throw .malformed }
                isKnown = true
            }
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

    /// Longer texts are ignored.
    private static let longest = 1_000

    /// Whether the text of the current element is a value.
    private var isRead: Bool {
        switch path.last {
        case "time", "Time", "type", "LatitudeDegrees", "LongitudeDegrees": track != nil
        default: false
        }
    }

    private mutating func start(_ name: String, _ attributes: [String: String], _ line: Int) {
        switch name {
        case "trk", "Activity":
            count += 1
            track = Track(line: line, number: count)
            track?.sport = attributes["Sport"] ?? ""
        case "trkpt": add(attributes["lat"].flatMap(Double.init), attributes["lon"].flatMap(Double.init))
        default: break
        }
    }

    private mutating func add(_ latitude: Double?, _ longitude: Double?) {
        guard let latitude, let longitude else { return }
        // Watches without a fix record this position.
        if latitude == 0, longitude == 0 { return }
        if let position = Coordinates(latitude: latitude, longitude: longitude) { track?.add(position) }
    }

    private mutating func end(_ name: String) -> Track? {
        let parent = path.dropLast().last
        let value = text.trimmingBlanks()
        switch (name, parent) {
        case ("time", "trkpt"), ("Time", "Trackpoint"):
            if track?.first == nil { track?.first = value }
            track?.last = value
        case ("type", "trk"): track?.sport = value
        case ("LatitudeDegrees", "Position"): latitude = Double(value)
        case ("LongitudeDegrees", "Position"):
            add(latitude, Double(value))
            latitude = nil
        case ("trk", _), ("Activity", _):
            defer { track = nil }
            return track
        default: break
        }
        return nil
    }
}
