import SurfLanguage

/// A column of what is written about entries: a field, or what the store knows about the entry.
package enum EntryColumn: Hashable, Sendable {
    case id, rev, sample
    case field(EntryField)

    /// The columns of `--dialect original`, in the tutorial's order.
    package static let original: [EntryColumn] = [
        .field(.date), .field(.height), .field(.period), .field(.wind), .field(.location), .field(.rating),
    ]

    /// The column with that name, or nil; `spot` and `place` are names of `location`.
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

    /// The columns of CSV and plain output for a store with `fields`: the first model's, then the later ones.
    package static func csv(fields: [EntryField]) -> [EntryColumn] {
        [.id] + inOrder(fields).map(EntryColumn.field)
    }

    /// The keys of a JSON entry for a store with `fields`; later fields follow `sample`, so that keys are only added.
    package static func json(fields: [EntryField]) -> [EntryColumn] {
        let ordered = inOrder(fields)
        let first = ordered.filter(EntryField.firstModel.contains)
        let later = ordered.filter { !EntryField.firstModel.contains($0) }
        return [.id, .rev] + first.map(EntryColumn.field) + [.sample] + later.map(EntryColumn.field)
    }

    /// The CSV header and JSON key.
    package var name: String {
        switch self {
        case .id: "id"
        case .rev: "rev"
        case .sample: "sample"
        case .field(let field): field.name
        }
    }

    private static func inOrder(_ fields: [EntryField]) -> [EntryField] {
        EntryField.allCases.filter(fields.contains)
    }
}
