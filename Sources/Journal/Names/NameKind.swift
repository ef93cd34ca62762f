import SurfLanguage

/// The kinds of names that sessions share, and that can be counted and renamed.
package enum NameKind: Hashable, Sendable {
    /// Where a session was.
    case place
    /// What it was surfed with.
    case board
    /// What its notes mention.
    case mention(MentionKind)

    /// The field that contains the names.
    package var field: EntryField {
        switch self {
        case .place: .location
        case .board: .board
        case .mention: .notes
        }
    }
}
