import Persistence

/// Which seeded sessions that were never edited are wanted.
package enum SampleChoice: String, CaseIterable, Sendable {
    case with, without, only
}

/// What entries can be sorted by.
package enum EntrySort: String, CaseIterable, Sendable {
    case id, date, location, height, period, wind, rating
}

/// Which entries are wanted, in which order and how many.
package struct EntryQuery: Sendable {
    package var filter: EntryFilter
    /// A condition in the predicate language, besides the filter.
    package var predicate: FetchPredicate?
    /// Nil is newest first.
    package var sort: EntrySort?
    /// Whether the whole order is turned round.
    package var reversed: Bool
    /// At most so many; nil is all.
    package var limit: Int?
    package var samples: SampleChoice

    package init(
        filter: EntryFilter = EntryFilter(), predicate: FetchPredicate? = nil, sort: EntrySort? = nil,
        reversed: Bool = false, limit: Int? = nil, samples: SampleChoice = .with
    ) {
        self.filter = filter
        self.predicate = predicate
        self.sort = sort
        self.reversed = reversed
        self.limit = limit
        self.samples = samples
    }
}

extension EntryQuery {
    /// The request that fetches the rows; whether a row is a sample is judged afterwards.
    var fetchValues: FetchValues {
        var values = FetchValues(entityName: JournalModel.entityName)
        let conditions = filter.terms.compactMap(\.predicate) + (predicate.map { [$0] } ?? [])
        values.predicate = conditions.isEmpty ? nil : .and(conditions)
        values.sortDescriptors = reversed ? descriptors.map(\.reversed) : descriptors
        if !judgesSamples { values.fetchLimit = limit ?? 0 }
        return values
    }

    /// Whether rows must be told apart by being samples.
    var judgesSamples: Bool {
        samples != .with || filter.terms.contains { if case .sample = $0 { true } else { false } }
    }

    /// Whether a row that the request fetched is wanted.
    func wants(sample: Bool) -> Bool {
        if samples != .with, sample != (samples == .only) { return false }
        return filter.terms.allSatisfy { if case .sample(let wanted) = $0 { sample == wanted } else { true } }
    }

    private var descriptors: [FetchSortDescriptor] {
        let newestFirst = [
            FetchSortDescriptor(key: "date", ascending: false), FetchSortDescriptor(key: "SELF", ascending: false),
        ]
        switch sort {
        case nil: return newestFirst
        case .id: return [FetchSortDescriptor(key: "SELF")]
        case .date: return [FetchSortDescriptor(key: "date", absent: .last), newestFirst[1]]
        case .rating: return [FetchSortDescriptor(key: "rating", absent: .last)] + newestFirst
        case .location:
            let folded: FetchPredicate.Options = [.caseInsensitive, .diacriticInsensitive]
            return [FetchSortDescriptor(key: "location", options: folded, absent: .last)] + newestFirst
        case .height: return [FetchSortDescriptor(key: "heightFeet", absent: .last)] + newestFirst
        case .period: return [FetchSortDescriptor(key: "periodSeconds", absent: .last)] + newestFirst
        case .wind: return [FetchSortDescriptor(key: "windKnots", absent: .last)] + newestFirst
        }
    }
}

extension FilterTerm {
    /// The term in the predicate language; nil for one about samples, which no predicate knows.
    var predicate: FetchPredicate? {
        switch self {
        case .text(let field, let match): match.predicate(field)
        case .anyText(let match):
            .or([EntryField.location, .wind].map { match.predicate($0) })
        case .measure(let field, let low, let high): FilterTerm.overlap(field, low, high)
        case .rating(let low, let high):
            .and(
                [
                    FetchPredicate("rating != nil"), low.map { FetchPredicate("rating >= %d", Int($0)) },
                    high.map { FetchPredicate("rating <= %d", Int($0)) },
                ].compactMap(\.self))
        case .date(let from, let before):
            .and(
                [
                    FetchPredicate("date != nil"),
                    from.map { FetchPredicate("date >= %@", StoreTime.foundationDate($0)) },
                    before.map { FetchPredicate("date < %@", StoreTime.foundationDate($0)) },
                ].compactMap(\.self))
        case .sample: nil
        }
    }

    private static func overlap(_ field: EntryField, _ low: Double?, _ high: Double?) -> FetchPredicate {
        guard let key = MeasureKey.of(field) else { return FetchPredicate(value: false) }
        let ends = [
            low.map { FetchPredicate("%K >= %f", key.name + MeasureKey.End.high.rawValue, $0) },
            high.map { FetchPredicate("%K <= %f", key.name + MeasureKey.End.low.rawValue, $0) },
        ].compactMap(\.self)
        return .and(ends)
    }
}

extension TextMatch {
    fileprivate func predicate(_ field: EntryField) -> FetchPredicate {
        switch (options.contains(.caseInsensitive), options.contains(.diacriticInsensitive)) {
        case (true, true): FetchPredicate("%K CONTAINS[cd] %@", field.name, text)
        case (true, false): FetchPredicate("%K CONTAINS[c] %@", field.name, text)
        case (false, true): FetchPredicate("%K CONTAINS[d] %@", field.name, text)
        case (false, false): FetchPredicate("%K CONTAINS %@", field.name, text)
        }
    }
}
