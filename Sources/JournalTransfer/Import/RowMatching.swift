import Journal
import SurfLanguage

/// Tells the rows of a file whose sessions the journal has from new ones.
struct RowMatching {
    enum Match {
        /// The journal has a session with the same content.
        case present(Int64)
        /// The journal has the session with other values.
        case change(RowChange)
    }

    private let contents: ContentMatching
    private let stored: ContentMatching.StoredEntries
    private let fields: Set<EntryField>
    private var earlier: EarlierValues
    private let numbered: NumberedRows
    /// The numbers that several rows have: a row was copied to make a new one.
    private let repeated: Set<Int64>
    /// The sessions that a row has changed.
    private var changed: Set<Int64> = []

    init(
        _ survey: ImportSurvey, _ request: ImportRequest, _ stored: ContentMatching.StoredEntries,
        _ earlier: EarlierValues
    ) throws {
        contents = try ContentMatching(survey, stored)
        (self.stored, self.earlier, fields) = (stored, earlier, survey.fields)
        numbered = survey.ids.isEmpty ? .new : request.numbered
        repeated = numbered == .likely ? survey.ids.repeated : []
    }

    /// The matches of rows, by the rows' indices. Rows without a match are new.
    mutating func matches(_ rows: [ImportedRowWriter.Row]) throws -> [Int: Match] {
        var matches = try contents.known(rows.map(\.values)).mapValues(Match.present)
        if numbered == .new { return matches }
        let named = rows.indices.filter { matches[$0] == nil && rows[$0].id != nil }
        if named.isEmpty { return matches }
        let changes = try changes(
            of: named.compactMap { index in rows[index].id.map { (index, $0, rows[index].values) } })
        for (index, change) in changes { matches[index] = .change(change) }
        return matches
    }

    private mutating func changes(
        of rows: [(index: Int, id: Int64, values: EntryValues)]
    ) throws -> [(Int, RowChange)] {
        let records = try stored.records(Set(rows.map(\.id)).sorted())
        let sessions = Dictionary(uniqueKeysWithValues: records.map { ($0.id, $0) })
        let found = rows.filter { row in
            guard let session = sessions[row.id], !changed.contains(row.id) else { return false }
            let isIts = isAbout(session, row.values)
            if isIts { changed.insert(row.id) }
            return isIts
        }
        let states = try earlier.values(of: found.map(\.id))
        return found.compactMap { row in
            sessions[row.id].map { session in
                (row.index, RowChange(row.values, of: session, earlier: states[row.id] ?? [], fields: fields))
            }
        }
    }
}

extension RowMatching {
    /// Whether a row with the number of a session is about it.
    private func isAbout(_ session: EntryRecord, _ row: EntryValues) -> Bool {
        switch numbered {
        case .new: false
        case .likely: row.isAbout(session.values, fields, hasUniqueNumber: !repeated.contains(session.id))
        case .these(let ids): ids.contains(session.id)
        }
    }
}

extension [Int64] {
    /// The elements that occur more than once.
    fileprivate var repeated: Set<Int64> {
        if zip(self, dropFirst()).allSatisfy({ $0 < $1 }) { return [] }
        let sorted = sorted()
        return Set(zip(sorted, sorted.dropFirst()).lazy.filter { $0 == $1 }.map(\.0))
    }
}
