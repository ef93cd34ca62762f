import SurfLanguage

/// One condition on an entry. Several are joined by AND. A null field matches no condition.
package enum FilterTerm: Equatable, Sendable {
    /// The field contains the text. As a predicate: `location CONTAINS[cd] %@`.
    case text(EntryField, TextMatch)
    /// The place, wind, board or notes contain the text. As a predicate: a `CONTAINS[cd]` for each of these fields in the
    /// store, joined by `OR`.
    case anyText(TextMatch)
    /// The range in the field's text overlaps a range in its base unit. Both ends are included, and nil means no limit.
    /// As a predicate: `heightFeetHigh >= low AND heightFeetLow <= high`, where these are the ends of
    /// `MeasureText.range` of the stored text. A text without a number does not match.
    case measure(EntryField, low: Double?, high: Double?)
    /// The count or number is in a range. Both ends are included. A range of directions whose start is greater than its
    /// end passes through north. As a predicate: `field >= low AND field <= high`.
    case number(EntryField, low: Double?, high: Double?)
    /// The date is in a span of whole store seconds. As a predicate: `date >= from AND date < before`.
    case date(from: Double?, before: Double?)
    /// The notes mention the name. As a predicate: `notes CONTAINS[cd] "#name"`, and each row found is checked for the
    /// whole word.
    case mention(MentionMatch)
}
