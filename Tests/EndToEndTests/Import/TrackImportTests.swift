import Foundation
import Testing

/// Files of watches.
struct TrackImportTests {
    private static let gpx = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- a comment with <trk> in it -->
        <gpx version="1.1" creator="Watch &amp; Co" xmlns="http://www.topografix.com/GPX/1/1">
          <metadata><time>2015-01-02T15:00:00Z</time></metadata>
          <trk><name>Morning</name><type>surfing</type><trkseg>
            <trkpt lat="37.7500" lon="-122.5100"><ele>0</ele><time>2015-01-02T15:04:05.500Z</time></trkpt>
            <trkpt lat="37.7510" lon="-122.5120"/>
            <trkpt lat="37.7505" lon="-122.5110"><time>2015-01-02T16:34:35Z</time></trkpt>
          </trkseg></trk>
          <trk><type>Running</type><trkseg><trkpt lat="37" lon="-122"><time>2015-01-02T18:00:00Z</time></trkpt></trkseg></trk>
        </gpx>

        """

    private static let tcx = """
        <?xml version="1.0"?>
        <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
         <Activities><Activity Sport="Other"><Id>2015-01-03T15:00:00Z</Id><Lap StartTime="2015-01-03T15:00:00Z"><Track>
          <Trackpoint><Time>2015-01-03T15:00:00Z</Time><Position><LatitudeDegrees>37.751</LatitudeDegrees><LongitudeDegrees>-122.512</LongitudeDegrees></Position></Trackpoint>
          <Trackpoint><Time>2015-01-03T16:00:00Z</Time></Trackpoint>
         </Track></Lap></Activity></Activities></TrainingCenterDatabase>
        """

    private func sandbox() throws -> Sandbox {
        let sandbox = try Sandbox.empty()
        try sandbox.write(Self.gpx, to: "a.gpx")
        try sandbox.write(Self.tcx, to: "a.tcx")
        #expect(try sandbox.run("spots", "set", "Ocean Beach", "--at", "37.75,-122.51").code == 0)
        #expect(try sandbox.run("spots", "set", "Linda Mar", "--at", "37.6N 122.5W").code == 0)
        return sandbox
    }

    @Test func `a track gives its start, its duration and the nearest place, and nothing else`() throws {
        let sandbox = try sandbox()
        let gpx = try sandbox.run("import", "a.gpx")
        #expect(gpx.code == 0, "\(gpx.errors)")
        #expect(gpx.errors.contains("Imported 1 session.\n  Ocean Beach, Fri 2015-01-02 07:04"))
        let first = try sandbox.run("show", "1", "--json").object()
        #expect(first["date"] as? String == "2015-01-02T07:04:05-08:00")
        #expect(first["duration"] as? Int == 91)
        #expect(first["location"] as? String == "Ocean Beach")
        for field in ["waves", "height", "period", "rating", "notes", "wind"] {
            #expect(first[field] is NSNull, "\(field)")
        }
        #expect(try sandbox.run("import", "a.tcx", "--json").object()["imported"] as? Int == 1)
        let second = try sandbox.run("show", "2", "--json").object()
        #expect(second["duration"] as? Int == 60)
        #expect(second["location"] as? String == "Ocean Beach")
        let again = try sandbox.run("import", "a.gpx", "--json").object()
        #expect(again["imported"] as? Int == 0)
        #expect(again["present"] as? Int == 1)
        #expect(again["unwanted"] as? Int == 1)
        #expect(try sandbox.run("undo").code == 0)
    }

    @Test func `a track far from every place needs one`() throws {
        let sandbox = try sandbox()
        try sandbox.run("spots", "set", "Ocean Beach", "--clear")
        let refused = try sandbox.run("import", "a.gpx")
        #expect(refused.code == 5)
        #expect(refused.errors.contains("far from every place"))
        #expect(refused.errors.contains("'surfjournal spots set PLACE --at 37.7505,-122.511'"))
        #expect(try sandbox.entryCount() == 0)
        let south = Self.gpx.replacing("lat=\"37", with: "lat=\"-33")
        try sandbox.write(south, to: "south.gpx")
        #expect(try sandbox.run("import", "south.gpx").errors.contains("spots set PLACE --at=-33.7505,-122.511'"))
        try sandbox.write("<gpx><trk><trkpt><time>2015-01-02T08:00:00Z</time></trkpt></trk></gpx>", to: "indoors.gpx")
        #expect(try sandbox.run("import", "indoors.gpx").errors.contains("the track has no positions"))
        #expect(try sandbox.run("import", "a.gpx", "--location", "Sloat").code == 0)
        #expect(try sandbox.run("show", "1", "--json").object()["location"] as? String == "Sloat")
    }

    /// What one does with the session of a track: its waves and rating are added, its start is corrected, its place is
    /// named otherwise.
    private static let edits: [[String]] = [
        ["--waves", "12", "--rating", "4", "--notes", "#dawnie"], ["--date", "2015-01-02 06:50"],
        ["--duration", "45"], ["--location", "Sloat"], ["--location", "ocean beach", "--date", "2015-01-02 08:30"],
    ]

    @Test(arguments: edits)
    func `a track whose session was edited is not imported again, and its session is named`(edit: [String]) throws {
        let sandbox = try sandbox()
        try sandbox.run("import", "a.gpx")
        #expect(try sandbox.start(["edit", "1"] + edit).outcome().code == 0)
        let preview = try sandbox.run("import", "a.gpx", "--dry-run")
        #expect(preview.errors.contains("0 sessions would be imported; 1 is already there."))
        let again = try sandbox.run("import", "a.gpx")
        #expect(again.errors.contains("Imported 0 sessions; 1 was already there.\n  Ocean Beach, Fri 2015-01-02 07:04"))
        #expect(again.errors.hasSuffix("is already session 1\n"))
        #expect(try sandbox.entryCount() == 1)
    }

    @Test func `a track during a session that was typed in is that session's`() throws {
        let sandbox = try sandbox()
        try sandbox.run("add", "2015-01-02 07:00: Ocean Beach, 3ft, 2 hours")
        #expect(try sandbox.run("import", "a.gpx", "--json").object()["present"] as? Int == 1)
        #expect(try sandbox.entryCount() == 1)
    }

    /// Durations are whole minutes, so that the first seems to end after the second began.
    @Test func `tracks at another time or elsewhere at that time are new`() throws {
        let sandbox = try sandbox()
        for line in [
            "2015-01-02 05:00: Ocean Beach, 2 hours", "2015-01-02 08:35: Ocean Beach, 30 min",
            "2015-01-02 07:00: Linda Mar, 2 hours", "2015-01-01 07:04: Ocean Beach, 2 hours",
        ] {
            #expect(try sandbox.run("add", line).code == 0)
        }
        #expect(try sandbox.run("import", "a.gpx", "--json").object()["imported"] as? Int == 1)
        try sandbox.run("edit", "5", "--location", "Sloat", "--date", "2015-01-02 06:50")
        #expect(try sandbox.run("import", "a.gpx", "--json").object()["imported"] as? Int == 1)
    }

    @Test func `times without an offset are in UTC`() throws {
        let sandbox = try sandbox()
        try sandbox.write(Self.gpx.replacing("Z</time>", with: "</time>"), to: "b.gpx")
        #expect(try sandbox.run("import", "b.gpx").code == 0)
        #expect(try sandbox.run("show", "1", "--json").object()["date"] as? String == "2015-01-02T07:04:05-08:00")
    }

    @Test func `points far apart in time are two outings, each with its own duration`() throws {
        let sandbox = try sandbox()
        let later =
            "<trkpt lat=\"37.75\" lon=\"-122.51\"><time>2015-01-04T16:00:00Z</time></trkpt>"
            + "<trkpt lat=\"37.75\" lon=\"-122.51\"><time>2015-01-04T16:40:00Z</time></trkpt></trkseg></trk>"
        let text = Self.gpx.split(separator: "</trkseg></trk>", maxSplits: 1).joined(separator: later)
        try sandbox.write(text, to: "b.gpx")
        let outcome = try sandbox.run("import", "b.gpx")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("A pause of 2 hours or more separates two sessions"))
        #expect(try sandbox.run("show", "1", "--json").object()["duration"] as? Int == 91)
        #expect(try sandbox.run("show", "2", "--json").object()["duration"] as? Int == 40)
    }

    @Test func `points of 1970 are passed over, and points in descending order begin with the last`() throws {
        let sandbox = try sandbox()
        let first = "<trkpt lat=\"0\" lon=\"0\"><time>1970-01-01T00:00:03Z</time></trkpt>"
        let reversed = """
            <gpx><trk><trkseg>\(first)<trkpt lat="37.75" lon="-122.51"><time>2015-01-02T16:00:00Z</time></trkpt>
            <trkpt lat="37.75" lon="-122.51"><time>2015-01-02T15:00:00Z</time></trkpt></trkseg></trk></gpx>
            """
        try sandbox.write(reversed, to: "b.gpx")
        #expect(try sandbox.run("import", "b.gpx").code == 0)
        let session = try sandbox.run("show", "1", "--json").object()
        #expect(session["date"] as? String == "2015-01-02T07:00:00-08:00")
        #expect(session["duration"] as? Int == 60)
    }

    @Test func `laps without points give the start and the duration`() throws {
        let sandbox = try sandbox()
        let laps = ["15:00:00Z", "15:30:00Z"].map {
            "<Lap StartTime=\"2015-01-03T\($0)\"><TotalTimeSeconds>1800</TotalTimeSeconds></Lap>"
        }
        try sandbox.write(
            "<TrainingCenterDatabase><Activities><Activity Sport=\"Other\"><Id>2015-01-03T15:00:00Z</Id>\(laps.joined())</Activity>"
                + "</Activities></TrainingCenterDatabase>", to: "b.tcx")
        #expect(try sandbox.run("import", "b.tcx", "--location", "Sloat").code == 0)
        #expect(try sandbox.run("show", "1", "--json").object()["duration"] as? Int == 60)
    }

    @Test func `a compressed file is unpacked, also one of several parts`() throws {
        let sandbox = try sandbox()
        #expect(
            try sandbox.shell("head -c 300 a.gpx | gzip > a.gpx.gz && tail -c +301 a.gpx | gzip >> a.gpx.gz").code == 0)
        let packed = try sandbox.run("import", "a.gpx.gz")
        #expect(packed.code == 0, "\(packed.errors)")
        #expect(packed.errors.contains("Imported 1 session.\n  Ocean Beach, Fri 2015-01-02 07:04"))
        #expect(try sandbox.shell("gzip -c a.gpx | \"$SURF\" import -").errors.contains("1 was already there"))
    }

    @Test(arguments: ["%", "<![CDATA[%]]>", "x</name><!--%--><name>"])
    func `a name, a section or a comment in a track may be of any length`(form: String) throws {
        // Characters and entities lie across the boundaries of what is read at once.
        let long = String(repeating: form == "%" ? "ëé&amp;🏄" : "ëé🏄]-", count: 100_001)
        let name = form.replacing("%", with: long)
        let sandbox = try sandbox()
        try sandbox.write(Self.gpx.replacing("Morning", with: name), to: "b.gpx")
        let outcome = try sandbox.run("import", "b.gpx")
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("Imported 1 session.\n  Ocean Beach, Fri 2015-01-02 07:04"))
    }

    @Test func `a file without tracks, and tracks of other sports, are explained`() throws {
        let sandbox = try sandbox()
        try sandbox.write("<gpx><wpt lat=\"1\" lon=\"2\"/></gpx>", to: "b.gpx")
        #expect(try sandbox.run("import", "b.gpx").errors.hasPrefix("b.gpx has no tracks."))
        #expect(try sandbox.run("import", "a.gpx").errors.hasPrefix("Skipped: 1 track of another sport."))
    }

    @Test func `the zone of the place is the session's`() throws {
        let sandbox = try sandbox()
        try sandbox.run("spots", "zone", "Ocean Beach", "America/Denver")
        #expect(try sandbox.run("import", "a.gpx").code == 0)
        #expect(try sandbox.run("show", "1", "--json").object()["timeZone"] as? String == "America/Denver")
    }

    @Test func `a stream is read, and --dry-run and --where work`() throws {
        let sandbox = try sandbox()
        #expect(try sandbox.run("import", "a.gpx", "--dry-run").output.contains("Ocean Beach"))
        #expect(try sandbox.entryCount() == 0)
        #expect(try sandbox.shell("\"$SURF\" import - < a.gpx").code == 0)
        #expect(try sandbox.entryCount() == 1)
        let run = try sandbox.run("import", "a.gpx", "--where", "type = Running", "--location", "Sloat", "--json")
        #expect(try run.object()["imported"] as? Int == 1)
    }

    static let broken: [(String, String)] = [
        ("<?xml version=\"1.0\"?><gpx><trk>", "a.gpx:1: the XML is not well-formed, or the file ends early."),
        ("<gpx></trk></gpx>", "not well-formed"),
        ("<?xml version='1.0'?><html></html>", "this is XML with 'html', not a GPX or TCX file"),
        ("<gpx><trk lat=></trk></gpx>", "not well-formed"), ("<gpx>&nbsp;</gpx>", "not well-formed"),
        ("<gpx/><gpx/>", "not well-formed"), ("<gpx><!-- ", "not well-formed"),
        ("<gpx><![CDATA[x]]></gpx", "not well-formed"),
        (
            "<?xml version=\"1.0\"?>\n<!DOCTYPE g [<!ENTITY a \"aaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]><gpx>&b;</gpx>",
            "a.gpx:2: this file has a DOCTYPE"
        ),
        ("<gpx>" + String(repeating: "<a>", count: 10_000), "more than 100 deep"),
        ("<gpx><name a=\"" + String(repeating: "x", count: 2_000_000), "longer than 1 MiB"),
        ("<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"><time>then</time></trkpt></trkseg></trk></gpx>", "then"),
        ("<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"/></trkseg></trk></gpx>", "has a time"),
    ]

    @Test(arguments: broken)
    func `a broken or hostile file is refused whole`(text: String, words: String) throws {
        let sandbox = try Sandbox.empty()
        try sandbox.write(text, to: "a.gpx")
        let outcome = try sandbox.run("import", "a.gpx")
        #expect(outcome.code == 5)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(try sandbox.entryCount() == 0)
    }

    @Test func `spots set sets, prints, lists, renames and clears coordinates`() throws {
        let sandbox = try Sandbox.small()
        #expect(
            try sandbox.run("spots", "set", "Malibu", "--at=34.03,-118.68").errors == "Malibu is at 34.03,-118.68.\n")
        #expect(try sandbox.run("spots", "set", "malibu").output == "34.03,-118.68\n")
        #expect(
            try sandbox.run("spots", "set", "Malibu", "--json").output
                == "{\"location\":\"Malibu\",\"latitude\":34.03,\"longitude\":-118.68}\n")
        #expect(try sandbox.run("spots", "set").lines == ["place   coordinates", "Malibu  34.03,-118.68"])
        try sandbox.run("spots", "rename", "Malibu", "First Point")
        #expect(try sandbox.run("spots", "set", "First Point").output == "34.03,-118.68\n")
        #expect(
            try sandbox.run("spots", "set", "Malibu", "--clear").errors == "The coordinates of Malibu are forgotten.\n")
        #expect(try sandbox.run("spots", "set", "Rincn", "--at", "34,-119").code == 3)
        for at in ["91,0", "34", "north,west", "1e1,2", "34.03,-118.68,3", ""] {
            #expect(try sandbox.run("spots", "set", "Malibu", "--at=\(at)").code == 2, "\(at)")
        }
        #expect(try sandbox.run("spots", "--at", "1,2").code == 2)
        #expect(try sandbox.run("spots", "set", "Malibu", "--at", "1,2", "--clear").code == 2)
    }

    @Test func `fill alone says where stations and their files are, and where the places are`() throws {
        let sandbox = try Sandbox.small()
        let alone = try sandbox.run("fill")
        #expect(alone.code == 0)
        #expect(alone.output.contains("https://www.ndbc.noaa.gov/data/realtime2/STATION.txt"))
        #expect(alone.errors.contains("spots set PLACE --at"))
        try sandbox.run("spots", "set", "Malibu", "--at=34.03,-118.68")
        try sandbox.run("spots", "set", "Rincon", "--at=34.37,-119.48")
        let near = try sandbox.run("fill", "--location", "malibu")
        #expect(near.output.contains("station_page.php?station=STATION"))
        #expect(near.output.contains("Malibu at 34.03,-118.68"))
        #expect(!near.output.contains("Rincon"))
        let places = try sandbox.run("fill", "--json").object()["places"] as? [[String: Any]]
        #expect(places?.map { $0["location"] as? String } == ["Malibu", "Rincon"])
        #expect(places?.map { $0["latitude"] as? Double } == [34.03, 34.37])
        #expect(
            try sandbox.run("fill", "missing.txt").errors.contains("'surfjournal fill' alone says where to get one."))
    }
}
