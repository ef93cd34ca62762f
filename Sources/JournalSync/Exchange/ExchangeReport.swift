import Foundation
import Journal
import SurfLanguage

/// What an exchange did.
package struct ExchangeReport: Equatable, Sendable {
    /// Sessions that were added, changed and deleted.
    package struct Counts: Equatable, Sendable {
        package var added = 0
        package var changed = 0
        package var deleted = 0

        package init(added: Int = 0, changed: Int = 0, deleted: Int = 0) {
            (self.added, self.changed, self.deleted) = (added, changed, deleted)
        }

        package var isEmpty: Bool { self == Counts() }

        mutating func add(_ other: Counts) {
            (added, changed, deleted) = (added + other.added, changed + other.changed, deleted + other.deleted)
        }

        /// The number of sessions that were added or changed.
        package var written: Int { added + changed }
    }

    package var sent = Counts()
    package var received = Counts()
    /// The sessions that were on both sides at a first exchange.
    package var paired = 0
    /// Those of them whose fields differed.
    package var differing = 0
    package let isFirst: Bool
    /// The numbers of sessions whose fields were changed on both sides and merged.
    package var merged: [Int64] = []
    /// The numbers of sessions that were changed here and deleted elsewhere, and stay.
    package var kept: [Int64] = []
    /// The numbers of sessions that were deleted, came back because another machine kept them, and are received.
    package var revived: [Int64] = []
    /// The drafts that keep this machine's values of a conflict, with the numbers of their sessions. Only those that
    /// this exchange made or changed.
    package var drafts: [Int: Int64] = [:]
    /// Sessions that came with another number than their maker's, by that number.
    package var renumbered: [Int64: Int64] = [:]
    /// The numbers of received sessions that no command here would accept, such as one without a place, and that were
    /// not like that before.
    package var irregular: [Int64] = []
    /// The number of sessions whose derived UUID belonged to another session.
    package var separated = 0
    /// Whether all sessions were compared, because the history does not reach back to the last sync.
    package var comparedAll = false
    /// How often the exchange began again, because another machine was quicker.
    package var retries = 0

    package init(isFirst: Bool) { self.isFirst = isFirst }
}

extension ExchangeReport {
    /// Adds what was written here.
    mutating func note(_ plan: ExchangePlan, ids: [UUID: Int64]) {
        for session in plan.sessions {
            let id = session.stored?.id ?? ids[session.uuid] ?? session.gone?.id ?? 0
            if isFirst, let stored = session.stored, let other = session.remote,
                !stored.values.isStoredLike(other.values)
            {
                differing += 1
            }
            if session.stored != nil, session.result != nil, session.merge.overruledDeletion != nil { kept.append(id) }
            switch (session.stored, session.result) {
            case (nil, let result?):
                received.added += 1
                if session.gone != nil { revived.append(id) }
                if let number = result.number, number != id { renumbered[number] = id }
                if !result.values.isRegular { irregular.append(id) }
            case (let stored?, let result?) where !stored.values.isStoredLike(result.values):
                received.changed += 1
                if session.base != nil, result != session.remote { merged.append(id) }
                if !result.values.isRegular, stored.values.isRegular { irregular.append(id) }
            case (_?, nil): received.deleted += 1
            default: continue
            }
        }
        for numbers in [\ExchangeReport.merged, \.kept, \.revived, \.irregular] { self[keyPath: numbers].sort() }
    }
}

extension ExchangeReport.Counts {
    /// What a commit of these sessions changes.
    init(_ sessions: [ExchangePlan.Session]) {
        self.init()
        for session in sessions {
            switch (session.remote, session.result) {
            case (nil, _?): added += 1
            case (_?, nil): deleted += 1
            default: changed += 1
            }
        }
    }

    /// The message of a commit, such as `2 added, 1 changed`. It never has a session's text.
    var message: String {
        let parts = [(added, "added"), (changed, "changed"), (deleted, "deleted")].filter { $0.0 > 0 }
        let words = parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        return words.isEmpty ? "No sessions yet\n" : "Sessions: \(words)\n"
    }

    /// The counts of a commit's message; nil for another message.
    init?(message: String) {
        guard let match = message.wholeMatch(of: /Sessions: ([a-z0-9, ]+)\n*/) else { return nil }
        self.init()
        for part in match.1.split(separator: ", ") {
            let words = part.split(separator: " ")
            guard words.count == 2, let number = Int(words[0]) else { return nil }
            switch words[1] {
            case "added": added = number
            case "changed": changed = number
            case "deleted": deleted = number
            default: return nil
            }
        }
    }
}

extension EntryValues {
    /// Whether a command would accept the values.
    var isRegular: Bool {
        guard location?.isEmpty == false, date != nil else { return false }
        return EntryField.allCases.allSatisfy { field in
            guard case .integer(let range) = field.kind, let number = integer(field) else { return true }
            return range.contains(number)
        }
    }
}
