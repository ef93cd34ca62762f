import SurfLanguage

/// A field's numbers in the rows of a block: what a measured text says, ratings, counts and numbers as they are.
///
/// A height and a tide are in feet, a period in seconds, a wind in knots, a crowd in people; the middle of a range counts.
struct NumberColumn {
    private let block: RecordBlock
    private let place: BlockColumn
    private let kind: EntryField.Kind

    init(_ field: EntryField, in block: RecordBlock) {
        self.block = block
        place = BlockColumn(.field(field), in: block)
        kind = field.kind
    }

    /// The number of a row, nil where it says none.
    func number(_ row: Int) -> Double? {
        switch place {
        case .integer(let slot): return block.integer(row, column: slot).map(Double.init)
        case .number(let slot): return block.number(row, column: slot)
        case .date(let slot): return block.date(row, column: slot)
        case .text(let slot):
            guard case .measure(let measure) = kind, let text = block.text(row, column: slot),
                let range = MeasureText.range(measure, in: text)
            else { return nil }
            return (range.lowerBound + range.upperBound) / 2
        case .id, .rev, .sample, .absent: return nil
        }
    }
}

extension EntryField {
    /// Whether the field's values can be drawn as numbers.
    package var isNumeric: Bool {
        switch kind {
        case .rating, .count, .number, .measure: true
        case .date, .text, .zone: false
        }
    }

    /// Whether the field's numbers go round: 359 is next to 0.
    package var isDirection: Bool { kind == .number(.degrees) }
}
