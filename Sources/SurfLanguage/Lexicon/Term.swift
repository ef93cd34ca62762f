/// A meaning of a word or phrase.
enum Term: Hashable, Sendable {
    // Numbers
    case number(Int)
    case ordinal(Int)
    case half
    case unit(Unit)
    case to, and, of

    // Days and times
    case day(Int)
    case weekday(Int, isShort: Bool)
    case month(Int)
    case now
    case ago, agoBefore
    case last, this, next, before
    case weekBefore
    case partOfDay(PartOfDay)
    case meridiem(Meridiem)
    /// A word before an approximate day or part of a day: `early`.
    case roughly
    /// A suffix of an approximate time: `7ish`.
    case nearly
    /// `from` before a start and an end.
    case between
    /// An unspecified number above one: `a few`.
    case several
    case weekend
    /// An unspecified day: `the other day`.
    case someDay
    /// A part of a day, given by the number of days after today: `tonight`.
    case dayPart(Int, PartOfDay)
    case weekdayPart(Int, PartOfDay)
    /// A named day: `christmas`.
    case holiday(month: Int, day: Int)
    case oclock
    case at, on

    // The sea
    /// A part of the body, optionally followed by `high`. The value is its index in `BodyHeight.all`.
    case body(Int)
    case high
    /// A height in a single word or phrase. The value is its index in `BodyHeight.all`.
    case waterline(Int)
    case faces, hawaiian
    case barely
    case surface, windSide, strength, trades, beaufort, gusts
    case compass(Double)
    case crowd, people, peopleOut
    case tideLevel, tideMotion
    case boardKind
    /// A word before a board: `rode`.
    case riding
    case starsOutOf
    case label(Label)

    // A sentence
    case article, preposition, verb
    case mine
    case with
    /// A word with which a narrative continues: `than`, `since`, `drove`.
    case story
    /// A word after the name of a place: `Reef`, `Beach`.
    case landmark
    /// A remark about a session at the end, which is not part of a name: `so fun`.
    case praise
}

extension Term {
    /// Whether a value or a date may begin with the term.
    var beginsValue: Bool {
        switch self {
        case .to, .and, .of, .ago, .next, .before, .weekBefore, .meridiem, .oclock, .nearly: false
        case .high, .faces, .hawaiian, .people, .peopleOut, .starsOutOf: false
        case .preposition, .verb, .with, .story, .landmark, .praise: false
        default: true
        }
    }
}

/// A unit as it is written after a number.
enum Unit: Hashable, Sendable {
    case feet, metres, centimetres
    case seconds, minutes, hours, days, weeks, months, years
    case knots, milesPerHour, kilometresPerHour, metresPerSecond
    /// A wind force, only in headers. Elsewhere `beaufort` is a term, which may also precede the number.
    case beaufort
    case fahrenheit, celsius, degrees
    case waves, stars
}

enum PartOfDay: Hashable, Sendable {
    case dawn, morning, noon, afternoon, evening, sunset, night, midnight

    /// The hour used if none is given.
    var hour: Int {
        switch self {
        case .dawn: 6
        case .morning: 7
        case .noon: 12
        case .afternoon: 15
        case .evening, .sunset: 18
        case .night: 21
        case .midnight: 0
        }
    }

    /// The hour of the day for an hour without am or pm in this part of the day.
    func hour(_ clock: Int) -> Int {
        guard (1...12).contains(clock) else { return clock }
        switch self {
        case .dawn, .morning: return clock == 12 ? 0 : clock
        case .noon: return clock < 6 ? clock + 12 : clock
        case .afternoon, .evening, .sunset: return clock == 12 ? 12 : clock + 12
        case .night, .midnight: return clock == 12 ? 0 : clock < 5 ? clock : clock + 12
        }
    }
}

enum Meridiem: Hashable, Sendable { case am, pm }

/// A word that names a field and precedes its value: `wind NW 5kts`, `board: fish`.
enum Label: Hashable, Sendable {
    case field(EntryField)
    case swell
}
