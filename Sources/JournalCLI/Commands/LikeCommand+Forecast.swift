import Foundation
import Journal
import JournalInsight
import JournalTransfer
import SurfLanguage

extension LikeCommand {
    /// Ranks the parts of days in a forecast by the rating to expect.
    func rank(_ path: String, _ context: CommandContext) throws {
        if !entry.isEmpty { throw Refusal.exclusive(["--forecast", "a session's ID"]) }
        if try conditions(context.fieldReader) != EntryValues() {
            throw Refusal.exclusive(["--forecast", "conditions"])
        }
        let limit = try limit.count() ?? LikeCommand.matches
        try context.requireOtherInput(path)
        let rows = try forecastRows(path, context)
        var query = try places(context.filterReader)
        let journal = try context.openJournal()
        query.samples = try samples ?? journal.sampleState().ordinaryChoice
        let sea = try context.seaIfKnown(of: journal) ?? SeaOfPlaces(journal, nil, home: context.zone)
        let forecast = try SessionForecast(rows, query, of: journal, sea, home: context.zone)
        if context.isJSON { return try context.console.json(JSONValue(forecast, limit: limit, zone: context.zone)) }
        guard let model = forecast.model else { return context.console.note(Messages.tooFewRated(forecast.rated)) }
        guard model.accuracy.isBetterThanMean else { return context.console.note(Messages.noBetter(model)) }
        let text = ForecastText(forecast, context.text)
        let glyphs = context.glyphs(picture)
        let table = text.table(limit).fitted(to: context.pictureWidth)
        try context.console.lines(table.lines.map(glyphs.line))
        try context.console.flush()
        if !table.hidden.isEmpty { context.console.note(Messages.tooNarrow(table.hidden)) }
        let shown = min(limit, forecast.outlooks.count)
        if let cut = Messages.cut(shown, of: forecast.outlooks.count) { context.console.note(cut) }
        context.console.note(
            forecast.outlooks.isEmpty ? Messages.noForecastOfPlaces : Messages.accuracy(model))
    }

    private func forecastRows(_ path: String, _ context: CommandContext) throws(Refusal) -> [ForecastRow] {
        do throws(ObservationError) {
            return try ForecastFile(path, context.fieldReader).rows.map {
                ForecastRow(date: $0.date, values: $0.values, position: $0.position)
            }
        } catch {
            throw .observations(path, error)
        }
    }
}

/// What is expected, as a table.
private struct ForecastText {
    private let forecast: SessionForecast
    private let text: EntryText

    init(_ forecast: SessionForecast, _ text: EntryText) { (self.forecast, self.text) = (forecast, text) }

    func table(_ limit: Int) -> Table {
        let columns = [
            Table.Column(title: "rating", alignment: .right), Table.Column(title: "place", minWidth: 8),
            Table.Column(title: "when"), Table.Column(title: "conditions", hidePriority: 2),
            Table.Column(title: "most like", hidePriority: 3),
        ]
        return Table(columns: columns, rows: forecast.outlooks.prefix(limit).map(row))
    }

    private func row(_ outlook: SessionForecast.Outlook) -> [String] {
        let expected = outlook.expectation
        let tide = outlook.sea?.tide.map { text.sea.height($0.height) + ($0.isRising ? " rising" : " falling") }
        let conditions =
            EntryField.allCases.compactMap { field in
                outlook.values[field].map { text.short($0, of: field) }
            } + [tide].compactMap(\.self)
        let nearest = expected.nearest.map { "\($0.id) (\(ShownNumber.decimal($0.rating, 0))★)" }
        return [
            ShownNumber.decimal(expected.rating) + " ± " + ShownNumber.decimal(expected.spread),
            TerminalSafe.text(outlook.place), "\(outlook.day.text) \(outlook.part.rawValue)",
            conditions.joined(separator: ", "), nearest.joined(separator: ", "),
        ]
    }
}

/// Texts about a forecast.
extension Messages {
    fileprivate static func tooFewRated(_ count: Int) -> String {
        "That is not enough to learn from: \(count == 0 ? "no session is" : "\(sessions(count)) \(count == 1 ? "is" : "are")") rated, and \(RatingModel.least) are needed."
    }

    fileprivate static func noBetter(_ model: RatingModel) -> String {
        "Nothing was ranked: the forecast's values do not explain your ratings. Predicting each of your \(rated(model)) from the others is off by \(stars(model.accuracy.error)) on average, "
            + "and always guessing the place's mean by \(stars(model.accuracy.errorOfMean))."
    }

    fileprivate static func accuracy(_ model: RatingModel) -> String {
        "Predicting each of your \(rated(model)) from the others is off by \(stars(model.accuracy.error)) on average; always guessing the place's mean would be off by \(stars(model.accuracy.errorOfMean)). "
            + "What mattered: \(model.features.map(\.words).joined(separator: ", "))."
    }

    fileprivate static let noForecastOfPlaces =
        "The forecast covers none of the places where you have rated sessions. Set the places' coordinates: surfjournal spots set PLACE --at LATITUDE,LONGITUDE."

    private static func rated(_ model: RatingModel) -> String { sessions(model.sessions.count, "rated ") }

    private static func stars(_ number: Double) -> String { "\(ShownNumber.decimal(number, 2)) stars" }
}

extension RatingFeature {
    /// The feature in a sentence.
    fileprivate var words: String {
        switch self {
        case .sea(let aspect):
            switch aspect {
            case .windSpeed: "wind speed"
            case .windDirection: "wind direction"
            case .windKind: "offshore or onshore"
            default: aspect.field.words
            }
        case .tide: "height of the tide"
        case .rising: "rising or falling tide"
        case .light: "time of day"
        }
    }
}

extension JSONValue {
    /// The error, and what is expected, best first.
    fileprivate init(_ forecast: SessionForecast, limit: Int, zone: TimeZone) {
        var dates = ISODateWriter(zone: zone)
        let outlooks = forecast.outlooks.prefix(limit).map { outlook -> JSONValue in
            let fields = EntryField.allCases.filter { outlook.values[$0] != nil }
            return [
                "place": .string(outlook.place), "time": JSONValue(outlook.date, &dates),
                "part": .string(outlook.part.rawValue),
                "rating": JSONValue(outlook.expectation.rating.rounded(places: 2)),
                "spread": JSONValue(outlook.expectation.spread.rounded(places: 2)),
                "conditions": .object(JSONObject(outlook.values, of: fields, &dates)),
                "tideMetres": JSONValue((outlook.sea?.tide?.height).map { $0.rounded(places: 3) }),
                "nearest": .array(outlook.expectation.nearest.map { JSONValue($0.id) }),
            ]
        }
        let accuracy = forecast.model?.accuracy
        self = [
            "rated": JSONValue(forecast.rated), "enough": .bool(forecast.model != nil),
            "error": JSONValue(accuracy.map { $0.error.rounded(places: 3) }),
            "errorOfMean": JSONValue(accuracy.map { $0.errorOfMean.rounded(places: 3) }),
            "betterThanMean": .bool(accuracy?.isBetterThanMean ?? false),
            "features": JSONValue(forecast.model?.features.map(\.words) ?? []), "forecast": .array(outlooks),
        ]
    }
}
