import Persistence
import SurfLanguage

/// How a query treats samples, the seeded sessions that were never edited.
package enum SampleChoice: String, CaseIterable, Sendable {
    case with, without, only
}

/// A sort key for entries.
package enum EntrySort: CaseIterable, Equatable, Sendable {
    case id
    case field(EntryField)

    /// The key with this name, or nil.
    package init?(name: String) {
        if name == "id" {
            self = .id
        } else if let field = EntryField(name: name) {
            self = .field(field)
        } else {
            return nil
        }
    }

    package static var allCases: [EntrySort] { [.id] + EntryField.allCases.map(EntrySort.field) }

    /// The names of all keys, as they are typed.
    package static var names: [String] { allCases.map { $0.field?.optionName ?? "id" } }

    /// The field that the store must have; nil for `id`.
    package var field: EntryField? {
        if case .field(let field) = self { field } else { nil }
    }
}

/// A query for entries: conditions, order and limit.
package struct EntryQuery: Sendable {
    /// The conditions, joined by AND.
    package var filter: [FilterTerm]
    /// A condition in the predicate language, in addition to the filter.
    package var predicate: FetchPredicate?
    /// Conditions that are checked for each row that the filter and the predicate select.
    package var conditions: [any RowCondition] = []
    /// The sort key; nil for newest first.
    package var sort: EntrySort?
    /// Whether the whole order is reversed.
    package var reversed: Bool
    /// The largest number of entries to return; nil for all.
    package var limit: Int?
    package var samples: SampleChoice
    /// The fields that are read; nil for whole entries.
    package var fields: Set<EntryField>?

    package init(
        filter: [FilterTerm] = [], predicate: FetchPredicate? = nil, sort: EntrySort? = nil,
        reversed: Bool = false, limit: Int? = nil, samples: SampleChoice = .with
    ) {
        self.filter = filter
        self.predicate = predicate
        self.sort = sort
        self.reversed = reversed
        self.limit = limit
        self.samples = samples
    }

    /// The beginning of the dates that the filter selects; nil if it has none.
    package var from: Double? { filter.compactMap { if case .date(let from, _) = $0 { from } else { nil } }.max() }

    /// The end of the dates that the filter selects, excluded; nil if it has none.
    package var before: Double? {
        filter.compactMap { if case .date(_, let before) = $0 { before } else { nil } }.min()
    }

    /// The same query, reading only these fields of the entries.
    package func reading(_ fields: some Sequence<EntryField>) -> EntryQuery {
        var query = self
        query.fields = Set(fields)
        return query
    }

    /// The same query without a limit, in the order that is fastest to read.
    package var unordered: EntryQuery {
        var query = self
        (query.sort, query.reversed, query.limit) = (.id, false, nil)
        return query
    }
}

extension EntryQuery {
    /// The request for the rows of a store with `fields`. Conditions on samples and on whole words are checked
    /// afterwards.
    package func fetchValues(fields: [EntryField]) -> FetchValues {
        var values = FetchValues(entityName: JournalModel.entityName)
        let conditions = filter.map { $0.predicate(fields: fields) } + [predicate].compactMap(\.self)
        values.predicate = conditions.isEmpty ? nil : .and(conditions)
        values.sortDescriptors = reversed ? descriptors.map(\.reversed) : descriptors
        if !checksRows { values.fetchLimit = limit ?? 0 }
        values.propertiesToFetch = readFields.map { $0.intersection(fields).map { FetchColumn($0.name) } }
        return values
    }

    /// The fields to read, including those that the checks of rows need; nil for whole entries.
    var readFields: Set<EntryField>? {
        fields.map { fields in
            checksRows ? conditions.reduce(fields.union([.notes])) { $0.union($1.fields) } : fields
        }
    }

    /// Whether each row that the predicate selects must still be checked.
    var checksRows: Bool { samples != .with || !conditions.isEmpty || filter.contains(where: \.checksRows) }

    /// Whether a row that the predicate selects matches the query, apart from its conditions.
    /// - Parameter notes: The bytes of its notes.
    func matches(isSample: Bool, notes: UnsafeBufferPointer<UInt8>?) -> Bool {
        if samples != .with, isSample != (samples == .only) { return false }
        return filter.allSatisfy { term in
            guard case .mention(let match) = term else { return true }
            return notes.map(match.occurs) ?? false
        }
    }

    private var descriptors: [FetchSortDescriptor] {
        let newestFirst = [
            FetchSortDescriptor(key: "date", ascending: false), FetchSortDescriptor(key: "SELF", ascending: false),
        ]
        switch sort {
        case nil: return newestFirst
        case .id: return [FetchSortDescriptor(key: "SELF")]
        case .field(.date): return [FetchSortDescriptor(key: "date", absent: .last), newestFirst[1]]
        case .field(let field): return [EntryQuery.descriptor(field)] + newestFirst
        }
    }

    private static func descriptor(_ field: EntryField) -> FetchSortDescriptor {
        if let measure = MeasureKey.of(field) { return FetchSortDescriptor(key: measure.name, absent: .last) }
        switch field.kind {
        case .text, .zone, .measure:
            let folded: FetchPredicate.Options = [.caseInsensitive, .diacriticInsensitive]
            return FetchSortDescriptor(key: field.name, options: folded, absent: .last)
        case .date, .integer, .number: return FetchSortDescriptor(key: field.name, absent: .last)
        }
    }
}

extension FilterTerm {
    /// The term as a predicate for a store with `fields`.
    func predicate(fields: [EntryField]) -> FetchPredicate {
        switch self {
        case .text(let field, let match): match.predicate(field)
        case .anyText(let match):
            .or(EntryField.searched.filter(fields.contains).map { match.predicate($0) })
        case .measure(let field, let low, let high): FilterTerm.overlap(field, low, high)
        case .number(let field, let low, let high): FilterTerm.within(field, low, high)
        case .date(let from, let before):
            .and(
                [
                    FetchPredicate("date != nil"),
                    from.map { FetchPredicate("date >= %@", StoreTime.foundationDate($0)) },
                    before.map { FetchPredicate("date < %@", StoreTime.foundationDate($0)) },
                ].compactMap(\.self))
        case .mention(let match): FetchPredicate("notes CONTAINS[cd] %@", match.signed)
        }
    }

    /// Whether each row that the predicate selects must still be checked.
    fileprivate var checksRows: Bool {
        if case .mention = self { true } else { false }
    }

    private static func within(_ field: EntryField, _ low: Double?, _ high: Double?) -> FetchPredicate {
        let ends = [
            low.map { FetchPredicate("%K >= %f", field.name, $0) },
            high.map { FetchPredicate("%K <= %f", field.name, $0) },
        ].compactMap(\.self)
        if let low, let high, low > high { return .and([FetchPredicate("%K != nil", field.name), .or(ends)]) }
        return .and([FetchPredicate("%K != nil", field.name)] + ends)
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
        FetchPredicate("%K CONTAINS[cd] %@", field.name, text)
    }
}

extension EntryQuery {
    /// Adds a condition in the predicate language to the query.
    /// - Throws: `.predicate` with the position of the first mistake, `.predicateBinding` for names that no journal
    ///   has. The query is unchanged then.
    package mutating func narrow(where text: String) throws(JournalError) {
        let condition = try EntryQuery.condition(text)
        predicate = predicate.map { .and([$0, condition]) } ?? condition
    }

    private static func condition(_ text: String) throws(JournalError) -> FetchPredicate {
        do {
            let condition = try FetchPredicate(validating: text)
            _ = try condition.bound(to: JournalModel.unused)
            return condition
        } catch let error as PredicateFormatError {
            throw .predicate(error)
        } catch let error as PredicateBindingError {
            throw .predicateBinding(error)
        } catch {
            throw .invalid(nil, reason: String(describing: error))
        }
    }
}
