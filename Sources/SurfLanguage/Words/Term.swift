/// What a word or a phrase can mean.
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
    /// What stands before a day or a part of it that is not exact: `early`.
    case roughly
    /// What stands behind a time that is not exact: `7ish`.
    case nearly
    /// `from` before a beginning and an end.
    case between
    /// More than one, and nobody knows how many: `a few`.
    case several
    case weekend
    /// A day that was not said: `the other day`.
    case someDay
    /// A part of a day that is so many after today: `tonight`.
    case dayPart(Int, PartOfDay)
    case weekdayPart(Int, PartOfDay)
    /// A day that has a name: `christmas`.
    case holiday(month: Int, day: Int)
    case oclock
    case at, on

    // The sea
    /// A part of the body, which `high` may follow, by its index in `BodyHeight.all`.
    case body(Int)
    case high
    /// A height that is said whole, likewise.
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
    /// A word by which a story about somebody or something goes on: `than`, `since`, `drove`.
    case story
    /// What stands behind the name of a place: `Reef`, `Beach`.
    case landmark
    /// What is said of a session, and is no name at its end: `so fun`.
    case praise
}

extension Term {
    /// Whether a value or a date may begin with it.
    var beginsValue: Bool {
        switch self {
        case .to, .and, .of, .ago, .next, .before, .weekBefore, .meridiem, .oclock, .nearly: false
        case .high, .faces, .hawaiian, .people, .peopleOut, .starsOutOf: false
        case .preposition, .verb, .with, .story, .landmark, .praise: false
        default: true
        }
    }
}

/// A unit as it is written behind a number.
enum Unit: Hashable, Sendable {
    case feet, metres, centimetres
    case seconds, minutes, hours, days, weeks, months, years
    case knots, milesPerHour, kilometresPerHour, metresPerSecond
    /// A force of wind, only in headers: elsewhere it is a word that may stand before the number too.
    case beaufort
    case fahrenheit, celsius, degrees
    case waves, stars
}

enum PartOfDay: Hashable, Sendable {
    case dawn, morning, noon, afternoon, evening, sunset, night, midnight

    /// Its hour, where no other is said.
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

    /// The hour of the day that a clock's hour without a half means in this part of it.
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

/// A word that names a field before its value: `wind NW 5kts`, `board: fish`.
enum Label: Hashable, Sendable {
    case field(EntryField)
    case swell
}
