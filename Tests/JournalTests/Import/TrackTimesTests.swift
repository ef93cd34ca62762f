import Foundation
import Testing

@testable import Journal
@testable import JournalTransfer
@testable import SurfLanguage

/// Which session of the journal the track of a watch belongs to, by its time and place.
@MainActor struct TrackTimesTests {
    private let journal: TemporaryJournal

    init() throws {
        journal = try TemporaryJournal()
    }

    /// Noon and midnight of one day in UTC.
    nonisolated private static let (noon, midnight) = (800_107_200.0, 800_150_400.0)

    private func add(_ place: String, at date: Double, minutes: Double? = nil) throws {
        var values = EntryValues(date: date, location: place)
        values.duration = minutes
        try journal.add(values)
    }

    /// The session of a track of an hour at Rincon; nil if there is none.
    private func session(ofTrackAt start: Double = noon) throws -> Int64? {
        var dates = ISODateWriter(zone: .gmt)
        let points = [start, start + 3_600].map { "<trkpt><time>\(dates.string($0))</time></trkpt>" }
        let file = journal.folder.appendingPathComponent("a.gpx")
        try Data("<gpx><trk>\(points.joined())</trk></gpx>".utf8).write(to: file)
        let request = ImportRequest(dates: DateReader(now: 9e8, zone: .gmt), place: "Rincon")
        let outcome = try journal.open().previewImport(
            of: ImportFile.open(file.path), request, cancel: CancelToken(), progress: { _ in })
        #expect(outcome.present + outcome.imported == 1)
        return outcome.known[0]
    }

    @Test(arguments: [(-61, false), (-60, true), (60, true), (61, false)])
    func `a track is a session's, wherever that is, if both begin within a minute`(seconds: Int, isSame: Bool) throws {
        try add("Malibu", at: Self.noon + Double(seconds))
        #expect(try session() == (isSame ? 1 : nil))
    }

    @Test(arguments: [(-3_600, false), (-3_599, true), (3_539, true), (3_540, false)])
    func `a track is a session's at the same place if both have more than a minute in common`(
        seconds: Int, isSame: Bool
    ) throws {
        try add("rincon", at: Self.noon + Double(seconds), minutes: 61)
        #expect(try session() == (isSame ? 1 : nil))
    }

    @Test func `a track during a session at another place is not that session's`() throws {
        try add("Malibu", at: Self.noon - 1_800, minutes: 120)
        #expect(try session() == nil)
    }

    @Test(arguments: [(-30.0, 10.0), (10, -30)])
    func `a track is a session's also if midnight is between their beginnings`(session: Double, track: Double) throws {
        try add("Malibu", at: Self.midnight + session)
        #expect(try self.session(ofTrackAt: Self.midnight + track) == 1)
    }

    @Test(arguments: [(1_440.0, 1), (1_500, 1), (1_260, nil)])
    func `a session of the day before lasts at most a day`(minutes: Double, id: Int64?) throws {
        try add("Rincon", at: Self.noon - 79_200, minutes: minutes)
        #expect(try session() == id)
        try add("Rincon", at: Self.noon - 86_400, minutes: 1_500)
        #expect(try session() == id)
    }

    @Test func `of several sessions, the one with the nearest beginning is the track's`() throws {
        for (place, seconds) in [("Malibu", -50.0), ("Hossegor", 20), ("Rincon", -600)] {
            try add(place, at: Self.noon + seconds, minutes: 60)
        }
        #expect(try session() == 2)
    }
}
