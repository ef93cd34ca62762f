import Foundation
import Journal
import JournalTransfer
import JournalInsight
import SurfLanguage

/// Formats places, boards, tags or people.
struct NameOutput {
    private let kind: NameKind
    private let uses: [NameUse]
    private let units: MeasureUnits
    private let zone: TimeZone

    init(_ kind: NameKind, _ uses: [NameUse], units: MeasureUnits = .feet, zone: TimeZone) {
        (self.kind, self.uses, self.units, self.zone) = (kind, uses, units, zone)
    }

    // MARK: People

    /// The table. Boards have their ratings by height and period below it.
    func text(width: Int?) -> Table.Fitted {
        let fitted = table.fitted(to: width)
        guard kind == .board else { return fitted }
        let height = FieldScale(.height, units: units)
        let bands: [(measure: String, table: Table?)] = [
            ("height", bands(\.heights, height.unit) { height.shown($0) }), ("period", bands(\.periods, "s") { $0 }),
        ]
        return bands.reduce(into: fitted) { text, band in
            guard let table = band.table?.fitted(to: width) else { return }
            text.lines += NameOutput.title(by: band.measure, width) + table.lines
            text.hidden += table.hidden
        }
    }

    /// The names as a table.
    var table: Table {
        let cells = columns
        let dates = DateWriter(zone: zone)
        return Table(columns: cells.map(\.column), rows: uses.map { use in cells.map { $0.text(use, dates) } })
    }

    private typealias Cell = (column: Table.Column, text: (NameUse, DateWriter) -> String)

    private var columns: [Cell] {
        var cells: [Cell] = [
            (Table.Column(title: kind.word, minWidth: 10), { use, _ in use.name.map(kind.signed) ?? "-" }),
            (Table.Column(title: "sessions", alignment: .right), { use, _ in Messages.grouped(use.sessions) }),
        ]
        if kind != .place {
            cells.append((Table.Column(title: "median", alignment: .right, hidePriority: 5), { use, _ in median(use) }))
        }
        switch kind {
        case .place:
            cells.append((Table.Column(title: "first", hidePriority: 3), { use, dates in day(use.first, dates) }))
        case .board: cells += totals
        case .mention: cells += stars
        }
        cells.append((Table.Column(title: "last", hidePriority: 2), { use, dates in day(use.last, dates) }))
        if uses.contains(where: { !$0.variants.isEmpty }) {
            cells.append(
                (
                    Table.Column(title: "also", minWidth: 6, hidePriority: 1),
                    { use, _ in use.variants.map(kind.signed).joined(separator: ", ") }
                ))
        }
        return cells
    }

    private var totals: [Cell] {
        [
            (
                Table.Column(title: "waves", alignment: .right, hidePriority: 3),
                { use, _ in use.tally.waves.sessions == 0 ? "" : Messages.grouped(Int(use.tally.waves.sum)) }
            ),
            (
                Table.Column(title: "in water", alignment: .right, hidePriority: 4),
                { use, _ in use.tally.minutes.sessions == 0 ? "" : ShownNumber.hours(use.tally.minutes.sum) }
            ),
        ]
    }

    /// How often each rating was given.
    private var stars: [Cell] {
        (1...5).map { stars in
            (
                Table.Column(title: "\(stars)★", alignment: .right, hidePriority: 3),
                { use, _ in
                    let count = use.tally.ratings.counts[stars - 1]
                    return count == 0 ? "" : Messages.grouped(count)
                }
            )
        }
    }

    private func day(_ date: Double?, _ dates: DateWriter) -> String {
        var dates = dates
        return date.map { String(dates.minute($0).prefix(10)) } ?? ""
    }

    private func median(_ use: NameUse) -> String { NameOutput.median(use.tally.ratings) ?? Messages.notEnough }

    private static func median(_ ratings: RatingTally) -> String? {
        ratings.rated < Evidence.least ? nil : ratings.median.map { ShownNumber.decimal($0) }
    }

    // MARK: Ratings by height and period

    private static func title(by measure: String, _ width: Int?) -> [String] {
        [""]
            + WordWrap.lines(
                "", "Median rating by \(measure), and how many sessions were rated (below five there is no median):",
                indent: 0, width: width ?? 80)
    }

    /// The ratings of each board in each range; nil if none was rated with that measure.
    private func bands(
        _ bands: (NameUse) -> RatingBands, _ unit: String, shown: (Double) -> Double
    ) -> Table? {
        let rated = uses.filter { use in bands(use).bands.contains { $0.ratings.rated > 0 } }
        guard let first = rated.first else { return nil }
        let all = bands(first).bands
        let used = all.indices.filter { index in rated.contains { bands($0).bands[index].ratings.rated > 0 } }
        let columns = used.map { index in
            Table.Column(
                title: NameOutput.range(all[index].from.map(shown), all[index].below.map(shown), unit),
                alignment: .right, hidePriority: index)
        }
        let rows = rated.map { use in
            [use.name.map(kind.signed) ?? "-"] + used.map { NameOutput.cell(bands(use).bands[$0].ratings) }
        }
        return Table(columns: [Table.Column(title: kind.word, minWidth: 10)] + columns, rows: rows)
    }

    private static func cell(_ ratings: RatingTally) -> String {
        if ratings.rated == 0 { return "" }
        return [median(ratings), "(\(Messages.grouped(ratings.rated)))"].compactMap(\.self).joined(separator: " ")
    }

    private static func range(_ low: Double?, _ high: Double?, _ unit: String) -> String {
        switch (low, high) {
        case (let low?, let high?): "\(ShownNumber.decimal(low))-\(ShownNumber.decimal(high))\(unit)"
        case (nil, let high?): "<\(ShownNumber.decimal(high))\(unit)"
        case (let low?, nil): "\(ShownNumber.decimal(low))\(unit)+"
        case (nil, nil): ""
        }
    }

    // MARK: Programs

    /// The names as a JSON array of objects.
    var json: JSONValue {
        var dates = ISODateWriter(zone: zone)
        return .array(
            uses.map { use in
                var object: JSONObject = [
                    kind.key: JSONValue(use.name), "sessions": JSONValue(use.sessions),
                    "first": JSONValue(use.first, &dates), "last": JSONValue(use.last, &dates),
                    "variants": JSONValue(use.variants),
                ]
                let tally = JSONObject(use.tally).members.filter { $0.key != "sessions" }
                object = object + JSONObject(tally) + ["ratings": .array(use.tally.ratings.counts.map(JSONValue.init))]
                if kind == .board {
                    object = object + ["heights": JSONValue(use.heights), "periods": JSONValue(use.periods)]
                }
                return .object(object)
            })
    }

    private var header: [String] {
        [kind.key, "sessions", "first", "last", "variants"]
            + (kind == .place ? [] : ["rated", "median", "waves", "minutes"])
    }

    /// The names as CSV with a header. Several variants are joined by `; `.
    var csv: [UInt8] {
        var bytes: [UInt8] = []
        for cells in [header] + cells { CSVQuoting.append(line: cells, to: &bytes) }
        return bytes
    }

    /// The names as tab-separated values.
    var plain: [UInt8] {
        var bytes: [UInt8] = []
        for cells in cells {
            for (index, cell) in cells.enumerated() {
                if index > 0 { bytes.append(0x09) }
                PlainCell.append(cell, to: &bytes)
            }
            bytes.append(0x0A)
        }
        return bytes
    }

    private var cells: [[String]] {
        var dates = ISODateWriter(zone: zone)
        return uses.map { use in
            let first = [
                use.name ?? "", String(use.sessions), use.first.map { dates.string($0) } ?? "",
                use.last.map { dates.string($0) } ?? "", use.variants.joined(separator: "; "),
            ]
            if kind == .place { return first }
            let (tally, ratings) = (use.tally, use.tally.ratings)
            return first + [
                String(ratings.rated), ratings.median.map { ShownNumber.decimal($0) } ?? "",
                tally.waves.sessions == 0 ? "" : ShownNumber.decimal(tally.waves.sum, 0),
                tally.minutes.sessions == 0 ? "" : ShownNumber.decimal(tally.minutes.sum, 0),
            ]
        }
    }
}

extension JSONValue {
    fileprivate init(_ bands: RatingBands) {
        self = .array(
            bands.bands.map { band in
                [
                    "from": JSONValue(band.from), "below": JSONValue(band.below), "sessions": JSONValue(band.sessions),
                    "rated": JSONValue(band.ratings.rated), "median": JSONValue(band.ratings.median),
                ]
            })
    }
}
