import SurfLanguage

/// What sessions are counted together by.
package enum Grouping: String, CaseIterable, Sendable {
    case spot, board, month, year, hour, rating

    /// The grouping with that name; `place` and `location` are names of `spot`.
    package init?(name: String) {
        switch name {
        case "place", "location": self = .spot
        default: self.init(rawValue: name)
        }
    }

    /// The name for people.
    package var name: String { self == .spot ? "place" : rawValue }

    /// The field that a store must have, beside those of its first version; nil where there is none.
    package var laterField: EntryField? { self == .board ? .board : nil }
}

/// What the sessions of a group have in common; absent where they lack it.
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

    /// The key in columns and JSON; nil where it is absent.
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

/// Some sessions that have something in common.
package struct SessionGroup: Equatable, Sendable {
    package let key: GroupKey
    package let tally: SessionTally
    /// What the sea was like in the sessions rated 4 or 5.
    package let best: Conditions
}
