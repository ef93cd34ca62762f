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
        let bars = BarSVG(labels: 84, length: 200)
        let drawn = draw(plot, bars)
        let left = if case .bars = plot { (from: 0, width: bars.width) } else { (from: 16, width: width - 16) }
        return "<svg class=\"\(kind.name)\" viewBox=\"\(left.from) \(head) \(left.width) \(drawn.height - head)\" "
            + "role=\"img\" aria-label=\"\(escaped(label(plot, kind)))\">\n"
            + (drawn.body + ["</svg>"]).joined(separator: "\n")
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
        let mondays = plot.mondays(CalendarPlot.weeks)
        let right = 58 + Double(mondays.count) * 13
        var body = [0, 2, 4, 6].map { PlotSVG.words(Messages.dayNames[$0], 24, 104 + Double($0) * 13, "quiet") }
        for (week, monday) in mondays.enumerated() {
            let x = 60 + Double(week) * 13
            if week > 0, CivilDay(number: monday).month != CivilDay(number: mondays[week - 1]).month {
                let isLast = week > CalendarPlot.weeks - 3
                body.append(
                    PlotSVG.words(
                        Messages.monthNames[CivilDay(number: monday).month - 1], isLast ? right : x, 84,
                        isLast ? "quiet end" : "quiet"))
            }
            for day in monday..<(monday + 7) where day <= plot.end {
                let count = plot.days[day] ?? 0
                let style = count == 0 ? "none" : "l\(CalendarText.level(count))"
                let tip = "\(CivilDay(number: day).text): \(Messages.sessions(count))"
                body.append(PlotSVG.box(x, 94 + Double(day - monday) * 13, 11, 11, style, tip))
            }
        }
        return (body + legend, 232)
    }

    private static var legend: [String] {
        ["none", "1", "2", "3", "4 or more"].enumerated().flatMap { level, words in
            let x = 60 + Double(level) * 70
            return [
                PlotSVG.box(x, 200, 11, 11, level == 0 ? "none" : "l\(level)", words),
                PlotSVG.words(words, x + 17, 210, "quiet"),
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
