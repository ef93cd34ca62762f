import Testing

/// Coordinates that the sample journal knows.
struct KnownCoordinatesTests {
    @Test func `the coordinates of a spot that the sample journal knows are offered as a command that works`() throws {
        let sandbox = try Sandbox.empty()
        #expect(try sandbox.run("add", "2024-01-01 9am steamer lane").code == 0)
        #expect(try sandbox.run("add", "2024-01-01 9am Nobody's Beach").code == 0)
        let offered = try sandbox.run("spots", "set")
        #expect(
            offered.errors.contains(
                "steamer lane is known: surfjournal spots set 'steamer lane' --at 36.9515,-122.0265."))
        #expect(!offered.errors.contains("Nobody"))
        #expect(try sandbox.run("tide", "steamer lane").errors.contains("--at 36.9515,-122.0265"))
        #expect(try sandbox.run("tide", "Nobody's Beach").errors.contains("--at LATITUDE,LONGITUDE"))
        #expect(try sandbox.run("spots", "set", "steamer lane", "--at", "36.9515,-122.0265").code == 0)
        #expect(try !sandbox.run("spots", "set").errors.contains("is known"))
        #expect(try sandbox.run("tide", "steamer lane", "2024-01-01").output.contains("high"))
    }

    @Test func `after the import of a track, where it was is offered for a place without coordinates`() throws {
        let sandbox = try Sandbox.empty()
        try sandbox.write(
            """
            <?xml version="1.0"?><gpx version="1.1"><trk><type>surfing</type><trkseg>
            <trkpt lat="37.75" lon="-122.51"><time>2015-01-02T15:00:00Z</time></trkpt>
            <trkpt lat="37.75" lon="-122.51"><time>2015-01-02T16:00:00Z</time></trkpt></trkseg></trk></gpx>
            """, to: "a.gpx")
        let first = try sandbox.run("import", "a.gpx", "--location", "Kelly's Cove")
        #expect(first.errors.contains("--at 37.75,-122.51."))
        #expect(try sandbox.run("spots", "set", "Kelly's Cove", "--at", "37.75,-122.51").code == 0)
        #expect(try !sandbox.run("import", "a.gpx", "--dry-run").errors.contains("--at"))
    }
}
