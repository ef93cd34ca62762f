import Journal
import SurfLanguage

/// A criterion for grouping sessions.
package enum Grouping: String, CaseIterable, Sendable {
    case spot, board, tag, person, month, year, hour, rating

    /// The grouping with this name. `place` and `location` are names for `spot`.
    package init?(name: String) {
        switch name {
        case "place", "location": self = .spot
        default: self.init(rawValue: name)
        }
    }

    /// The name shown to users.
    package var name: String { self == .spot ? "place" : rawValue }

    /// The kind of names that group the sessions; nil if they are grouped by something else.
    package var names: NameKind? {
        switch self {
        case .spot: .place
        case .board: .board
        case .tag: .mention(.tag)
        case .person: .mention(.person)
        case .month, .year, .hour, .rating: nil
        }
    }

    /// The fields by which it groups, in addition to the date.
    var fields: [EntryField] {
        switch self {
        case .spot, .board, .tag, .person: names.map { [$0.field] } ?? []
        case .hour: [.timeZone]
        case .rating: [.rating]
        case .month, .year: []
        }
    }

    /// The field of a later model that the store must have; nil if none is needed.
    package var laterField: EntryField? { self == .spot ? nil : names?.field }
}

/// The value shared by the sessions of a group; `absent` if they have none.
package enum GroupKey: Hashable, Sendable {
    case spot(String)
    case board(String)
    /// A tag or a person. A session is in the group of each that its notes mention.
    case mention(MentionKind, String)
    /// A month of one year, 1...12.
    case month(year: Int, month: Int)
    case year(Int)
    /// An hour of the day, 0...23.
    case hour(Int)
    /// 1...5
    case rating(Int)
    case absent

    /// The key in columns and JSON; nil if absent.
    package var text: String? {
        switch self {
        case .spot(let name), .board(let name), .mention(_, let name): name
        case .month(let year, let month): "\(year)-\(month < 10 ? "0" : "")\(month)"
        case .year(let number), .rating(let number): String(number)
        case .hour(let hour): "\(hour < 10 ? "0" : "")\(hour)"
        case .absent: nil
        }
    }
}

extension NameKind {
    /// The key of the sessions with a name.
    func key(_ name: String) -> GroupKey {
        switch self {
        case .place: .spot(name)
        case .board: .board(name)
        case .mention(let kind): .mention(kind, name)
        }
    }
}

/// Sessions that share a value.
package struct EntryGroup: Equatable, Sendable {
    package let key: GroupKey
    package let tally: EntryTally
    /// The conditions in the sessions rated 4 or 5.
    package let best: Conditions
}
