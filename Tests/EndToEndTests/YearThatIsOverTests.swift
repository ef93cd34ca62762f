import Foundation
import Testing

/// Filters that end before today.
struct YearThatIsOverTests {
    private func sandbox() throws -> Sandbox {
        let sandbox = try Sandbox.small()
        try sandbox.run("add", "today 0:01: Rincon, 4ft")
        return sandbox
    }

    private func filled(_ plot: Outcome) -> Int { plot.output.filter { "123".contains($0) }.count }

    @Test func `the calendar of a year shows that year`() throws {
        let outcome = try sandbox().run("plot", "calendar", "--on", "2014", "--ascii")
        #expect(outcome.output.contains("Jan Feb") || outcome.output.contains("Jan"))
        #expect(filled(outcome) >= 3)
        #expect(!outcome.errors.contains("earlier"))
    }

    @Test func `the calendar of several years says how many sessions are earlier`() throws {
        let sandbox = try sandbox()
        let outcome = try sandbox.run("plot", "calendar")
        #expect(outcome.errors.contains("3 earlier sessions are not shown. Choose a year with --on."))
    }

    @Test func `stats of a year that is over says nothing of this year and of streaks now`() throws {
        let output = try sandbox().run("stats", "--on", "2014").output
        let year = Calendar(identifier: .gregorian).component(.year, from: Date())
        #expect(!output.contains("\(year)"))
        #expect(!output.contains("now"))
        #expect(output.contains("2014-01 to 2014-12"))
    }

    @Test func `stats of everything has both`() throws {
        let output = try sandbox().run("stats").output
        #expect(output.contains("now 1 day"))
    }

    @Test func `the report of a year that is over draws its days`() throws {
        let sandbox = try sandbox()
        #expect(try sandbox.run("report", "2014", "--html", "a.html").code == 0)
        let page = try sandbox.read("a.html")
        #expect(page.contains("2014-08-01"))
        #expect(!page.contains("now 0 days"))
    }
}
