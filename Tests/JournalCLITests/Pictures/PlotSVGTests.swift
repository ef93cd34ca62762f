import Foundation
import Journal
import JournalInsight
import Testing

@testable import JournalCLI

struct PlotSVGTests {
    static let kinds: [PlotKind] = [
        .calendar, .months, .rating, .histogram(.height), .scatter(x: .period, y: .rating),
    ]

    private func svg(_ kind: PlotKind, _ content: Scene.Content) throws -> String {
        let plot = try Scene(content).journal.plot(
            kind, of: EntryQuery(), now: Scene.now, zone: Scene.zone, units: .feet)
        return PlotSVG.text(plot, kind)
    }

    @Test(arguments: kinds)
    func `an SVG picture adapts to light and dark mode and has a title`(kind: PlotKind) throws {
        let text = try svg(kind, .many)
        #expect(text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
        #expect(text.contains("prefers-color-scheme:dark"))
        #expect(text.contains("role=\"img\""))
        #expect(text.contains("<title>"))
        try Snapshot.expect(text, "svg-\(kind.name)")
    }

    @Test(arguments: kinds, Scene.Content.allCases)
    func `every element is closed`(kind: PlotKind, content: Scene.Content) throws {
        let text = try svg(kind, content)
        for name in ["svg", "style", "title", "text", "circle"] {
            #expect(
                text.matches(of: try Regex("<\(name)[ >]")).count == text.matches(of: try Regex("</\(name)>")).count)
        }
        #expect(!text.contains("nan"))
        #expect(!text.contains("inf"))
    }

    @Test func `text in an SVG picture is escaped`() {
        #expect(PlotSVG.escaped("<a href=\"x\">&") == "&lt;a href=&quot;x&quot;&gt;&amp;")
    }
}
