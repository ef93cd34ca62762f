import Journal
import JournalInsight
import SurfLanguage

extension JSONValue {
    /// A picture's numbers as one object. A field's numbers are in the unit given by `unit`.
    init(_ plot: Plot, _ kind: PlotKind) {
        let head: JSONObject = ["plot": .string(kind.name), "sessions": JSONValue(plot.sessions)]
        let members =
            switch plot {
            case .calendar(let plot): JSONObject(plot)
            case .bars(let plot): JSONObject(plot)
            case .scatter(let plot): JSONObject(plot)
            }
        self = .object(head + members)
    }
}

extension JSONObject {
    fileprivate init(_ plot: CalendarPlot) {
        let days = plot.days.sorted { $0.key < $1.key }.map { day, count -> JSONValue in
            ["date": .string(CivilDay(number: day).text), "sessions": JSONValue(count)]
        }
        self = [
            "from": .string(CivilDay(number: plot.mondays(CalendarPlot.weeks)[0]).text),
            "to": .string(CivilDay(number: plot.end).text),
            "days": .array(days),
        ]
    }

    fileprivate init(_ plot: BarPlot) {
        let field = plot.field.map(JSONObject.init) ?? [:]
        let bars = plot.bars.map { JSONValue.object(JSONObject($0)) }
        self = ["without": JSONValue(plot.without)] + field + ["bars": .array(bars)]
    }

    private init(_ bar: BarPlot.Bar) {
        let members = JSONObject(bar.key) + ["sessions": JSONValue(bar.sessions)]
        if case .month = bar.key { self = members + ["median": JSONValue(bar.median)] } else { self = members }
    }

    private init(_ key: BarKey) {
        switch key {
        case .month(let month): self = ["month": JSONValue(month)]
        case .rating(let stars): self = ["rating": JSONValue(stars)]
        case .whole(let low, let high): self = ["from": JSONValue(low), "to": JSONValue(high)]
        case .range(let low, let high): self = ["from": JSONValue(low), "before": JSONValue(high)]
        case .direction(let degrees):
            self = ["direction": .string(CompassPoint.nearest(to: degrees)), "degrees": JSONValue(degrees)]
        }
    }

    fileprivate init(_ plot: ScatterPlot) {
        let points = plot.points.sorted { ($0.key.x, $0.key.y) < ($1.key.x, $1.key.y) }.map {
            point, count -> JSONValue in
            ["x": JSONValue(point.x), "y": JSONValue(point.y), "sessions": JSONValue(count)]
        }
        self = [
            "without": JSONValue(plot.without), "x": .object(JSONObject(plot.x)), "y": .object(JSONObject(plot.y)),
            "correlation": JSONValue(plot.correlation), "points": .array(points),
        ]
    }

    private init(_ scale: FieldScale) { self = ["field": .string(scale.field.name), "unit": .string(scale.unit)] }
}
