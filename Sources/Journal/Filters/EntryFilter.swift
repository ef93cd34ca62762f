import SurfLanguage

/// One condition on an entry.
package enum FilterTerm: Equatable, Sendable {
    /// The field contains the text. As a predicate: `location CONTAINS[cd] %@`.
    case text(EntryField, TextMatch)
    /// The place, wind or notes contain the text. As a predicate: a `CONTAINS[cd]` for each of these fields in the
    /// store, joined by `OR`.
    case anyText(TextMatch)
    /// The range in the field's text overlaps a range in its base unit. Both ends are included, and nil means no limit.
    /// As a predicate: `highFeet >= low AND lowFeet <= high`, where these are the ends of `MeasureText.range` of the
    /// stored text. A text without a number does not match.
    case measure(EntryField, low: Double?, high: Double?)
    /// The count or number is in a range. Both ends are included. A range of directions whose start is greater than its
    /// end passes through north. As a predicate: `field >= low AND field <= high`.
    case number(EntryField, low: Double?, high: Double?)
    /// The rating is in a range. Both ends are included. As a predicate: `rating >= low AND rating <= high`.
    case rating(low: Int16?, high: Int16?)
    /// The date is in a span of whole store seconds. As a predicate: `date >= from AND date < before`.
    case date(from: Double?, before: Double?)
    /// Whether the entry is an unedited sample. As a predicate: `rev == 1 AND id IN seeded`.
    case sample(Bool)
}

/// Conditions joined by AND. A null field matches no condition.
///
/// `matches` is the reference implementation. The compiled predicate must agree with it.
package struct EntryFilter: Equatable, Sendable {
    package var terms: [FilterTerm]

    package init(_ terms: [FilterTerm] = []) {
        self.terms = terms
    }

    /// Whether an entry fulfils all conditions.
    package func matches(_ record: EntryRecord) -> Bool {
        terms.allSatisfy { holds($0, record) }
    }

    private func holds(_ term: FilterTerm, _ record: EntryRecord) -> Bool {
        switch term {
        case .text(let field, let match): occurs(match, [field], record.values)
        case .anyText(let match): occurs(match, EntryField.searched, record.values)
        case .measure(let field, let low, let high): overlaps(field, low, high, record.values)
        case .number(let field, let low, let high): lies(field, low, high, record.values)
        case .rating(let low, let high): within(record.values.rating, low, high)
        case .date(let from, let before): within(record.values.date, from, nil) && isBefore(record.values.date, before)
        case .sample(let wanted): record.sample == wanted
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
        let number = values.number(field) ?? values.count(field).map(Double.init)
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
