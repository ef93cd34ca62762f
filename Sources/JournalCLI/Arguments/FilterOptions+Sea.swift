import ArgumentParser
import Journal
import JournalInsight
import SurfLanguage
import TidesAndLight

extension Daylight: ArgumentChoice {}

extension FilterOptions {
    /// The conditions on what is computed. Those on a typed tide, such as `--tide rising`, are among them if the word
    /// says something that is computed too.
    func seaQuestions(_ reader: FilterReader) throws -> [SeaCondition.Question] {
        let heights = try finding.tideHeight.map { text -> SeaCondition.Question in
            let term: FilterTerm
            do throws(FieldError) { term = try reader.term(.tide, FilterOptions.ranged(text)) } catch {
                if case .notANumber = error { throw Refusal.notATideHeight(text) }
                throw Refusal.field(error, option: "--tide-height")
            }
            guard case .measure(_, let low, let high) = term else { throw Refusal.notATideHeight(text) }
            return .height(low: low, high: high)
        }
        return heights + finding.light.map { .daylight($0) } + fields.tide.compactMap(FilterOptions.tideQuestion)
    }

    /// A single height as a range, because a tide without `..` is a text.
    private static func ranged(_ text: String) -> String {
        text.contains("..") || text.hasSuffix("+") ? text : "\(text)..\(text)"
    }

    /// What a word about the tide asks; nil for any other text.
    static func tideQuestion(_ text: String) -> SeaCondition.Question? {
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
    /// Adds conditions on what is computed to a query. A text about the tide that one of them answers too is no condition
    /// on the typed one alone.
    func ask(_ questions: [SeaCondition.Question], _ query: inout EntryQuery, _ journal: Journal) throws {
        if questions.isEmpty { return }
        let isNeeded = questions.contains(where: \.isComputedOnly)
        guard let sea = try seaIfKnown(of: journal) ?? (isNeeded ? SeaOfPlaces(journal, nil, home: zone) : nil) else {
            return
        }
        query.filter.removeAll { term in
            if case .text(.tide, let match) = term { FilterOptions.tideQuestion(match.text) != nil } else { false }
        }
        query.conditions += questions.map { SeaCondition($0, sea) }
    }
}

extension SeaCondition.Question {
    /// Whether a typed tide alone cannot answer it.
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
