import Journal
import JournalInsight
import SurfLanguage

/// The list of sessions in a report: the newest first, as many as fit.
///
/// A session's day, place and waves are columns. Its other values follow on a line of their own, and its notes below.
struct ReportList {
    private let report: SessionReport
    private let entries: EntryText
    private let units: MeasureUnits
    private let columns: [EntryField]
    /// All fields of the list, the columns first and the notes last.
    private let fields: [EntryField]
    private let options: ReportPage.Options

    init(_ report: SessionReport, _ entries: EntryText, _ options: ReportPage.Options, _ units: MeasureUnits) {
        (self.report, self.entries, self.units, self.options) = (report, entries, units, options)
        let used = options.fields.filter { field in
            report.latest.contains { $0.values[field] != nil }
        }
        columns = ReportList.columns.filter(used.contains)
        let others = used.filter { !ReportList.columns.contains($0) && $0 != .notes }
        fields = columns + others + used.filter { $0 == .notes }
    }

    /// The fields that have columns if the window is wide.
    private static let columns: [EntryField] = [.date, .location, .height, .period, .wind, .rating]

    /// The list, and the number of its rows.
    var html: (text: String, rows: Int) {
        let rows = writtenRows
        guard !rows.isEmpty else { return ("<section id=\"list\"><h2>Sessions</h2><p>No sessions.</p></section>", 0) }
        let all = report.statistics.total.sessions
        let note =
            rows.count < all
            ? "<p class=\"quiet\">The newest \(Messages.grouped(rows.count)) of \(Messages.sessions(all)).</p>" : ""
        let heads = fields.map { field in
            let order = field == .date ? " aria-sort=\"descending\"" : ""
            return "<th scope=\"col\"\(order)>\(HTML.text(field.words))</th>"
        }
        let style = "columns\(columns.count)\(fields.last == .notes ? " noted" : "")"
        let table =
            "<table class=\"\(style)\"><thead><tr>\(heads.joined())</tr></thead><tbody>\n\(rows.joined(separator: "\n"))\n</tbody></table>"
        let text = """
            <section id="list"><h2>Sessions</h2>
            \(note)<div class="tools" hidden><label>Search <input type="search" autocomplete="off" spellcheck="false"></label>
            <span role="status">\(Messages.sessions(rows.count))</span></div>
            \(table)
            </section>
            """
        return (text, rows.count)
    }

    /// The rows that fit into the page.
    private var writtenRows: [String] {
        var rows: [String] = []
        var bytes = 0
        for record in report.latest {
            let row = "<tr>" + fields.map { cell(record, $0) }.joined() + "</tr>"
            bytes += row.utf8.count + 1
            if bytes > ReportPage.maxListBytes, !rows.isEmpty { break }
            rows.append(row)
        }
        return rows
    }

    /// A cell, without its end, which HTML does not need.
    private func cell(_ record: EntryRecord, _ field: EntryField) -> String {
        guard let value = record.values[field] else { return "<td>" }
        let number = number(value, field).map { " data-v=\"\(ShownNumber.decimal($0, 3))\"" } ?? ""
        let isLabelled = !columns.contains(field) && !ReportPage.unnamed.contains(field) && field != .notes
        let label = isLabelled ? " data-label=\"\(HTML.text(field.words))\"" : ""
        return "<td\(number)\(label)>\(text(record, value, field))"
    }

    private func text(_ record: EntryRecord, _ value: FieldValue, _ field: EntryField) -> String {
        switch field {
        case .date: HTML.text(options.date(of: record, entries))
        case .notes: HTML.lines(record.values.notes ?? "")
        default: HTML.cell(entries.short(value, of: field))
        }
    }

    /// The number by which a cell is sorted; nil if it is sorted by its text.
    private func number(_ value: FieldValue, _ field: EntryField) -> Double? {
        switch (value, field.kind) {
        case (.integer(let number), _): return Double(number)
        case (.number(let number), _): return number
        case (.text(let text), .measure(let measure)):
            return MeasureText.range(measure, in: text.prefix(utf8: ReportList.longestMeasure)).map(\.middle)
        default: return nil
        }
    }

    /// A longer text has no measure that matters.
    private static let longestMeasure = 200
}
