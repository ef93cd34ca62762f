import Foundation
import Testing

/// iCalendar files, read by Python's icalendar.
struct CalendarExportTests {
    /// Prints each event as JSON.
    private static let reader = #"""
        import icalendar, json, sys
        data = open(sys.argv[1], "rb").read()
        assert data.endswith(b"END:VCALENDAR\r\n") and b"\n" not in data.replace(b"\r\n", b"")
        assert all(len(line) <= 75 for line in data.split(b"\r\n")), "folding"
        calendar = icalendar.Calendar.from_ical(data)
        assert calendar["VERSION"] == "2.0" and calendar["PRODID"]
        for event in calendar.walk("VEVENT"):
            assert not event.errors and event["DTSTAMP"].dt.tzinfo
            duration = event.get("DURATION")
            print(json.dumps({
                "uid": event["UID"], "start": event["DTSTART"].dt.isoformat(), "title": event["SUMMARY"],
                "minutes": duration and duration.dt.total_seconds() / 60, "place": event.get("LOCATION"),
                "text": event.get("DESCRIPTION"), "categories": event["CATEGORIES"].to_ical().decode() if "CATEGORIES" in event else None}))
        """#

    static let hasReader =
        FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/icalendar")
        || ProcessInfo.processInfo.environment["CI"] != nil

    private func events(_ sandbox: Sandbox, _ file: String) throws -> [[String: Any]] {
        try sandbox.write(Self.reader, to: "reader.py")
        let outcome = try sandbox.shell("/usr/bin/python3 reader.py \(file)")
        #expect(outcome.code == 0, "\(outcome.errors)")
        return try outcome.lines.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    @Test(.enabled(if: hasReader))
    func `another program reads the start, duration, place and stars of each session`() throws {
        let sandbox = try Sandbox.empty()
        try sandbox.run("add", "2015-07-01 08:00: Malibu, 3ft, 4*, 90 min, glassy #dawnie @ana")
        try sandbox.run("add", "2015-01-02 08:00", "--place", "Rincon; Cove, left\\right")
        #expect(try sandbox.run("export", "surf.ics").errors == "Exported 2 sessions to surf.ics.\n")
        let events = try events(sandbox, "surf.ics")
        try #require(events.count == 2)
        #expect(events.map { $0["title"] as? String } == ["Malibu ★★★★", "Rincon; Cove, left\\right"])
        #expect(events.map { $0["start"] as? String } == ["2015-07-01T15:00:00+00:00", "2015-01-02T16:00:00+00:00"])
        #expect(events[0]["minutes"] as? Double == 90)
        #expect(events[1]["minutes"] is NSNull)
        #expect(events[1]["place"] as? String == "Rincon; Cove, left\\right")
        #expect((events[0]["text"] as? String)?.contains("height 3ft") == true)
        #expect((events[0]["text"] as? String)?.hasSuffix("glassy #dawnie @ana") == true)
        #expect(events[0]["categories"] as? String == "dawnie")
        #expect(Set(events.compactMap { $0["uid"] as? String }).count == 2)
        try sandbox.run("export", "again.ics")
        #expect(
            try self.events(sandbox, "again.ics").map { $0["uid"] as? String } == events.map { $0["uid"] as? String })
    }

    @Test(.enabled(if: hasReader))
    func `long and hostile texts come back whole, without control characters`() throws {
        let sandbox = try Sandbox.empty()
        // Debian's icalendar 4 loses a backslash directly before a comma, which later versions do not.
        let notes =
            String(repeating: "日本語 🏄‍♀️ \\ ,; ", count: 200)
            + "\nBEGIN:VEVENT\r\nUID:x\nEND:VEVENT\u{7}\u{1B}[31m\u{0}x".replacing("\u{0}", with: "")
        try sandbox.run("add", "--date", "2015-01-02 08:00", "--place", "Malibu", "--notes", notes)
        #expect(try sandbox.run("export", "surf.ics").code == 0)
        let events = try events(sandbox, "surf.ics")
        #expect(events.count == 1)
        let expected = notes.replacing("\r\n", with: "\n").replacing("\u{7}\u{1B}", with: "")
        #expect(events.first?["text"] as? String == expected)
    }

    @Test func `an empty calendar is a calendar, and a filter and --format work`() throws {
        let sandbox = try Sandbox.small()
        let empty = try sandbox.run("export", "--format", "ics", "--rating", "1")
        #expect(
            empty.output
                == "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//surfjournal//surfjournal//EN\r\nCALSCALE:GREGORIAN\r\nEND:VCALENDAR\r\n"
        )
        let all = try sandbox.run("export", "-", "--format", "ics")
        #expect(all.output.components(separatedBy: "BEGIN:VEVENT").count == 4)
        #expect(try sandbox.run("export", "a.ics", "--dialect", "excel").code == 2)
        #expect(try sandbox.run("import", "a.csv", "--format", "ics").code == 2)
    }
}
