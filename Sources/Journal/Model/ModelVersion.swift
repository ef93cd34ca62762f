import SurfLanguage

/// A version of the journal's model. Which one a store has is told by its columns, never by a version hash.
package enum ModelVersion: Int, CaseIterable, Sendable {
    /// The tutorial's: six attributes.
    case first = 1
    /// With notes, the zone, and what else a surfer remembers of the sea.
    case second

    /// The version that new journals are made at.
    package static let latest = ModelVersion.second

    /// The fields that a store of this version has, in the order of columns.
    package var fields: [EntryField] {
        switch self {
        case .first: EntryField.firstModel
        case .second: EntryField.allCases
        }
    }
}
