/// A meaning of a word or phrase.
enum Term: Hashable, Sendable {
    // Numbers
    case number(Int)
    /// The beginning of a year in words: `two thousand`.
    case century(Int)
    case ordinal(Int)
    case half, quarter
    /// A number and a half in one word: `anderthalb`.
    case wholeAndHalf(Int)
    /// A length of time in words, in minutes: `half an hour`.
    case partOfHour(Int)
    /// `point` in `one point five`.
    case decimalPoint
    case unit(Unit)
    case to, and, of

    // Days and times
    case day(Int)
    case weekday(Int, isShort: Bool)
    /// A short name of another language, which is a word of its own: `so`, `mar`.
    case shortWeekday(Int)
    case month(Int)
    case now
    case ago, agoBefore
    case last, this, next, before
    case weekBefore
    /// The one before the last: `before last`.
    case beforeLast
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
    /// A time that is no date: `later`.
    case vagueTime
    /// A part of a day, given by the number of days after today: `tonight`.
    case dayPart(Int, PartOfDay)
    case weekdayPart(Int, PartOfDay)
    /// A named day: `christmas`.
    case holiday(month: Int, day: Int)
    /// A named day of another date each year: `thanksgiving`.
    case feast(Feast)
    /// A word for a time before the hour that follows: `halb`.
    case beforeHour
    /// Words before a named day for the day before or after it, as the number of days: `véspera de São João`.
    case beside(Int)
    case oclock
    /// A word before the time at which a session began or ended: `start`, `fin`.
    case start, end
    /// A season, which with a year is a time without a day.
    case season
    case at, on

    // The sea
    /// A part of the body, optionally followed by `high`. The value is its index in `BodyHeight.all`.
    case body(Int)
    case high
    /// A height in a single word or phrase. The value is its index in `BodyHeight.all`.
    case waterline(Int)
    case faces, hawaiian
    case barely
    /// Words before a part of the body: `hasta la cintura`.
    case upTo
    case surface(Surface)
    case windSide(WindSide)
    /// A direction that is the name of a wind: `levante`.
    case windName
    case strength, trades, beaufort, gusts
    case compass(Double)
    case crowd, people, peopleOut
    case tideLevel, tideMotion
    /// A tide in one word: `Ebbe`.
    case tide
    /// A word before a number of waves: `caught`.
    case caught
    /// A word before a number that is not exact.
    case about
    case boardKind
    /// A word before a board: `rode`.
    case riding
    case starsOutOf
    case label(Label)

    // A sentence
    case article, preposition, verb
    case mine
    /// Somebody who surfed with others: `me`.
    case me
    /// A word between two possible days or places.
    case or
    /// Words that lead to another place: `drove to`, `puis`.
    case elsewhere
    /// Words that lead to the place that was surfed in the end: `ended up`, `repli`.
    case atLast
    /// Words before a place that was not surfed: `drove past`, `wollten nach`.
    case unsurfed
    /// Words with which somebody takes back what was said: `no wait`.
    case correction
    /// A comma that was dictated in a word.
    case spokenComma
    case with
    /// Somebody or something else, of which what follows tells: `he`, `the forecast`.
    case others
    /// A word of what watches measure beside a session: `longest`, `max`.
    case tracked
    /// A word of a watch or of a program that counts: `garmin`.
    case watch
    /// A word that denies what follows: `not glassy`.
    case denial
    /// A form of `be`.
    case copula
    /// A word with which a narrative continues: `since`, `drove`.
    case story
    /// A word beside the thickness of a wetsuit.
    case wetsuit
    /// What takes a time before a session or between waves: `paddle`, `de file`.
    case waiting
    /// Words after how long somebody surfed: `in the water`.
    case inTheWater
    /// What is not the water: `dehors`.
    case outside
    /// A word that compares with another session, day or place: `than`, `like`.
    case comparison
    /// A word before a place: `at`, `en`.
    case beforePlace
    /// A word with which names of places begin: `Lower`, `Big`, `Seven`.
    case nameStart
    /// A word of names that another one always follows: `San`, `Saint`.
    case saint
    /// A little word within names of places: `do`, `of`.
    case nameJoint
    /// A word of kinds of places, before or after a name: `Reef`, `Beach`, `Praia`.
    case landmark
    /// A remark about a session at the end, which is not part of a name: `so fun`.
    case praise
}

extension Term {
    /// Whether a value or a date may begin with the term.
    var beginsValue: Bool {
        switch self {
        case .to, .and, .of, .decimalPoint, .ago, .next, .before, .weekBefore, .meridiem, .oclock, .nearly: false
        case .high, .faces, .hawaiian, .people, .peopleOut, .starsOutOf, .about: false
        case .preposition, .verb, .with, .others, .tracked, .watch, .or, .elsewhere, .atLast, .unsurfed, .century,
            .correction,
            .denial, .copula, .story, .comparison, .wetsuit, .waiting, .outside, .inTheWater, .beforeLast, .praise,
            .vagueTime:
            false
        case .beforePlace, .nameStart, .saint, .nameJoint, .landmark, .me, .spokenComma: false
        default: true
        }
    }
}

extension Term {
    var number: Int? { if case .number(let number) = self { number } else { nil } }

    var partOfDay: PartOfDay? { if case .partOfDay(let part) = self { part } else { nil } }

    var isUnit: Bool { if case .unit = self { true } else { false } }

    /// Whether a narrative continues with the term.
    var continuesStory: Bool { self == .story || self == .comparison }

    /// Whether the term is one of names, so that its words may be a name without another meaning.
    var isOfNames: Bool {
        switch self {
        case .beforePlace, .nameStart, .saint, .nameJoint, .landmark, .shortWeekday, .spokenComma: true
        default: false
        }
    }
}

enum PartOfDay: Hashable, Sendable {
    case dawn, sunrise, morning, noon, afternoon, evening, sunset, dusk, night, midnight

    /// The moment of light that it is, if the place's is known.
    var twilight: Twilight? {
        switch self {
        case .dawn: .dawn
        case .sunrise: .sunrise
        case .sunset: .sunset
        case .dusk: .dusk
        case .morning, .noon, .afternoon, .evening, .night, .midnight: nil
        }
    }

    /// The hour used if none is given.
    var hour: Int {
        switch self {
        case .dawn, .sunrise: 6
        case .morning: 7
        case .noon: 12
        case .afternoon: 15
        case .evening, .sunset, .dusk: 18
        case .night: 21
        case .midnight: 0
        }
    }

    /// The hour of the day for an hour without am or pm in this part of the day.
    func hour(_ clock: Int) -> Int {
        guard (1...12).contains(clock) else { return clock }
        switch self {
        case .dawn, .sunrise, .morning: return clock == 12 ? 0 : clock
        case .noon: return clock < 6 ? clock + 12 : clock
        case .afternoon, .evening, .sunset, .dusk: return clock == 12 ? 12 : clock + 12
        case .night, .midnight: return clock == 12 ? 0 : clock < 5 ? clock : clock + 12
        }
    }
}

/// A moment at which the light comes or goes.
package enum Twilight: String, Sendable {
    case dawn, sunrise, sunset, dusk
}

enum Meridiem: Hashable, Sendable { case am, pm }

/// A word that names a field and precedes its value: `wind NW 5kts`, `board: fish`.
enum Label: Hashable, Sendable {
    case field(EntryField)
    case swell
}

/// What a wind makes of the water.
enum Surface: Hashable, Sendable { case calm, variable }

/// Where a wind blows from, seen from the beach.
enum WindSide: Hashable, Sendable {
    case offshore, crossOffshore, cross, crossOnshore, onshore

    /// From 0 for a calm to 2.8 for onshore, so that a difference of one is another wind.
    var kind: Double {
        switch self {
        case .offshore: 0.7
        case .crossOffshore: 1.2
        case .cross: 1.8
        case .crossOnshore: 2.3
        case .onshore: 2.8
        }
    }
}
