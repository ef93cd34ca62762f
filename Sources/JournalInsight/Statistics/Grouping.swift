import Journal
import SurfLanguage

/// A criterion for grouping sessions.
package enum Grouping: String, CaseIterable, Sendable {
    case spot, board, month, year, hour, rating

    /// The grouping with this name. `place` and `location` are names for `spot`.
    package init?(name: String) {
        switch name {
        case "place", "location": self = .spot
        default: self.init(rawValue: name)
        }
    }

    /// The name shown to users.
    package var name: String { self == .spot ? "place" : rawValue }

    /// The field of a later model that the store must have; nil if none is needed.
    package var laterField: EntryField? { self == .board ? .board : nil }
}

/// The value shared by the sessions of a group; `absent` if they have none.
package enum GroupKey: Hashable, Sendable {
    case spot(String)
    case board(String)
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
        case .spot(let name), .board(let name): name
        case .month(let year, let month): "\(year)-\(month < 10 ? "0" : "")\(month)"
        case .year(let number), .rating(let number): String(number)
        case .hour(let hour): "\(hour < 10 ? "0" : "")\(hour)"
        case .absent: nil
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
