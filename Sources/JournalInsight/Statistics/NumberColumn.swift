import Journal
import SurfLanguage

/// A field's numbers in the rows of a block: parsed from a measure's text, or ratings, counts and numbers as stored.
///
/// Heights and tides are in feet, periods in seconds, winds in knots, crowds in people. The number of a range is its
/// middle.
struct NumberColumn {
    private let block: RecordBlock
    private let column: BlockColumn
    private let kind: EntryField.Kind

    init(_ field: EntryField, in block: RecordBlock) {
        self.block = block
        column = BlockColumn(.field(field), in: block)
        kind = field.kind
    }

    /// The number in a row; nil if there is none.
    func number(_ row: Int) -> Double? {
        switch column {
        case .integer(let slot): return block.integer(row, column: slot).map(Double.init)
        case .number(let slot): return block.number(row, column: slot)
        case .date(let slot): return block.date(row, column: slot)
        case .text(let slot):
            guard case .measure(let measure) = kind, let text = block.text(row, column: slot) else { return nil }
            return MeasureText.range(measure, in: text)?.middle
        case .id, .rev, .sample, .mentions, .absent: return nil
        }
    }
}

extension EntryField {
    /// Whether the field's values can be plotted as numbers.
    package var isNumeric: Bool {
        switch kind {
        case .integer, .number, .measure: true
        case .date, .text, .zone: false
        }
    }

    /// Whether the field's numbers are circular: 359 is next to 0.
    package var isDirection: Bool { kind == .number(.degrees) }
}
