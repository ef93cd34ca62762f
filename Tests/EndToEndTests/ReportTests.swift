import Foundation
import Testing

/// What `report` writes. The page itself is tested in a browser: Tests/Browser.
struct ReportTests {
    private func page(_ sandbox: Sandbox, _ options: String...) throws -> String {
        let outcome = try sandbox.start(["report", "--html", "page.html", "--force"] + options).outcome()
        #expect(outcome.code == 0)
        return try sandbox.read("page.html")
    }

    @Test func `report --html writes one page, says so, and overwrites one only with --force`() throws {
        let sandbox = try Sandbox.small()
        let outcome = try sandbox.run("report", "--html", "page.html")
        #expect(outcome.code == 0 && outcome.output.isEmpty)
        #expect(outcome.errors == "Wrote a page about 3 sessions to page.html.\n")
        #expect(try sandbox.read("page.html").hasPrefix("<!doctype html>"))
        #expect(try sandbox.run("report", "--html", "page.html").code == 1)
        #expect(try sandbox.run("report", "--html", "page.html", "--force").code == 0)
        #expect(sandbox.files.filter { $0.contains("html") } == ["page.html"])
    }

    @Test func `report without --html or --json says how to name the file`() throws {
        let outcome = try Sandbox.small().run("report")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("surfjournal report --html sessions.html"))
        #expect(try Sandbox.small().run("report", "--html", "-", "--json").code == 2)
    }

    @Test func `report --html - writes the page to standard output`() throws {
        let outcome = try Sandbox.small().run("report", "--html", "-")
        #expect(outcome.output.hasPrefix("<!doctype html>") && outcome.output.hasSuffix("</html>\n"))
        #expect(outcome.errors.isEmpty)
    }

    @Test func `the same journal gives the same page`() throws {
        let sandbox = try Sandbox.small()
        #expect(try page(sandbox) == page(sandbox))
    }

    @Test func `report takes a filter and a title`() throws {
        let text = try page(Sandbox.small(), "--location", "malibu", "--title", "Mine & only")
        #expect(text.contains("<h1>Mine &amp; only</h1>"))
        #expect(text.contains("Malibu"))
        #expect(!text.contains("Rincon"))
    }

    @Test func `report --private leaves out notes`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("add", "2014-09-07 9am: Rincon, 5 stars", "--notes", "with a friend").code == 0)
        #expect(try page(sandbox).contains("with a friend"))
        #expect(try !page(sandbox, "--private").contains("with a friend"))
        let json = try sandbox.run("report", "--json", "--private")
        #expect(!json.output.contains("with a friend"))
    }

    @Test func `report --json has the statistics, the boards and the best sessions`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("add", "2014-09-07 9am: Rincon, 5 stars, board: log", "--waves", "12").code == 0)
        let report = try sandbox.run("report", "--json").object()
        #expect(report["sessions"] as? Int == 4)
        let boards = report["boards"] as? [[String: Any]]
        #expect(boards?.first?["board"] as? String == "log")
        let best = report["best"] as? [[String: Any]]
        #expect(best?.first?["waves"] as? Int == 12)
        #expect(best?.count == 4)
    }

    @Test func `report of nothing says that nothing matches`() throws {
        let outcome = try Sandbox.small().run("report", "--html", "page.html", "--location", "nowhere")
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("No sessions match."))
    }
}
