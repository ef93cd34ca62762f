import Foundation
import JournalInsight
import SurfLanguage
import TidesAndLight

/// Draws tides for a browser, light or dark like the reader's system. All numbers are also written.
struct TideSVG {
    private let forecast: TideForecast
    private let text: SeaText

    static let maxDays = 31
    private static let (left, top, height, day) = (64.0, 92.0, 220.0, 640.0)
    /// Ten minutes.
    private static let step = 600.0

    init(_ forecast: TideForecast, text: SeaText) { (self.forecast, self.text) = (forecast, text) }

    /// The file's text.
    func text(_ sea: inout PlaceSea) -> String {
        let span = forecast.days[0].span.lowerBound..<forecast.days[forecast.days.count - 1].span.upperBound
        let points = stride(from: span.lowerBound, through: span.upperBound, by: TideSVG.step).compactMap { date in
            sea.height(at: min(date, span.upperBound.nextDown)).map { (date: date, height: $0) }
        }
        let heights = points.map(\.height)
        let (low, high) = (heights.min() ?? 0, max(heights.max() ?? 1, (heights.min() ?? 0) + 0.01))
        let width = TideSVG.day * max(1, min(Double(forecast.days.count), 4))
        /// Where an instant and a height are.
        func place(_ date: Double, _ metres: Double) -> (x: Double, y: Double) {
            let part = (date - span.lowerBound) / (span.upperBound - span.lowerBound)
            return (TideSVG.left + part * width, TideSVG.top + (high - metres) / (high - low) * TideSVG.height)
        }
        let line = points.map { point -> String in
            let at = place(point.date, point.height)
            return "\(ShownNumber.decimal(at.x)) \(ShownNumber.decimal(at.y))"
        }
        let labels = forecast.extremes.flatMap { extreme in
            label(extreme, place(extreme.time - PlaceSea.shift, extreme.height))
        }
        let light = forecast.days.flatMap { day in shades(day, width, span) }
        let body =
            light + ["<path class=\"curve\" d=\"M\(line.joined(separator: "L"))\"/>"] + labels + days(width, span)
        return frame(body, width: Int(TideSVG.left + width + 24))
    }

    private func label(_ extreme: TideExtreme, _ at: (x: Double, y: Double)) -> [String] {
        let y = extreme.kind == .high ? at.y - 20 : at.y + 20
        let shift = forecast.days.count > 4 ? 0.0 : 12
        let words = ["\(forecast.clock(extreme.time))", text.height(extreme.height)]
        if forecast.days.count > 4 { return [PlotSVG.words(words[1], at.x, y, "quiet middle")] }
        return [
            PlotSVG.words(words[0], at.x, y, "middle"), PlotSVG.words(words[1], at.x, y + shift, "quiet middle"),
        ]
    }

    /// The dark of a day.
    private func shades(_ day: TideForecast.Day, _ width: Double, _ span: Range<Double>) -> [String] {
        guard let sun = day.sun else { return [] }
        /// A rectangle between two store dates of the day.
        func shade(_ from: Double, _ to: Double, _ tip: String) -> String? {
            let (from, to) = (max(from, day.span.lowerBound), min(to, day.span.upperBound))
            guard from < to else { return nil }
            let all = span.upperBound - span.lowerBound
            return PlotSVG.box(
                TideSVG.left + (from - span.lowerBound) / all * width, TideSVG.top - 8, (to - from) / all * width,
                TideSVG.height + 16, "none", tip)
        }
        let (first, last) = (day.span.lowerBound, day.span.upperBound)
        if sun.polar == .night { return [shade(first, last, "polar night")].compactMap(\.self) }
        let rise = sun.sunrise.map { $0 - PlaceSea.shift } ?? first
        let set = sun.sunset.map { $0 - PlaceSea.shift } ?? last
        return [
            shade(first, rise, "sunrise " + forecast.clock(rise + PlaceSea.shift)),
            shade(set, last, "sunset " + forecast.clock(set + PlaceSea.shift)),
        ].compactMap(\.self)
    }

    private func days(_ width: Double, _ span: Range<Double>) -> [String] {
        forecast.days.map { day in
            let part = (day.span.lowerBound - span.lowerBound) / (span.upperBound - span.lowerBound)
            let name = forecast.days.count > 8 ? String(day.civil.day) : day.civil.text
            return PlotSVG.words(name, TideSVG.left + part * width, TideSVG.top + TideSVG.height + 52, "quiet")
        }
    }

    private func frame(_ body: [String], width: Int) -> String {
        let height = Int(TideSVG.top + TideSVG.height + 72)
        let source = forecast.station.map { "\($0.station.name), above \($0.station.datum.lowercased())" } ?? ""
        let head = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" role=\"img\" "
                + "aria-label=\"\(PlotSVG.escaped("Tide at " + forecast.title))\">",
            "<style>", PlotSVG.light, ".curve{fill:none;stroke:#0072b2;stroke-width:2}",
            "@media (prefers-color-scheme:dark){", PlotSVG.dark + "\n.curve{stroke:#56b4e9}}", "</style>",
            "<rect class=\"paper\" width=\"\(width)\" height=\"\(height)\"/>",
            PlotSVG.words("Tide at " + forecast.title, 24, 34, "title"), PlotSVG.words(source, 24, 54, "quiet"),
        ]
        return (head + body + ["</svg>", ""]).joined(separator: "\n")
    }
}
