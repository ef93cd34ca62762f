import ArgumentParser
import Journal
import SurfLanguage
import TidesAndLight

/// The options that select entries (FILTER in usage lines). They are combined with AND.
struct FilterOptions: ParsableArguments {
    @OptionGroup var fields: FieldOptions

    @OptionGroup var finding: FindOptions

    /// Whether there is no filter.
    var isEmpty: Bool { fields.typed.isEmpty && finding.isEmpty }

    /// Whether it selects by date.
    var hasDates: Bool { ![fields.date, finding.from, finding.to, finding.on, finding.last].allSatisfy(\.isEmpty) }

    /// The fields that the journal must have.
    var needed: [EntryField] {
        fields.typed.map(\.field) + (finding.tag.isEmpty && finding.with.isEmpty ? [] : [.notes])
    }

    /// The query for the selected entries.
    func query(_ reader: FilterReader, text: [String] = []) throws -> EntryQuery {
        var terms = text.isEmpty ? [] : [reader.anyText(text.joined(separator: " "))]
        for (field, texts) in fields.typed { terms += try texts.map { try reader.option(field, $0) } }
        var query = EntryQuery(filter: terms + (try finding.terms(reader)))
        for text in finding.condition { try query.narrow(where: text) }
        return query
    }
}

extension FilterOptions {
    /// The same filter, within a year or a month that was given without an option.
    /// - Throws: A refusal if the words are neither.
    func within(_ words: [String], _ reader: FilterReader) throws -> FilterOptions {
        if words.isEmpty { return self }
        guard let filter = withinSpan(words, reader) else { throw Refusal.notASpan(words.joined(separator: " ")) }
        return filter
    }

    /// The same filter, within a year or a month; nil if the words are neither.
    func withinSpan(_ words: [String], _ reader: FilterReader) -> FilterOptions? {
        let text = words.joined(separator: " ")
        guard reader.span(text) != nil else { return nil }
        var filter = self
        filter.finding.on.append(text)
        return filter
    }
}

extension FindOptions {
    /// The conditions on the dates and the notes.
    fileprivate func terms(_ reader: FilterReader) throws -> [FilterTerm] {
        var terms = try FindOptions.terms(from, "--from", reader.from)
        terms += try FindOptions.terms(to, "--to", reader.to)
        terms += try FindOptions.terms(on, "--on", reader.on)
        terms += try FindOptions.terms(last, "--last", reader.last)
        terms += try tag.map { try FindOptions.mention(.tag, $0, "--tag") }
        terms += try with.map { try FindOptions.mention(.person, $0, "--with") }
        return terms
    }

    private static func mention(
        _ kind: MentionKind, _ text: String, _ option: String
    ) throws(Refusal) -> FilterTerm {
        guard let name = kind.name(text) else { throw .notAName(kind, text, option: option) }
        return .mention(MentionMatch(kind, name))
    }

    private static func terms(
        _ texts: [String], _ option: String, _ read: (String) throws(FieldError) -> FilterTerm
    ) throws -> [FilterTerm] {
        try texts.map { text in
            do throws(FieldError) { return try read(text) } catch { throw Refusal.field(error, option: option) }
        }
    }
}

extension FilterReader {
    /// The dates of a year or a month; nil for any other text.
    func span(_ text: String) -> FilterTerm? {
        let isYear = text.utf8.count == 4 && text.utf8.allSatisfy(\.isDigit)
        let isMonth = text.wholeMatch(of: /[0-9]{4}-[0-9]{2}|\p{L}{3,}( [0-9]{4})?/) != nil
        guard isYear || isMonth, case .date(let from?, let before?)? = try? on(text), before - from > 27 * 86_400 else {
            return nil
        }
        return .date(from: from, before: before)
    }

    /// The condition for a field from the value of its option.
    func option(_ field: EntryField, _ text: String) throws(Refusal) -> FilterTerm {
        do throws(FieldError) { return try term(field, text) } catch {
            // Unlike an edit, a filter takes ranges.
            if case .notARating = error { throw .field(.notANumber(field, text), option: field.flag) }
            throw .field(error, option: field.flag)
        }
    }
}

extension CommandContext {
    /// The journal, and the query for the entries that a filter selects. Prints the dates that the filter was understood
    /// to mean.
    /// - Parameters:
    ///   - check: As for `openJournal`. Fields of the filter that the journal does not have are refused first.
    func open(
        _ filter: FilterOptions, text: [String] = [],
        checking check: ([EntryField]) throws -> Void = { _ in }
    ) throws -> (Journal, EntryQuery) {
        var query = try filter.query(filterReader, text: text)
        try checkDates(of: query, filter)
        let criteria = try filter.seaCriteria(filterReader)
        let journal = try openJournal { fields in
            try fields.require(filter.needed)
            try check(fields)
        }
        query.samples = try filter.finding.samples ?? journal.sampleState().ordinaryChoice
        try add(criteria, to: &query, of: journal)
        return (journal, query)
    }

    /// Refuses dates that leave nothing, and says what words such as `last month` were understood to mean.
    private func checkDates(of query: EntryQuery, _ filter: FilterOptions) throws {
        if let from = query.from, let before = query.before, from >= before {
            if let (first, last) = filter.finding.ends { throw Refusal.reversedDates(first, last) }
        }
        if filter.hasDatesInWords, query.from != nil || query.before != nil {
            console.note(Messages.understood(from: query.from, before: query.before, DateWriter(zone: zone)))
        }
    }
}

extension FilterOptions {
    /// Whether a date was given that is not simply a day, a month, a year, or a number of days.
    fileprivate var hasDatesInWords: Bool {
        (fields.date + finding.from + finding.to + finding.on + finding.last).contains { text in
            text.wholeMatch(of: /[0-9]{4}(-[0-9]{2}){0,2}|[0-9]+[dwmy]/) == nil
        }
    }
}

extension FindOptions {
    /// What was typed for both ends of the dates; nil if one is missing.
    fileprivate var ends: (String, String)? {
        guard let from = from.last, let to = to.last else { return nil }
        return (from, to)
    }
}

extension Messages {
    /// The dates that a filter selects, each end as a day if it is one.
    fileprivate static func understood(from: Double?, before: Double?, _ dates: DateWriter) -> String {
        let midnight = " 00:00"
        let start = from.map { dates.understood($0) }.map { $0.hasSuffix(midnight) ? String($0.dropLast(6)) : $0 }
        let end = before.map { dates.understood($0) }.map { text in
            text.hasSuffix(midnight) ? String(dates.understood((before ?? 0) - 1).dropLast(6)) : "before " + text
        }
        switch (start, end) {
        case (let start?, let end?) where end == start || end == "before " + start: return "Date: \(start)."
        case (let start?, let end?): return "Dates from \(start) \(end.hasPrefix("before") ? "and" : "through") \(end)."
        case (let start?, nil): return "Dates from \(start) on."
        case (nil, let end?): return "Dates \(end.hasPrefix("before") ? "" : "through ")\(end)."
        case (nil, nil): return "All dates."
        }
    }
}

extension Refusal {
    fileprivate static func reversedDates(_ from: String, _ to: String) -> Refusal {
        .usage("--from \(from) is after --to \(to).")
    }

    fileprivate static func notASpan(_ text: String) -> Refusal {
        .usage("'\(text)' is not a year or a month, such as 2025. To filter, use options, such as --location malibu.")
    }
}
