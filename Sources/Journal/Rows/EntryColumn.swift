import SurfLanguage

/// A column of output about entries: a field, or a property of the stored row.
package enum EntryColumn: Hashable, Sendable {
    case id, rev, sample
    case field(EntryField)
    /// The names that the notes mention, in JSON alone. They are part of the notes, so nothing imports them.
    case mentions(MentionKind)

    /// The columns of `--dialect original`, in the tutorial's order.
    package static let original: [EntryColumn] = [
        .field(.date), .field(.height), .field(.period), .field(.wind), .field(.location), .field(.rating),
    ]

    /// The names of all columns that can be chosen, as they are typed.
    package static let names = [EntryColumn.id, .rev, .sample].map(\.name) + EntryField.allCases.map(\.optionName)

    /// The column with this name, or nil. `spot` and `place` are names for `location`.
    package init?(name: String) {
        switch name {
        case "id": self = .id
        case "rev": self = .rev
        case "sample": self = .sample
        default:
            guard let field = EntryField(name: name) else { return nil }
            self = .field(field)
        }
    }

    /// The columns of CSV and plain output for a store with `fields`: those of the first model, then later ones.
    package static func csv(fields: [EntryField]) -> [EntryColumn] {
        [.id] + inOrder(fields).map(EntryColumn.field)
    }

    /// The keys of a JSON entry for a store with `fields`. Later fields come after `sample`, so that new versions only
    /// append keys.
    package static func json(fields: [EntryField]) -> [EntryColumn] {
        let ordered = inOrder(fields)
        let first = ordered.filter(EntryField.firstModel.contains)
        let later = ordered.filter { !EntryField.firstModel.contains($0) }
        let mentions = fields.contains(.notes) ? MentionKind.allCases.map(EntryColumn.mentions) : []
        return [.id, .rev] + first.map(EntryColumn.field) + [.sample] + later.map(EntryColumn.field) + mentions
    }

    /// The CSV header and JSON key.
    package var name: String {
        switch self {
        case .id: "id"
        case .rev: "rev"
        case .sample: "sample"
        case .field(let field): field.name
        case .mentions(let kind): kind.plural
        }
    }

    /// The field, or nil for a property of the row.
    package var field: EntryField? { if case .field(let field) = self { field } else { nil } }

    /// The field whose stored value it shows, or nil for a property of the row.
    package var readField: EntryField? { isDerived ? .notes : field }

    /// Whether another column contains its values.
    package var isDerived: Bool { if case .mentions = self { true } else { false } }

    private static func inOrder(_ fields: [EntryField]) -> [EntryField] {
        EntryField.allCases.filter(fields.contains)
    }
}
