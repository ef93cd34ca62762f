import Testing

/// Dawn and sunset in a sentence where the place's light is known.
struct LightInSentencesTests {
    private func sandbox() throws -> Sandbox {
        let sandbox = try Sandbox.empty()
        #expect(try sandbox.run("add", "2020-01-01 9am Malibu").code == 0)
        #expect(try sandbox.run("add", "2020-01-02 9am Rincon").code == 0)
        #expect(try sandbox.run("spots", "set", "Malibu", "--at", "34.03,-118.68").code == 0)
        return sandbox
    }

    private func date(_ line: String, in sandbox: Sandbox) throws -> String? {
        try sandbox.run("add", line, "--dry-run", "--json").object()["date"] as? String
    }

    /// Sun and civil twilight of Malibu on 21 June 2024 and 21 December 2024 by the United States Naval Observatory's rules.
    @Test(arguments: [
        ("2024-06-21 dawn Malibu", "05:1"), ("2024-06-21 sunrise Malibu", "05:4"), ("2024-06-21 sunset Malibu", "20:0"),
        ("2024-06-21 dusk Malibu", "20:3"), ("2024-12-21 dawn Malibu", "06:2"), ("2024-12-21 sunset Malibu", "16:5"),
        ("2024-12-21 dawn patrol at Malibu, 3ft", "06:2"), ("2024-12-21 Sonnenaufgang Malibu", "06:5"),
    ])
    func `dawn, sunrise, sunset and dusk are those of the place on that day`(line: String, time: String) throws {
        let sandbox = try sandbox()
        let date = try #require(try date(line, in: sandbox))
        #expect(date.dropFirst(11).hasPrefix(time), "\(date)")
    }

    @Test func `the time is about, with the name of the light, and a place without coordinates has the usual hour`()
        throws
    {
        let sandbox = try sandbox()
        let known = try sandbox.run("add", "2024-12-21 dawn Malibu", "--dry-run").output
        #expect(known.contains("about ") && known.contains(", dawn"))
        #expect(try date("2024-12-21 dawn Rincon", in: sandbox)?.contains("T06:00") == true)
        #expect(try date("2024-12-21 sunset Rincon", in: sandbox)?.contains("T18:00") == true)
        let option = try sandbox.run("add", "2024-12-21 sunset 3ft", "--location", "Malibu", "--dry-run", "--json")
        #expect((try option.object()["date"] as? String)?.contains("T16:5") == true)
    }

    /// A bug once found: files of sentences had the usual hours everywhere.
    @Test func `a file of sentences has the light of its places`() throws {
        let sandbox = try sandbox()
        try sandbox.write("2024-12-21 sunset Malibu, 3ft\n2024-12-21 sunset Rincon, 3ft\n", to: "in.txt")
        #expect(try sandbox.run("import", "in.txt", "--sentences").code == 0)
        let dates = try sandbox.run("list", "--plain", "--on", "2024-12-21", "--columns", "date", "--sort", "id").lines
        #expect(dates.map { String($0.dropFirst(11).prefix(5)) } == ["16:50", "18:00"])
    }

    @Test func `an hour that is given beside the light counts`() throws {
        let sandbox = try sandbox()
        #expect(try date("2024-12-21 dawn patrol 7am Malibu", in: sandbox)?.contains("T07:00") == true)
        #expect(try date("2024-12-21 sunset 5 Malibu", in: sandbox)?.contains("T17:00") == true)
    }
}
