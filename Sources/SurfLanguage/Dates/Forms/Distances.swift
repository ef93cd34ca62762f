/// Days as a distance from today.
extension DateForm {
    static let distances = [
        DateForm("N UNIT ago, hace N UNIT, N UNIT and N UNIT ago, N DAYS back") { cursor, _ in
            cursor.ago(after: true) ?? cursor.ago(after: false)
        },
        DateForm("N mornings ago, N nights ago") { cursor, _ in cursor.partsAgo() },
        DateForm("one WEEKDAY ago, two WEEKDAYS ago") { cursor, _ in cursor.weekdaysAgo() },
        DateForm("a few UNIT ago") { cursor, _ in cursor.someTimeAgo() },
    ]
}

extension Cursor {
    fileprivate mutating func ago(after hasMark: Bool) -> [DatePiece]? {
        attempt { cursor in
            if hasMark, !cursor.skip(.agoBefore) { return nil }
            if let minutes = cursor.attempt({ $0.minutesAgo(hasMark) }) { return [.minutesAgo(minutes)] }
            guard let lengths = cursor.lengths() else { return nil }
            // `20 minutes back` is a way.
            let isBack = !hasMark && lengths.allSatisfy(\.countsDays) && cursor.word("back")
            guard hasMark || isBack || cursor.skip(.ago) else { return nil }
            if !hasMark { cursor.word("today") }
            return lengths
        }
    }

    /// `half an hour ago`, `hace hora y media`, `vor einer halben Stunde`
    private mutating func minutesAgo(_ hasMark: Bool) -> Int? {
        let start = index
        let isAfterArticle = word("einer", "une", "una", "uma", "an", "a")
        let found =
            grammar.hoursAndMinutes(start, end) ?? (isAfterArticle ? grammar.hoursAndMinutes(index, end) : nil)
        guard let found else { return nil }
        move(to: found.end)
        return hasMark || skip(.ago) ? Int(found.minutes.rounded()) : nil
    }

    /// `two saturdays ago`
    fileprivate mutating func weekdaysAgo() -> [DatePiece]? {
        guard let count = whole(1...2), let key = token?.key, key.hasSuffix("s") else { return nil }
        let day = grammar.lexicon.terms(of: String(key.dropLast())).lazy
            .compactMap { if case .weekday(let day, _) = $0 { day } else { nil } }.first
        guard let day else { return nil }
        move(to: index + 1)
        return skip(.ago) ? [.weekday(day, count == 1 ? .last : .beforeLast)] : nil
    }

    fileprivate mutating func partsAgo() -> [DatePiece]? {
        guard let count = whole(1...30), let key = token?.key, key.hasSuffix("s"),
            case .partOfDay(let part)? = grammar.lexicon.terms(of: String(key.dropLast())).first(where: {
                $0.partOfDay != nil
            })
        else { return nil }
        move(to: index + 1)
        return skip(.ago) ? [.daysAgo(count), .partOfDay(part)] : nil
    }

    fileprivate mutating func someTimeAgo() -> [DatePiece]? {
        guard skip(.several), unit()?.ago(1) != nil, skip(.ago) else { return nil }
        return [.someDay]
    }

    private mutating func lengths() -> [DatePiece]? {
        var pieces: [DatePiece] = []
        while pieces.count < 3, let piece = attempt({ $0.length(isFirst: pieces.isEmpty) }) { pieces.append(piece) }
        return pieces.isEmpty ? nil : pieces
    }

    private mutating func length(isFirst: Bool) -> DatePiece? {
        if !isFirst { skip(.and) }
        guard let number = whole(0...1_000_000), let unit = unit() else { return nil }
        return unit.ago(number)
    }
}

extension DatePiece {
    fileprivate var countsDays: Bool {
        switch self {
        case .daysAgo, .monthsAgo: true
        default: false
        }
    }
}

extension Unit {
    fileprivate func ago(_ count: Int) -> DatePiece? {
        switch self {
        case .minutes: .minutesAgo(count)
        case .hours: .minutesAgo(count * 60)
        case .days: .daysAgo(count)
        case .weeks: .daysAgo(count * 7)
        case .months: .monthsAgo(count)
        case .years: .monthsAgo(count * 12)
        default: nil
        }
    }

    /// The week, month or year before the current one.
    var lastOne: DatePiece? {
        switch self {
        case .weeks: .weeksBack(1)
        case .months: .monthsBack(1)
        case .years: .yearsBack(1)
        default: nil
        }
    }
}
