import Journal
import SurfLanguage

/// The changes that a row of a file makes to the session with its number.
package struct RowChange: Sendable {
    /// The session as it is stored.
    package let stored: EntryRecord
    /// The new values. The values of fields that the file does not have, or does not change, are the stored ones.
    package let values: EntryValues
    /// The fields that change, in the order of columns.
    package let fields: [EntryField]
    /// The fields that were also changed in the journal since the file was written. They keep the journal's values.
    package let kept: [EntryField]

    /// Merges a row with what was saved since the file was written.
    /// - Parameters:
    ///   - earlier: The values that the session had before, oldest first. The file is assumed to have been written from
    ///     those that are most like the row.
    ///   - fields: The fields in the file.
    init(_ row: EntryValues, of stored: EntryRecord, earlier: [EntryValues], fields: Set<EntryField>) {
        var row = row
        // Spreadsheets drop seconds.
        if row.isSameMinute(as: stored.values) { row.date = stored.values.date }
        let fields = EntryField.allCases.filter(fields.contains)
        let base = RowChange.base(of: row, among: earlier + [stored.values], fields)
        let changed = fields.filter { !row.isSame(as: base, in: $0) && !row.isSame(as: stored.values, in: $0) }
        self.stored = stored
        kept = changed.filter { !stored.values.isSame(as: base, in: $0) }
        self.fields = changed.filter { stored.values.isSame(as: base, in: $0) }
        var values = stored.values
        for field in self.fields { values[field] = row[field] }
        self.values = values
    }

    /// The state that differs from the row in the fewest fields; of several, the last.
    private static func base(of row: EntryValues, among states: [EntryValues], _ fields: [EntryField]) -> EntryValues {
        let differences = states.map { state in fields.count { !row.isSame(as: state, in: $0) } }
        let least = differences.min() ?? 0
        return states[differences.lastIndex(of: least) ?? 0]
    }
}

/// The sessions that a file changes.
package struct RowChanges: Sendable {
    /// The number of sessions that change.
    package private(set) var count = 0
    /// The number of rows that change nothing, because the journal has newer values.
    package private(set) var older = 0
    /// The first rows that change something or whose changes were not all accepted.
    package private(set) var first: [RowChange] = []

    mutating func add(_ change: RowChange) {
        if change.fields.isEmpty { older += 1 } else { count += 1 }
        let isShown = !change.fields.isEmpty || !change.kept.isEmpty
        if isShown, first.count < ImportSurvey.shown { first.append(change) }
    }
}

extension EntryValues {
    /// Whether a row of a file with the number of a session is about that session: it has the same date to the minute,
    /// or everything else is the same. In a file of another journal, the numbers are those of other sessions.
    /// - Parameter hasUniqueNumber: Whether no other row has the number.
    func isAbout(_ session: EntryValues, _ fields: Set<EntryField>, hasUniqueNumber: Bool) -> Bool {
        if isSameMinute(as: session) { return true }
        guard hasUniqueNumber else { return false }
        let others = fields.filter { $0 != .date && $0 != .timeZone && self[$0] != nil }
        guard others.count >= EntryValues.leastEqualFields, location != nil else { return false }
        return fields.allSatisfy { $0 == .date || $0 == .timeZone || isSame(as: session, in: $0) }
    }

    private static let leastEqualFields = 3

    func isSameMinute(as other: EntryValues) -> Bool {
        guard let date, let second = other.date else { return false }
        return (date / 60).rounded(.down) == (second / 60).rounded(.down)
    }
}
