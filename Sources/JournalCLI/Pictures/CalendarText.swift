import JournalInsight
import SurfLanguage

/// A calendar of a year's days, with a column per week and a row per weekday.
struct CalendarText {
    let glyphs: Glyphs
    let isColoured: Bool
    let width: Int

    private static let labelWidth = 4

    /// The width of a week in columns.
    private var cell: Int { width >= CalendarText.labelWidth + 2 * CalendarPlot.weeks ? 2 : 1 }

    /// The number of weeks that fit.
    var weeks: Int { max(1, min(CalendarPlot.weeks, (width - CalendarText.labelWidth) / cell)) }

    /// The months, the seven rows, and the legend of shades.
    func lines(_ plot: CalendarPlot) -> [String] {
        let mondays = plot.mondays(weeks)
        let rows = (0..<7).map { weekday in
            let days = mondays.map { $0 + weekday }
            return Messages.dayNames[weekday] + " " + days.map { cell($0, plot) }.joined()
        }
        return [header(mondays)] + rows.map(\.withoutTrailingBlanks) + [DisplayWidth.truncated(legend, to: width)]
    }

    /// The level for a day's number of entries, from 0 for none to 4 for four or more.
    static func level(_ sessions: Int) -> Int { min(max(sessions, 0), 4) }

    private func cell(_ day: Int, _ plot: CalendarPlot) -> String {
        if day > plot.end { return String(repeating: " ", count: cell) }
        let level = CalendarText.level(plot.days[day] ?? 0)
        return coloured(String(glyphs.shade(level)), level) + String(repeating: " ", count: cell - 1)
    }

    /// Shades of blue as numbers of the 256-colour palette. All are legible on white and on black.
    static let blues = [69, 33, 32, 26]

    private func coloured(_ text: String, _ level: Int) -> String {
        guard isColoured, level > 0 else { return text }
        return "\u{1B}[38;5;\(CalendarText.blues[level - 1])m\(text)\u{1B}[0m"
    }

    /// The month names, each above its first week.
    private func header(_ mondays: [Int]) -> String {
        var line = String(repeating: " ", count: CalendarText.labelWidth)
        var last = mondays.first.map { CivilDay(number: $0 - 7).month } ?? 0
        for (index, monday) in mondays.enumerated() {
            let month = CivilDay(number: monday).month
            defer { last = month }
            let start = CalendarText.labelWidth + index * cell
            guard month != last, line.count <= start, start + 3 <= width else { continue }
            line += String(repeating: " ", count: start - line.count) + Messages.monthNames[month - 1] + " "
        }
        return line.withoutTrailingBlanks
    }

    private var legend: String {
        guard glyphs.isUnicode else { return "    . none, 1 2 3 sessions, 4 or more" }
        let shades = (0...4).map { String(glyphs.shade($0)) }
        return "    \(shades[0]) none \(shades[1]) 1 \(shades[2]) 2 \(shades[3]) 3 \(shades[4]) 4 or more"
    }
}
