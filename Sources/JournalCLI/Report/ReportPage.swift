import Foundation
import Journal
import JournalInsight
import SurfLanguage

/// A report as one page for a browser: pictures, tables, the best sessions, and a list that sorts and searches.
///
/// The page loads nothing, and its only script is its own: a content security policy forbids any other. Texts of
/// sessions are escaped, and are shown as they are on a terminal.
struct ReportPage {
    let report: SessionReport
    let totals: StatisticsText
    let entries: EntryText
    let units: MeasureUnits
    let options: Options

    /// The options of the report that a person chose.
    struct Options {
        /// The heading; nil for the ordinary one.
        var title: String?
        /// The parts to leave out.
        var without: Set<SessionReport.Part> = []
        /// The columns of the list. Those without values are left out.
        var fields: [EntryField]
    }

    /// The largest size of the page's list, in bytes. The rest of the page has a few hundred kilobytes at most.
    static let maxListBytes = 1_600_000

    /// The page, and how many of the sessions its list has.
    func html() -> (text: String, listed: Int) {
        let list = ReportList(report, entries, options, units).html
        let text = ([head] + intro + sections + [list.text, foot]).joined(separator: "\n")
        return (text, list.rows)
    }

    // MARK: The page

    private var title: String { HTML.text(options.title ?? "Surf sessions") }

    private var head: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="referrer" content="no-referrer">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '\(ReportStyle.hash)'; \
        script-src '\(ReportScript.hash)'; base-uri 'none'; form-action 'none'">
        <title>\(title)</title>
        <style>\(ReportStyle.text)</style>
        </head>
        <body>
        """
    }

    private var intro: [String] {
        let rows = totals.labelledForOthers.map { label, text in
            "<div><dt>\(HTML.text(label))</dt><dd>\(HTML.text(text))</dd></div>"
        }
        return [
            "<a class=\"skip\" href=\"#list\">Skip to the list of sessions</a>",
            "<header><h1>\(title)</h1></header>", "<main>",
            "<section><h2>Totals</h2>", "<dl>",
        ] + rows + [
            "</dl>", "</section>",
        ]
    }

    private var sections: [String] {
        pictures + places + names + best
    }

    private var foot: String {
        """
        </main>
        <footer><p>Made by surfjournal. This page loads nothing and sends nothing.</p></footer>
        <script>\(ReportScript.text)</script>
        </body>
        </html>

        """
    }

    // MARK: Sections

    private var pictures: [String] {
        let figures = report.plots.map { kind, plot in
            let picture = PlotSVG.element(plot, kind)
            return
                "<section class=\"\(kind.name)\"><h2>\(Messages.title(kind))</h2>\n\(picture)\n\(numbers(plot))</section>"
        }
        return ["<div class=\"pictures\">"] + figures + ["</div>"]
    }

    /// The numbers of a bar chart as a table, for people who cannot see the bars.
    private func numbers(_ plot: Plot) -> String {
        guard case .bars(let bars) = plot else { return "" }
        let hasMedian = bars.bars.contains { $0.median != nil }
        var table = Table(
            columns: [
                Table.Column(title: ""), Table.Column(title: "sessions", alignment: .right),
                Table.Column(title: "median rating", alignment: .right),
            ],
            rows: bars.bars.map { bar in
                let median = bar.median.map { ShownNumber.decimal($0) } ?? Messages.notEnough
                return [Messages.label(bar.key), Messages.grouped(bar.sessions), median]
            })
        if !hasMedian {
            table.columns.removeLast()
            table.rows = table.rows.map { $0.dropLast() }
        }
        return "<details><summary>The numbers</summary>\(HTML.table(table))</details>\n"
    }

    private var places: [String] {
        section(
            "When each place is best", totals.conditions(Array(report.statistics.spots.prefix(ReportPage.maxGroups))),
            note: StatisticsText.explanation, of: report.statistics.spots.count)
    }

    private var names: [String] {
        let boards = report.statistics.boards.contains { $0.key != .absent } ? report.statistics.boards : []
        let tables: [(title: String, groups: [EntryGroup], grouping: Grouping)] = [
            ("Boards", boards, .board), ("People", report.people, .person), ("Tags", report.tags, .tag),
            ("Tide", report.tides, .tide), ("Light", report.lights, .light),
        ]
        return tables.flatMap { title, groups, grouping in
            section(
                title, totals.counts(Array(groups.prefix(ReportPage.maxGroups)), by: grouping), of: groups.count)
        }
    }

    /// The most rows of a table of places or other names.
    private static let maxGroups = 100

    private func section(_ title: String, _ table: Table, note: String? = nil, of count: Int) -> [String] {
        guard count > 0 else { return [] }
        let left = count - table.rows.count
        return ["<section><h2>\(title)</h2>"]
            + (note.map { ["<p class=\"quiet\">\(HTML.text($0))</p>"] } ?? [])
            + [HTML.scrolling(HTML.table(table), label: title)]
            + (left > 0 ? ["<p class=\"quiet\">And \(Messages.grouped(left)) more.</p>"] : []) + ["</section>"]
    }

    private var best: [String] {
        if report.best.isEmpty { return [] }
        let sessions = report.best.map { record in
            let facts = options.fields.filter { ![.date, .location, .notes].contains($0) }
                .compactMap { field in record.values[field].map { fact($0, field) } }
            let notes = record.values.notes
            let place = options.without.contains(.places) ? "" : record.values.location ?? "-"
            return "<li><h3>\(HTML.isolated(place))</h3>"
                + "<p class=\"quiet\">\(HTML.text(options.date(of: record, entries)))</p>"
                + "<p>\(facts.joined(separator: " · "))</p>"
                + (notes.map { "<p class=\"notes\">\(HTML.lines($0))</p>" } ?? "") + "</li>"
        }
        return ["<section><h2>The best</h2>", "<ol class=\"best\">"] + sessions + ["</ol>", "</section>"]
    }

    private func fact(_ value: FieldValue, _ field: EntryField) -> String {
        let text = HTML.isolated(entries.short(value, of: field))
        return ReportPage.unnamed.contains(field) ? text : "\(HTML.text(field.words)) \(text)"
    }

    /// The fields whose values need no name before them, such as a height in feet.
    static let unnamed: Set<EntryField> = [.height, .period, .wind, .rating, .board, .timeZone, .duration]
}

extension ReportPage.Options {
    /// When a session was: its day and minute, or only its day.
    func date(of record: EntryRecord, _ entries: EntryText) -> String {
        let minute = entries.minute(record.values)
        return without.contains(.times) ? String(minute.prefix { $0 != " " }) : minute
    }
}
