import Foundation
import Journal
import JournalTransfer
import JournalInsight
import SurfLanguage

/// Formats the output of `today`.
struct TodayOutput {
    private let today: Today
    private let goals: [(goal: Goal, progress: GoalProgress)]
    private let waiting: Waiting
    private let seas: [TodaySea]

    init(_ today: Today, goals: [Goal: Int], waiting: Waiting, seas: [TodaySea] = []) {
        (self.today, self.waiting, self.seas) = (today, waiting, seas)
        self.goals = Goal.allCases.compactMap { goal in goals[goal].map { (goal, goal.progress(today, of: $0)) } }
    }

    /// Whether there are no sessions.
    var isEmpty: Bool { today.total.sessions == 0 }

    private static let indent = 11

    // MARK: Text

    func lines(_ text: EntryText, now: Double, _ width: Int) -> [String] {
        let labelled =
            [("Last", last(text)), (String(today.day.year), summary(today.year))] + goalLines(isMonthly: false)
            + [(Messages.months[today.day.month - 1], summary(today.month))] + goalLines(isMonthly: true)
            + [("Streaks", streaks), ("Waiting", waitingText)] + seas.flatMap { TodayOutput.labelled($0, text) }
        let lines = labelled.flatMap { WordWrap.lines($0, $1, indent: TodayOutput.indent, width: width) }
        return [Messages.day(today.day)] + lines + [""] + otherYears(text, width)
    }

    /// The tides and the light at a place.
    private static func labelled(_ sea: TodaySea, _ text: EntryText) -> [(String, String)] {
        let forecast = sea.forecast
        let words = TideWords(forecast, text: text.sea)
        let place = TerminalSafe.text(forecast.title)
        let tides =
            forecast.station == nil || !sea.isCovered ? [] : [("Tide", "\(place): \(words.tides(forecast.days[0]))")]
        return tides + [("Light", "\(place): \(words.light(forecast.days[0]))")]
    }

    private func last(_ text: EntryText) -> String {
        guard let last = today.last, let date = last.values.date else { return "no session yet" }
        let place = last.values.location.map { TerminalSafe.text($0) } ?? "session \(last.id)"
        return "\(place), \(text.minute(last.values)) (\(age(of: date, text)))"
    }

    private func age(of date: Double, _ text: EntryText) -> String {
        switch today.day.number - text.day(date).number {
        case ...0: "today"
        case 1: "yesterday"
        case let days: "\(Messages.count(days, "day")) ago"
        }
    }

    private func summary(_ tally: EntryTally) -> String {
        let waves = tally.waves.sessions == 0 ? nil : Messages.count(Int(tally.waves.sum), "wave")
        let hours = tally.minutes.sessions == 0 ? nil : ShownNumber.hours(tally.minutes.sum) + " in the water"
        return [Messages.sessions(tally.sessions), waves, hours].compactMap(\.self).joined(separator: ", ")
    }

    /// The progress towards the goals of the year or the month, each on a line without a label.
    private func goalLines(isMonthly: Bool) -> [(String, String)] {
        goals.filter { $0.goal.isMonthly == isMonthly }.map { ("", Messages.goal($0.progress, $0.goal.unit)) }
    }

    private var streaks: String {
        let streaks = today.streaks
        return "now \(Messages.count(streaks.current.length, "day")) and "
            + "\(Messages.count(streaks.currentWeeks.length, "week")) in a row; longest "
            + "\(Messages.count(streaks.longest.length, "day")) and "
            + Messages.count(streaks.longestWeeks.length, "week")
    }

    private var waitingText: String {
        let parts = [
            waiting.drafts.isEmpty ? nil : Messages.drafts(waiting.drafts),
            waiting.sync.flatMap { $0 == 0 ? nil : "\(Messages.sessions($0)) to sync" },
        ].compactMap(\.self)
        return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
    }

    private func otherYears(_ text: EntryText, _ width: Int) -> [String] {
        let day = "\(today.day.day) \(Messages.months[today.day.month - 1])"
        if today.earlier.isEmpty { return ["No sessions on \(day) in other years."] }
        let columns: [EntryColumn] = [
            .id, .field(.date), .field(.location), .field(.height), .field(.rating), .field(.notes),
        ]
        let table = text.table(today.earlier, columns: columns).fitted(to: width).lines
        let cut = today.earlier.count < today.earlierCount
        return ["On \(day) in other years:"] + table
            + (cut ? ["\(today.earlier.count) of \(Messages.sessions(today.earlierCount))."] : [])
    }

    // MARK: JSON

    /// The output as one object. `minutes` is time in the water. A goal's numbers are in its unit.
    func json(fields: [EntryField], zone: TimeZone) -> JSONValue {
        var dates = ISODateWriter(zone: zone)
        let columns = EntryColumn.json(fields: fields)
        let entry = { (record: EntryRecord) -> JSONValue in .object(JSONObject(record, columns: columns, &dates)) }
        let year: JSONObject = ["year": JSONValue(today.day.year)]
        let month: JSONObject = ["month": .string(String(today.day.text.prefix(7)))]
        let goals = goals.map { goal, progress -> JSONValue in
            [
                "goal": .string(goal.rawValue), "of": .string(goal.unit.rawValue),
                "in": .string(goal.isMonthly ? "month" : "year"), "target": JSONValue(progress.target),
                "reached": JSONValue(progress.reached), "expected": JSONValue(progress.expected),
            ]
        }
        return [
            "date": .string(today.day.text), "sessions": JSONValue(today.total.sessions),
            "last": today.last.map(entry) ?? .null, "year": .object(year + JSONObject(today.year)),
            "month": .object(month + JSONObject(today.month)), "goals": .array(goals),
            "streaks": JSONValue(today.streaks), "onThisDay": .array(today.earlier.map(entry)),
            "onThisDaySessions": JSONValue(today.earlierCount),
            "seas": .array(seas.map(\.forecast.json)),
            "waiting": ["drafts": JSONValue(waiting.drafts.map { "d\($0)" }), "sync": JSONValue(waiting.sync)],
        ]
    }
}

extension Messages {
    /// The names of the months.
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// A day after the name of its weekday.
    static func day(_ day: CivilDay) -> String {
        // The names begin with Monday, the numbers with Sunday.
        "\(dayNames[(day.weekday + 6) % 7]) \(day.text)"
    }

    /// An ordinal number, such as 21st.
    static func ordinal(_ number: Int) -> String {
        let ending =
            switch (number % 10, number % 100) {
            case (_, 11...13): "th"
            case (1, _): "st"
            case (2, _): "nd"
            case (3, _): "rd"
            default: "th"
            }
        return grouped(number) + ending
    }
}
