import Journal
import SurfLanguage
import TidesAndLight

/// A criterion for grouping sessions.
package enum Grouping: String, CaseIterable, Sendable {
    case spot, board, tag, person, month, year, hour, rating, weekday, season, wind, tide, light

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
        case .month, .year, .hour, .rating, .weekday, .season, .wind, .tide, .light: nil
        }
    }

    /// The fields by which it groups, in addition to the date.
    var fields: [EntryField] {
        switch self {
        case .spot, .board, .tag, .person: names.map { [$0.field] } ?? []
        case .hour, .weekday: [.timeZone]
        case .rating: [.rating]
        case .wind: [.wind]
        case .tide: [.tide]
        case .month, .year, .season, .light: []
        }
    }

    /// Whether it groups by what is computed from a session's place and date.
    package var needsSea: Bool { self == .tide || self == .light || self == .season }

    /// The field of a later model that the store must have; nil if none is needed.
    package var laterField: EntryField? { self == .spot ? nil : self == .tide ? .tide : names?.field }
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
    /// 0 for Monday to 6.
    case weekday(Int)
    case season(Season)
    case wind(WindSideGroup)
    /// A third of the day's range.
    case tide(TideState.Third)
    case tideMotion(isRising: Bool)
    case light(Daylight)
    case absent

    /// The key in columns and JSON; nil if absent.
    package var text: String? {
        switch self {
        case .spot(let name), .board(let name), .mention(_, let name): name
        case .month(let year, let month): "\(year)-\(month < 10 ? "0" : "")\(month)"
        case .year(let number), .rating(let number): String(number)
        case .hour(let hour): "\(hour < 10 ? "0" : "")\(hour)"
        case .weekday(let number): GroupKey.weekdays[number]
        case .season(let season): season.rawValue
        case .wind(let side): side.rawValue
        case .tide(let third): third.rawValue
        case .tideMotion(let isRising): isRising ? "rising" : "falling"
        case .light(let part): part.rawValue
        case .absent: nil
        }
    }

    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
}

/// A season of three whole months. South of the equator they are half a year apart.
package enum Season: String, CaseIterable, Sendable {
    case spring, summer, autumn, winter

    init(month: Int, isSouthern: Bool) {
        self = Season.allCases[((month + 9) / 3 + (isSouthern ? 2 : 0)) % 4]
    }
}

/// Winds by how they blow at a place.
package enum WindSideGroup: String, CaseIterable, Sendable {
    case calm, offshore, cross, onshore

    /// - Parameter kind: From 0 for a calm to 2.8 for onshore, as `WindReading` has it.
    init(kind: Double) {
        switch kind {
        case ..<0.5: self = .calm
        case ..<1.5: self = .offshore
        case ..<2.4: self = .cross
        default: self = .onshore
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
