/// A form in which people write a day or a time. To teach another one, add it to a list; a form that is earlier in the
/// list goes before the others.
struct DateForm: Sendable {
    /// The form in words, such as `N UNIT ago`.
    let name: String
    /// The pieces at the cursor, which then stands after them. `before` are the pieces of the same date so far.
    let read: @Sendable (_ cursor: inout Cursor, _ before: [DatePiece]) -> [DatePiece]?

    init(_ name: String, _ read: @escaping @Sendable (inout Cursor, [DatePiece]) -> [DatePiece]?) {
        (self.name, self.read) = (name, read)
    }

    /// All forms, in the order in which they are tried.
    static let all = numericDays + namedDays + distances + relativeDays + clockTimes

    static func read(_ cursor: inout Cursor, _ before: [DatePiece]) -> [DatePiece]? {
        for form in all {
            if let pieces = cursor.attempt({ form.read(&$0, before) }) { return pieces }
        }
        return nil
    }
}

extension Grammar {
    /// A piece of a date, or several adjacent ones.
    func date(at start: Int, before end: Int) -> Reading? {
        var pieces: [DatePiece] = []
        var cursor = Cursor(self, at: start, before: end)
        while let next = nextPieces(&cursor, pieces) { pieces += next }
        guard !pieces.isEmpty, cursor.isBoundary else { return nil }
        return Reading(end: cursor.index, meaning: .date(pieces), isWeak: pieces.allSatisfy(\.namesPart))
    }

    private func nextPieces(_ cursor: inout Cursor, _ before: [DatePiece]) -> [DatePiece]? {
        func read(_ cursor: inout Cursor) -> [DatePiece]? {
            guard let pieces = DateForm.read(&cursor, before), cursor.isBoundary, goesWith(pieces, before) else {
                return nil
            }
            return pieces
        }
        let start = cursor.index
        var isLed = false
        let led = cursor.attempt { cursor -> [DatePiece]? in
            if before.isEmpty { cursor.skipLeadIn() } else { cursor.skipJoint() }
            isLed = cursor.index > start
            return read(&cursor)
        }
        return led ?? (isLed ? cursor.attempt(read) : nil)
    }

    /// The pieces of a line that is a date without other content. A month or a year alone must be the whole line.
    func wholeDate() -> [DatePiece]? {
        var cursor = Cursor(self, at: 0, before: tokens.count)
        if let month = cursor.month() {
            if cursor.index == tokens.count { return [.month(year: nil, month: month)] }
            if let year = cursor.year(), cursor.index == tokens.count { return [.month(year: year, month: month)] }
        }
        if let dates = dates(in: 0..<tokens.count), !dates.isEmpty { return dates.flatMap(\.pieces) }
        return weekdayAndDate()
    }

    /// `Sa., 06.09.2025`, `mer. 6 août 2025`: a short weekday in another language, which is recognized only before a
    /// day.
    private func weekdayAndDate() -> [DatePiece]? {
        guard let first = tokens.first, let weekday = lexicon.terms(of: first.key).lazy.compactMap(\.shortWeekday).first
        else { return nil }
        let start = tokens.indices.dropFirst().first {
            !isSymbol($0, tokens.count, ".") && !isSymbol($0, tokens.count, ",")
        }
        guard let start, let dates = dates(in: start..<tokens.count) else { return nil }
        let pieces = dates.flatMap(\.pieces)
        return pieces.contains(where: \.namesDay) ? pieces + [.shortWeekday(weekday)] : nil
    }

    /// The dates in a range, which may be separated by commas. Nil if the range contains anything else.
    func dates(in range: Range<Int>) -> [(pieces: [DatePiece], tokens: Range<Int>)]? {
        var dates: [(pieces: [DatePiece], tokens: Range<Int>)] = []
        var index = range.lowerBound
        while index < range.upperBound {
            if isSymbol(index, range.upperBound, ",") || tokens[index].isDash && !tokens[index].isGlued {
                index += 1
            } else if let reading = date(at: index, before: range.upperBound), case .date(let pieces) = reading.meaning
            {
                dates.append((pieces, index..<reading.end))
                index = reading.end
            } else {
                return nil
            }
        }
        return dates
    }

    /// Whether the pieces can belong to the same date as those before them.
    private func goesWith(_ next: [DatePiece], _ pieces: [DatePiece]) -> Bool {
        guard !pieces.isEmpty else { return true }
        if pieces.contains(where: \.isScore), !next.allSatisfy(\.namesClock) { return false }
        if next.contains(where: \.isScore), pieces.contains(where: { !$0.namesClock }) { return false }
        let isTimed = pieces.contains { if case .clock = $0 { true } else if case .clocks = $0 { true } else { false } }
        if isTimed, next.contains(where: \.namesPart) { return false }
        let (near, other) = (pieces.contains(where: \.isRelative), next.contains(where: \.isRelative))
        let (weekday, after) = (pieces.contains(where: \.isWeekday), next.contains(where: \.isWeekday))
        return !(near && (other || after) || weekday && (other || after))
    }

    /// The part of the day at a token.
    func partOfDay(_ start: Int, _ end: Int) -> (value: PartOfDay, end: Int)? {
        var cursor = Cursor(self, at: start, before: end)
        return cursor.partOfDay().map { ($0, cursor.index) }
    }
}

extension Cursor {
    fileprivate mutating func skipLeadIn() {
        if !word("about", "around", "como", "tipo", "hacia", "vers", "gegen"), !symbol("~") { skip(.roughly) }
        skip(.on)
        skip(.article)
        let isNumbered = sees { cursor in
            cursor.word("dia")
                && (DateForm.numericDays + DateForm.namedDays).contains { form in
                    cursor.sees { form.read(&$0, []) }
                } ? () : nil
        }
        if isNumbered { word("dia") }
    }

    /// Moves over a word that joins two pieces of a date.
    fileprivate mutating func skipJoint() {
        let isClock = sees { cursor in cursor.skip(.at) ? cursor.clock() : nil } || sees { $0.clocks([]) }
        if !isClock { skip(.on, .article, .of) }
    }
}

extension Term {
    var shortWeekday: Int? { if case .shortWeekday(let day) = self { day } else { nil } }
}

extension DatePiece {
    var isScore: Bool { if case .dayOrRating = self { true } else { false } }

    var isWeekday: Bool {
        switch self {
        case .weekday, .shortWeekday: true
        default: false
        }
    }

    /// Whether the day is relative to today.
    var isRelative: Bool { if case .relativeDay = self { true } else { false } }

    var isShortWeekday: Bool { if case .shortWeekday = self { true } else { false } }

    var namesPart: Bool { if case .partOfDay = self { true } else { false } }

    /// Whether a bare number beside the piece is an hour.
    var namesTimeOfDay: Bool {
        switch self {
        case .clock, .clocks, .until, .hour, .now, .minutesAgo, .zone: false
        default: true
        }
    }
}

extension Grammar {
    /// The end of a range of times at a token.
    func endOfClocks(at start: Int) -> Int? {
        var cursor = Cursor(self, at: start, before: tokens.count)
        return cursor.clocks([]).map { _ in cursor.index }
    }
}
