import SurfLanguage

@testable import Journal

/// The meaning of a filter, written a second time without predicates. The compiled predicate must agree with it.
extension [FilterTerm] {
    /// Whether an entry fulfils all conditions.
    func matches(_ record: EntryRecord) -> Bool {
        allSatisfy { holds($0, record) }
    }

    private func holds(_ term: FilterTerm, _ record: EntryRecord) -> Bool {
        switch term {
        case .text(let field, let match): occurs(match, [field], record.values)
        case .anyText(let match): occurs(match, EntryField.searched, record.values)
        case .measure(let field, let low, let high): overlaps(field, low, high, record.values)
        case .number(let field, let low, let high): lies(field, low, high, record.values)
        case .date(let from, let before): within(record.values.date, from, nil) && isBefore(record.values.date, before)
        case .mention(let match):
            match.kind.names(in: record.values.notes ?? "").contains {
                MentionMatch.folded($0) == MentionMatch.folded(match.name)
            }
        }
    }

    private func occurs(_ match: TextMatch, _ fields: [EntryField], _ values: EntryValues) -> Bool {
        fields.contains { values.text($0).map(match.occurs(in:)) ?? false }
    }

    private func overlaps(_ field: EntryField, _ low: Double?, _ high: Double?, _ values: EntryValues) -> Bool {
        guard case .measure(let kind) = field.kind, let text = values.text(field),
            let range = MeasureText.range(kind, in: text)
        else { return false }
        return range.upperBound >= low ?? -.infinity && range.lowerBound <= high ?? .infinity
    }

    private func lies(_ field: EntryField, _ low: Double?, _ high: Double?, _ values: EntryValues) -> Bool {
        let number = values.number(field) ?? values.integer(field).map(Double.init)
        guard let low, let high, low > high else { return within(number, low, high) }
        return within(number, low, nil) || within(number, nil, high)
    }

    private func within<Value: Comparable>(_ value: Value?, _ low: Value?, _ high: Value?) -> Bool {
        guard let value else { return false }
        return low.map { value >= $0 } ?? true && high.map { value <= $0 } ?? true
    }

    private func isBefore(_ date: Double?, _ end: Double?) -> Bool {
        guard let date, let end else { return date != nil }
        return date < end
    }
}
