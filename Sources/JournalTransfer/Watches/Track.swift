import Foundation
import SurfLanguage

/// An activity that a watch recorded.
struct Track: Equatable, Sendable {
    /// The line on which it begins, from 1.
    var line: Int
    /// The number of it in its file, from 1.
    var number: Int
    /// The sport, name and remarks as in the file; empty if it has none.
    var sport = ""
    var name = ""
    var notes = ""
    /// The outings of it, in the order of time: a watch that was not stopped between two of them keeps both in one track.
    private(set) var outings: [Outing] = []
    /// The seconds by which the clock of the place was ahead of UTC, if the watch recorded it.
    var offset: Int?
    /// A time that is not one, as in the file.
    var unreadTime: String?

    init(line: Int, number: Int) { (self.line, self.number) = (line, number) }

    /// Adds a point, in seconds since 2001-01-01T00:00:00Z. Points may come in any order. Those from before there were
    /// satellites are from a watch that did not know the time yet.
    mutating func add(_ time: Double, _ position: Coordinates?) {
        guard time >= Track.earliest else { return }
        var outing = Outing(time)
        if let position { outing.add(position) }
        join(outing)
    }

    /// Adds a point without a time to the outing before it.
    mutating func add(_ position: Coordinates) {
        if let last = outings.indices.last { outings[last].add(position) }
    }

    /// Adds a lap, which lasts from one time to another.
    mutating func addLap(from start: Double, seconds: Double) {
        guard start >= Track.earliest, (0..<Outing.gap * 10).contains(seconds) else { return }
        var lap = Outing(start)
        lap.join(Outing(start + seconds))
        join(lap)
    }

    private mutating func join(_ new: Outing) {
        guard let index = outings.indices.reversed().first(where: { outings[$0].isNear(new) }) else {
            // A track with more outings is not one of surfing.
            if outings.count < Track.maxOutings { outings.append(new) }
            return outings.sort { $0.start < $1.start }
        }
        outings[index].join(new)
        // The outing may now reach to its neighbours.
        for other in [index + 1, index - 1] where outings.indices.contains(other) && outings.indices.contains(index) {
            guard outings[other].isNear(outings[index]) else { continue }
            outings[min(index, other)].join(outings[max(index, other)])
            outings.remove(at: max(index, other))
            return
        }
    }

    private static let maxOutings = 1_000
    /// 1990-01-01T00:00:00Z.
    private static let earliest = -347_155_200.0

    /// Whether it is known not to be surfing. Watches without surfing record it as something else, and then its name or
    /// remarks may tell more.
    var isOtherSport: Bool {
        if let sport = Sport(sport) { return sport == .other }
        return Sport(notes) == .other && notes.split(separator: " ").count < 4
            || Sport(name) == .other && !name.contains(",")
    }

    /// The remarks of a person, without those that only name the sport.
    var remarks: String? {
        let words = notes.trimmingBlanks()
        return words.isEmpty || Sport.isGeneric(title: words) ? nil : words
    }
}

/// A time in the water: the points of a track that are not far from each other in time.
struct Outing: Equatable, Sendable {
    private(set) var start: Double
    private(set) var end: Double
    /// The sum of the positions as vectors, so that the mean is right at every longitude.
    private var sum = (x: 0.0, y: 0.0, z: 0.0)

    /// The pause in seconds that parts two outings.
    static let gap = 7_200.0

    init(_ time: Double) { (start, end) = (time, time) }

    mutating func add(_ position: Coordinates) {
        let (latitude, longitude) = (position.latitude * .pi / 180, position.longitude * .pi / 180)
        sum.x += cos(latitude) * cos(longitude)
        sum.y += cos(latitude) * sin(longitude)
        sum.z += sin(latitude)
    }

    func isNear(_ other: Outing) -> Bool {
        start - other.end < Outing.gap && other.start - end < Outing.gap
    }

    mutating func join(_ other: Outing) {
        (start, end) = (min(start, other.start), max(end, other.end))
        sum = (sum.x + other.sum.x, sum.y + other.sum.y, sum.z + other.sum.z)
    }

    /// The middle of all positions; nil without positions.
    var middle: Coordinates? {
        guard sum.x != 0 || sum.y != 0 || sum.z != 0 else { return nil }
        let level = (sum.x * sum.x + sum.y * sum.y).squareRoot()
        return Coordinates(
            latitude: atan2(sum.z, level) * 180 / .pi, longitude: atan2(sum.y, sum.x) * 180 / .pi)
    }

    static func == (left: Outing, right: Outing) -> Bool {
        (left.start, left.end) == (right.start, right.end) && left.sum == right.sum
    }
}
