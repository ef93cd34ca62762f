import Foundation
import Testing

/// `like --forecast`: what rating to expect.
struct ForecastTests {
    /// A journal of one place, whose ratings follow from the conditions as `rating` says.
    private func sandbox(_ count: Int, _ rating: (_ height: Int, _ period: Int, _ number: Int) -> Int) throws -> Sandbox
    {
        let sandbox = try Sandbox.empty()
        var random: UInt64 = 7
        func below(_ limit: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((random >> 33) % UInt64(limit))
        }
        var rows = "date,location,height,period,wind,rating\n"
        for number in 0..<count {
            let (height, period) = (1 + below(8), 6 + below(12))
            let wind = ["offshore 4kts", "onshore 9kts", "NW 12kts"][below(3)]
            let day = String(format: "2025-%02d-%02d", 1 + number % 12, 1 + number % 28)
            rows +=
                "\(day) \(7 + below(10)):00,Malibu,\(height)ft,\(period)s,\(wind),\(rating(height, period, below(5)))\n"
        }
        try sandbox.write(rows, to: "sessions.csv")
        #expect(try sandbox.run("import", "sessions.csv").code == 0)
        try sandbox.write(
            """
            date,height,period,direction,wind
            2026-03-01 08:00,4ft,7s,290,NW 12kts
            2026-03-02 08:00,4ft,16s,290,NW 12kts
            2026-03-03 08:00,4ft,11s,290,NW 12kts
            2026-03-03 23:00,4ft,17s,290,NW 12kts

            """, to: "forecast.csv")
        return sandbox
    }

    @Test func `a known rule is found: the part of a day that it favours is first, with the error`() throws {
        let sandbox = try sandbox(90) { _, period, _ in period >= 13 ? 5 : period >= 10 ? 3 : 1 }
        let outcome = try sandbox.run("like", "--forecast", "forecast.csv", "--json").object()
        #expect(outcome["betterThanMean"] as? Bool == true)
        let forecast = try #require(outcome["forecast"] as? [[String: Any]])
        #expect(
            forecast.compactMap { ($0["time"] as? String)?.prefix(10) } == ["2026-03-02", "2026-03-03", "2026-03-01"])
        #expect(try #require(forecast[0]["rating"] as? Double) > 4)
        #expect(try #require(forecast[2]["rating"] as? Double) < 2)
        #expect((outcome["features"] as? [String])?.first == "period")
        let (error, mean) = (outcome["error"] as? Double ?? 9, outcome["errorOfMean"] as? Double ?? 0)
        #expect(error < mean / 2)
        let people = try sandbox.run("like", "--forecast", "forecast.csv")
        #expect(people.code == 0)
        #expect(people.lines.count == 4)
        #expect(people.errors.contains("always guessing the place's mean would be"))
    }

    @Test func `where ratings are noise it says so, with both errors, and ranks nothing`() throws {
        let sandbox = try sandbox(90) { _, _, number in 1 + number }
        let outcome = try sandbox.run("like", "--forecast", "forecast.csv")
        #expect(outcome.code == 0)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("Nothing was ranked"))
        #expect(outcome.errors.contains("always guessing the place's mean"))
        #expect(
            (try sandbox.run("like", "--forecast", "forecast.csv", "--json").object()["forecast"] as? [Any])?.isEmpty
                == true)
    }

    @Test func `fewer than eight rated sessions are not enough`() throws {
        let sandbox = try sandbox(7) { _, period, _ in period > 10 ? 5 : 1 }
        let outcome = try sandbox.run("like", "--forecast", "forecast.csv")
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("not enough"))
        #expect(outcome.errors.contains("7 sessions are rated, and 8 are needed"))
    }

    @Test func `Open-Meteo's forecast is used for the places that are near, and its swell stands for their height`()
        throws
    {
        let sandbox = try sandbox(90) { _, period, _ in period >= 13 ? 5 : period >= 10 ? 3 : 1 }
        #expect(try sandbox.run("spots", "set", "Malibu", "--at", "34.03,-118.68").code == 0)
        func forecast(_ latitude: Double) -> String {
            """
            {"latitude":\(latitude),"longitude":-118.7,"utc_offset_seconds":0,"hourly_units":{"swell_wave_period":"s"},"hourly":\
            {"time":["2026-03-01T20:00","2026-03-02T20:00"],"swell_wave_period":[8,16],"swell_wave_height":[1,1]}}
            """
        }
        try sandbox.write(forecast(34), to: "near.json")
        let near = try sandbox.run("like", "--forecast", "near.json", "--json").object()
        let ranked = try #require(near["forecast"] as? [[String: Any]])
        #expect(ranked.count == 2)
        #expect((ranked.first?["time"] as? String)?.hasPrefix("2026-03-02") == true)
        try sandbox.write(forecast(-34), to: "far.json")
        #expect(
            try sandbox.run("like", "--forecast", "far.json").errors.contains("none of the places where you have rated")
                || sandbox.run("like", "--forecast", "far.json").errors.contains("Nothing was ranked"))
    }

    @Test(arguments: [
        ("nothing here\n", Int32(5)), ("date,height\nwhen?,4ft\n", 5), ("{\"hourly\":", 5),
        ("date,board\n2026-01-01,x\n", 5),
    ])
    func `a file that is no forecast is bad data`(text: String, code: Int32) throws {
        let sandbox = try Sandbox.empty()
        try sandbox.write(text, to: "forecast.csv")
        let outcome = try sandbox.run("like", "--forecast", "forecast.csv")
        #expect(outcome.code == code)
        #expect(outcome.errors.contains("forecast.csv"))
        #expect(try sandbox.run("like", "--forecast", "missing.csv").code == 1)
        #expect(try sandbox.run("like", "last", "--forecast", "forecast.csv").code == 2)
    }
}
