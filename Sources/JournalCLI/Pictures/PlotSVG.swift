import JournalInsight
import SurfLanguage

/// Draws SVG pictures for a browser, light or dark like the reader's system. All numbers are also written, so none
/// depends on colour.
enum PlotSVG {
    /// The text of the picture's file.
    static func text(_ plot: Plot, _ kind: PlotKind) -> String {
        let drawn = draw(plot, BarSVG(labels: 132, length: 480))
        let head = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(drawn.height)\" role=\"img\" "
                + "aria-label=\"\(escaped(label(plot, kind)))\">",
            "<style>", light, "@media (prefers-color-scheme:dark){", dark + "}", "</style>",
            "<rect class=\"paper\" width=\"\(width)\" height=\"\(drawn.height)\"/>",
            words(Messages.title(kind), 24, 34, "title"),
            words(Messages.sessions(plot.sessions), 24, 54, "quiet"),
        ]
        return (head + drawn.body + ["</svg>", ""]).joined(separator: "\n")
    }

    /// The picture as an element of a page, which has a heading for it, and `light` and `dark` in its style sheet.
    static func element(_ plot: Plot, _ kind: PlotKind) -> String {
        if case .calendar(let plot) = plot { return CalendarSVG.halves(plot, Messages.title(kind)) }
        let bars = BarSVG(labels: 84, length: 200)
        let drawn = draw(plot, bars)
        let left = if case .bars = plot { (from: 0, width: bars.width) } else { (from: 16, width: width - 16) }
        let frame = "\(left.from) \(head) \(left.width) \(drawn.height - head)"
        return element(kind.name, frame, label(plot, kind), drawn.body)
    }

    /// A picture as an element of a page.
    static func element(_ style: String, _ frame: String, _ label: String, _ body: [String]) -> String {
        let start = "<svg class=\"\(style)\" viewBox=\"\(frame)\" role=\"img\" aria-label=\"\(escaped(label))\">"
        return ([start] + body + ["</svg>"]).joined(separator: "\n")
    }

    static let width = 760
    /// The height of the title, which an element of a page does not have.
    private static let head = 66

    private static func draw(_ plot: Plot, _ bars: BarSVG) -> (body: [String], height: Int) {
        switch plot {
        case .calendar(let plot): CalendarSVG.draw(plot)
        case .bars(let plot): bars.draw(plot)
        case .scatter(let plot): ScatterSVG.draw(plot)
        }
    }

    private static func label(_ plot: Plot, _ kind: PlotKind) -> String {
        "\(Messages.title(kind)), \(Messages.sessions(plot.sessions))"
    }

    /// The blue is from Okabe and Ito's palette, which is distinguishable with colour-blindness.
    static let light = """
        .paper{fill:#fff}text{font:13px system-ui,sans-serif;fill:#1b1f24}
        .title{font-size:18px;font-weight:600}.quiet{fill:#57606a}.end{text-anchor:end}.middle{text-anchor:middle}
        .mark{fill:#0072b2}.dot{fill-opacity:.6}.none{fill:#e6e9ec}.line{stroke:#8c959f;fill:none}
        .l1{fill:#b3d4e8}.l2{fill:#66aad1}.l3{fill:#1f7fb8}.l4{fill:#004b76}
        """

    /// The colours on a dark page.
    static let dark = """
        .paper{fill:#0d1117}text{fill:#e6edf3}.quiet{fill:#9da7b3}
        .mark{fill:#56b4e9}.dot{fill-opacity:.8}.none{fill:#21262d}.line{stroke:#6e7681}
        .l1{fill:#12405c}.l2{fill:#1f6f9f}.l3{fill:#4aa3da}.l4{fill:#b5e0fb}
        """

    /// A text at a position.
    static func words(_ text: String, _ x: Double, _ y: Double, _ style: String = "") -> String {
        "<text x=\"\(ShownNumber.decimal(x, 2))\" y=\"\(ShownNumber.decimal(y, 2))\" class=\"\(style)\">\(escaped(text))</text>"
    }

    /// A box with a tooltip that explains it.
    static func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ style: String, _ tip: String)
        -> String
    {
        let numbers = [x, y, width, height].map { ShownNumber.decimal($0, 2) }
        return
            "<rect x=\"\(numbers[0])\" y=\"\(numbers[1])\" width=\"\(numbers[2])\" height=\"\(numbers[3])\" rx=\"2\" "
            + "class=\"\(style)\"><title>\(escaped(tip))</title></rect>"
    }

    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}

/// Horizontal bars, with their numbers after them.
struct BarSVG {
    /// Where the labels end.
    let labels: Double
    /// The length of the longest bar.
    let length: Double

    /// The width with the number after the longest bar.
    var width: Int { Int(labels + length) + 96 }

    func draw(_ plot: BarPlot) -> (body: [String], height: Int) {
        let unit = plot.field.map { $0.unit == "°" ? "" : $0.unit } ?? ""
        let most = Double(max(1, plot.bars.map(\.sessions).max() ?? 1))
        let body = plot.bars.enumerated().flatMap { index, bar in
            let y = 72 + Double(index) * 28
            let length = Double(bar.sessions) / most * length
            let label = Messages.label(bar.key) + unit
            let median = bar.median.map { "  ★ \(ShownNumber.decimal($0))" } ?? ""
            return [
                PlotSVG.words(label, labels, y + 15, "end"),
                PlotSVG.box(
                    labels + 10, y, bar.sessions > 0 ? max(length, 1) : 1, 20, bar.sessions > 0 ? "mark" : "none",
                    "\(label): \(Messages.sessions(bar.sessions))"),
                PlotSVG.words(Messages.grouped(bar.sessions) + median, labels + 18 + length, y + 15),
            ]
        }
        return (body, 88 + plot.bars.count * 28)
    }
}

/// A calendar of a year's days.
enum CalendarSVG {
    static func draw(_ plot: CalendarPlot) -> (body: [String], height: Int) {
        (weeks(plot, 0..<CalendarPlot.weeks) + legend(60, 200), 232)
    }

    /// The two halves of a year, which are side by side in a wide window and one above the other on a phone.
    static func halves(_ plot: CalendarPlot, _ title: String) -> String {
        let middle = CalendarPlot.weeks / 2
        let halves = [0..<middle, middle..<CalendarPlot.weeks].map { half(plot, $0, title) }
        let legend = PlotSVG.element("legend", "24 0 380 20", "Sessions a day", legend(24, 4))
        return "<div class=\"year\">\n\((halves + [legend]).joined(separator: "\n"))\n</div>"
    }

    private static func half(_ plot: CalendarPlot, _ part: Range<Int>, _ title: String) -> String {
        let mondays = plot.mondays(CalendarPlot.weeks)
        let days = mondays[part.lowerBound]...min(mondays[part.upperBound - 1] + 6, plot.end)
        let count = plot.days.reduce(0) { days.contains($1.key) ? $0 + $1.value : $0 }
        let span = "\(CivilDay(number: days.lowerBound).text) to \(CivilDay(number: days.upperBound).text)"
        let frame = "24 70 \(36 + widest * 13) 114"
        return PlotSVG.element(
            "half", frame, "\(title), \(span), \(Messages.sessions(count))", weeks(plot, part))
    }

    /// The number of weeks that the wider half has.
    private static let widest = (CalendarPlot.weeks + 1) / 2

    /// The weeks of a part of the year from the left, with the names of days and months.
    private static func weeks(_ plot: CalendarPlot, _ part: Range<Int>) -> [String] {
        let mondays = plot.mondays(CalendarPlot.weeks)
        let names = [0, 2, 4, 6].map { PlotSVG.words(Messages.dayNames[$0], 24, 104 + Double($0) * 13, "quiet") }
        return names
            + part.flatMap { week in
                let x = 60 + Double(week - part.lowerBound) * 13
                return month(week, of: part, mondays, x) + days(mondays[week], of: plot, x)
            }
    }

    /// The name of a month above its first Monday, and above the first week of a later half unless the next is too near.
    private static func month(_ week: Int, of part: Range<Int>, _ mondays: [Int], _ x: Double) -> [String] {
        let months = mondays.map { CivilDay(number: $0).month }
        let next = months[week..<min(week + 3, months.count)]
        let isFirst = week == part.lowerBound && next.allSatisfy { $0 == months[week] }
        guard week > 0, months[week] != months[week - 1] || isFirst else { return [] }
        let name = Messages.monthNames[months[week] - 1]
        let isLast = week > part.upperBound - 3
        let right = 58 + Double(part.count) * 13
        return [PlotSVG.words(name, isLast ? right : x, 84, isLast ? "quiet end" : "quiet")]
    }

    private static func days(_ monday: Int, of plot: CalendarPlot, _ x: Double) -> [String] {
        (monday..<(monday + 7)).filter { $0 <= plot.end }.map { day in
            let count = plot.days[day] ?? 0
            let style = count == 0 ? "none" : "l\(CalendarText.level(count))"
            let tip = "\(CivilDay(number: day).text): \(Messages.sessions(count))"
            return PlotSVG.box(x, 94 + Double(day - monday) * 13, 11, 11, style, tip)
        }
    }

    private static func legend(_ left: Double, _ top: Double) -> [String] {
        ["none", "1", "2", "3", "4 or more"].enumerated().flatMap { level, words in
            let x = left + Double(level) * 70
            return [
                PlotSVG.box(x, top, 11, 11, level == 0 ? "none" : "l\(level)", words),
                PlotSVG.words(words, x + 17, top + 10, "quiet"),
            ]
        }
    }
}

/// Points between two axes. A point is larger if it has more entries.
enum ScatterSVG {
    private static let (left, top, width, height) = (84.0, 92.0, 640.0, 340.0)

    static func draw(_ plot: ScatterPlot) -> (body: [String], height: Int) {
        guard let extent = Extent(plot) else { return ([], 88) }
        let (right, bottom) = (left + width, top + height)
        let axes = [
            "<path class=\"line\" d=\"M\(Int(left)) \(Int(top))V\(Int(bottom))H\(Int(right))\"/>",
            PlotSVG.words(Messages.axis(plot.y), left, top - 12, "quiet"),
            PlotSVG.words(Messages.axis(plot.x), left + width / 2, bottom + 40, "quiet middle"),
        ]
        return (axes + ticks(extent) + points(plot, extent), Int(bottom) + 56)
    }

    private static func ticks(_ extent: Extent) -> [String] {
        (0...4).flatMap { step in
            let part = Double(step) / 4
            let x = extent.x.lowerBound + part * (extent.x.upperBound - extent.x.lowerBound)
            let y = extent.y.lowerBound + part * (extent.y.upperBound - extent.y.lowerBound)
            return [
                PlotSVG.words(ShownNumber.decimal(x), left + part * width, top + height + 20, "middle"),
                PlotSVG.words(ShownNumber.decimal(y), left - 10, top + height - part * height + 4, "end"),
            ]
        }
    }

    private static func points(_ plot: ScatterPlot, _ extent: Extent) -> [String] {
        plot.points.sorted { ($0.key.x, $0.key.y) < ($1.key.x, $1.key.y) }.map { point, count in
            let x = ShownNumber.decimal(left + Extent.part(point.x, of: extent.x) * width, 1)
            let y = ShownNumber.decimal(top + height - Extent.part(point.y, of: extent.y) * height, 1)
            let radius = ShownNumber.decimal(min(3 + 2 * Double(count - 1).squareRoot(), 18), 1)
            let tip =
                "\(ShownNumber.decimal(point.x))\(plot.x.unit), \(ShownNumber.decimal(point.y))\(plot.y.unit): "
                + Messages.sessions(count)
            return "<circle class=\"mark dot\" cx=\"\(x)\" cy=\"\(y)\" r=\"\(radius)\">"
                + "<title>\(PlotSVG.escaped(tip))</title></circle>"
        }
    }
}
