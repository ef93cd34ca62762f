import Journal
import JournalInsight
import SurfLanguage

/// A picture's numbers as one JSON object. A field's numbers are in the unit given by `unit`.
struct PlotJSON {
    private var json = JSONWriter()

    var bytes: [UInt8] { json.bytes }

    init(_ plot: Plot, _ kind: PlotKind) {
        json.beginObject()
        json.key("plot")
        json.value(kind.name)
        number("sessions", plot.sessions)
        switch plot {
        case .calendar(let plot): calendar(plot)
        case .bars(let plot): bars(plot)
        case .scatter(let plot): scatter(plot)
        }
        json.endObject()
        json.endLine()
    }

    private mutating func calendar(_ plot: CalendarPlot) {
        text("from", PlotJSON.day(plot.mondays(CalendarPlot.weeks)[0]))
        text("to", PlotJSON.day(plot.end))
        json.key("days")
        json.beginArray()
        for (day, count) in plot.days.sorted(by: { $0.key < $1.key }) {
            json.beginObject()
            text("date", PlotJSON.day(day))
            number("sessions", count)
            json.endObject()
        }
        json.endArray()
    }

    private mutating func bars(_ plot: BarPlot) {
        number("without", plot.without)
        if let field = plot.field {
            text("field", field.field.name)
            text("unit", field.unit)
        }
        json.key("bars")
        json.beginArray()
        for bar in plot.bars {
            json.beginObject()
            key(bar.key)
            number("sessions", bar.sessions)
            if case .month = bar.key { number("median", bar.median) }
            json.endObject()
        }
        json.endArray()
    }

    private mutating func key(_ key: BarKey) {
        switch key {
        case .month(let month): number("month", month)
        case .rating(let stars): number("rating", stars)
        case .whole(let low, let high):
            number("from", low)
            number("to", high)
        case .range(let low, let high):
            number("from", low)
            number("before", high)
        case .direction(let degrees):
            text("direction", CompassPoint.nearest(to: degrees))
            number("degrees", degrees)
        }
    }

    private mutating func scatter(_ plot: ScatterPlot) {
        number("without", plot.without)
        for (key, scale) in [("x", plot.x), ("y", plot.y)] {
            json.key(key)
            json.beginObject()
            text("field", scale.field.name)
            text("unit", scale.unit)
            json.endObject()
        }
        number("correlation", plot.correlation)
        json.key("points")
        json.beginArray()
        for (point, count) in plot.points.sorted(by: { ($0.key.x, $0.key.y) < ($1.key.x, $1.key.y) }) {
            json.beginObject()
            number("x", point.x)
            number("y", point.y)
            number("sessions", count)
            json.endObject()
        }
        json.endArray()
    }

    private mutating func text(_ key: String, _ text: String) {
        json.key(key)
        json.value(text)
    }

    private mutating func number(_ key: String, _ number: Int) {
        json.key(key)
        json.value(Int64(number))
    }

    private mutating func number(_ key: String, _ number: Double?) {
        json.key(key)
        json.value(number)
    }

    /// A day in ISO 8601 form.
    static func day(_ number: Int) -> String {
        let day = CivilDay(number: number)
        let digits = [day.month, day.day].map { $0 < 10 ? "0\($0)" : String($0) }
        return "\(day.year)-\(digits[0])-\(digits[1])"
    }
}
