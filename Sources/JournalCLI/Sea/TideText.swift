import Foundation
import Journal
import JournalInsight
import SurfLanguage
import TidesAndLight

/// Draws tides as lines of text: a day with its curve, several days as a list.
struct TideText {
    private let forecast: TideForecast
    private let text: SeaText
    private let glyphs: Glyphs
    private let width: Int
    private let words: TideWords

    init(_ forecast: TideForecast, text: SeaText, glyphs: Glyphs, width: Int) {
        (self.forecast, self.text, self.glyphs, self.width) = (forecast, text, glyphs, width)
        words = TideWords(forecast, text: text)
    }

    private static let indent = 8
    private static let rows = 8

    func lines(_ sea: inout PlaceSea) -> [String] {
        let day = forecast.days[0]
        guard forecast.days.count == 1 else { return ([head] + list).map(glyphs.line) }
        let labelled = [("Tide", words.tides(day)), ("Light", words.light(day)), ("Moon", SeaText.phase(day.moon))]
        let lines = labelled.flatMap { WordWrap.lines($0, $1, indent: TideText.indent, width: width) }
        let title = "\(TerminalSafe.text(forecast.title)), \(Messages.day(day.civil))"
        return ([title] + curve(day, &sea) + lines + source).map(glyphs.line)
    }

    private var head: String {
        let ends = [forecast.days.first, forecast.days.last].compactMap { $0?.civil.text }
        return "\(TerminalSafe.text(forecast.title)), \(ends.joined(separator: " to "))"
    }

    private var source: [String] {
        guard let station = forecast.station else { return [] }
        let distance = station.kilometres.map { ", \(ShownNumber.decimal($0, 0)) km away" } ?? ""
        let name = TerminalSafe.text(station.station.name)
        let text = "Above \(TerminalSafe.text(station.station.datum).lowercased()) at \(name)\(distance)."
        return WordWrap.lines("", text, indent: 0, width: width)
    }

    /// A line for each day.
    private var list: [String] {
        forecast.days.flatMap { day in
            let sun = day.sun.map { sun in
                sun.polar.map { "polar \($0.rawValue)" }
                    ?? [sun.sunrise, sun.sunset].compactMap(\.self).map(forecast.clock).joined(separator: "-")
            }
            let weekday = Messages.dayNames[(day.civil.weekday + 6) % 7].prefix(3)
            let text = words.tides(day) + (sun.map { "; sun \($0)" } ?? "")
            return WordWrap.lines("\(weekday) \(day.civil.text)", text, indent: 16, width: width)
        }
    }

    // MARK: Curve

    /// The heights of a day as columns, with the hours below. Empty without a station.
    private func curve(_ day: TideForecast.Day, _ sea: inout PlaceSea) -> [String] {
        let columns = max(24, min(96, (width - TideText.indent) / 24 * 24))
        let step = (day.span.upperBound - day.span.lowerBound) / Double(columns)
        let heights = (0..<columns).compactMap { sea.height(at: day.span.lowerBound + (Double($0) + 0.5) * step) }
        guard heights.count == columns, let low = heights.min(), let high = heights.max(), high > low else { return [] }
        let parts = heights.map { ($0 - low) / (high - low) * (Double(TideText.rows) - 0.2) + 0.2 }
        let drawn = (0..<TideText.rows).reversed().map { row in
            let label = row == TideText.rows - 1 ? text.height(high) : row == 0 ? text.height(low) : ""
            let cells = parts.map { cell($0 - Double(row)) }.joined()
            return DisplayWidth.padded(label, to: TideText.indent - 1, .right) + " " + cells
        }
        return drawn + [hours(columns)]
    }

    /// A column's part of a row, from nothing to all of it.
    private func cell(_ part: Double) -> String {
        if part <= 0 { return " " }
        if !glyphs.isUnicode { return part >= 0.5 ? "#" : " " }
        return String(Array("▁▂▃▄▅▆▇█")[min(7, Int(part * 8))])
    }

    private func hours(_ columns: Int) -> String {
        let each = columns / 8
        let labels = stride(from: 0, to: 24, by: 3).map { hour in
            DisplayWidth.padded(hour < 10 ? "0\(hour)" : String(hour), to: each)
        }
        return String(repeating: " ", count: TideText.indent) + labels.joined()
    }
}
