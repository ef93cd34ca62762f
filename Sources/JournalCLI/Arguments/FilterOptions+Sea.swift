import ArgumentParser
import Journal
import JournalInsight
import SurfLanguage
import TidesAndLight

extension Daylight: ArgumentChoice {}

extension FilterOptions {
    /// The conditions on computed tides and light. A filter on the typed tide, such as `--tide rising`, is among them
    /// if it can be computed too.
    func seaCriteria(_ reader: FilterReader) throws -> [SeaCondition.Criterion] {
        let heights = try finding.tideHeight.map { text -> SeaCondition.Criterion in
            let term: FilterTerm
            do throws(FieldError) { term = try reader.term(.tide, FilterOptions.ranged(text)) } catch {
                if case .notANumber = error { throw Refusal.notATideHeight(text) }
                throw Refusal.field(error, option: "--tide-height")
            }
            guard case .measure(_, let low, let high) = term else { throw Refusal.notATideHeight(text) }
            return .height(low: low, high: high)
        }
        return heights + finding.light.map { .daylight($0) } + fields.tide.compactMap(FilterOptions.tideCriterion)
    }

    /// A single height as a range, because a tide without `..` is a text.
    private static func ranged(_ text: String) -> String {
        text.contains("..") || text.hasSuffix("+") ? text : "\(text)..\(text)"
    }

    /// The condition that a word about the tide stands for; nil for any other text.
    static func tideCriterion(_ text: String) -> SeaCondition.Criterion? {
        guard !text.contains("..") else { return nil }
        let reading = TideReading(text)
        switch (reading.isRising, reading.level) {
        case (let isRising?, nil): return .motion(TextMatch(text), isRising: isRising)
        case (nil, let level?): return .level(TextMatch(text), level.third)
        default: return nil
        }
    }
}

extension CommandContext {
    /// Adds conditions on computed tides and light to a query. They replace the query's own filters on the typed tide,
    /// because they check that too.
    func add(_ criteria: [SeaCondition.Criterion], to query: inout EntryQuery, of journal: Journal) throws {
        if criteria.isEmpty { return }
        let isNeeded = criteria.contains(where: \.isComputedOnly)
        guard let sea = try seaIfKnown(of: journal) ?? (isNeeded ? SeaOfPlaces(journal, nil, home: zone) : nil) else {
            return
        }
        query.filter.removeAll { term in
            if case .text(.tide, let match) = term { FilterOptions.tideCriterion(match.text) != nil } else { false }
        }
        query.conditions += criteria.map { SeaCondition($0, sea) }
    }
}

extension SeaCondition.Criterion {
    /// Whether a typed tide alone cannot decide it.
    fileprivate var isComputedOnly: Bool {
        switch self {
        case .height, .daylight: true
        case .motion, .level: false
        }
    }
}

extension Refusal {
    fileprivate static func notATideHeight(_ text: String) -> Refusal {
        .usage("--tide-height '\(TerminalSafe.text(text))' is not valid: use a height or a range, such as 1..3ft.")
    }
}
