import Foundation
import Journal

/// What a journal knows that can be typed.
///
/// It reads the entries that were added last, by their key, so that Tab is as quick in a journal of a million entries. Use
/// on the main thread.
struct JournalCompletions: CompletionSource {
    /// How many entries are read for places and for IDs.
    static let entriesForPlaces = 5000
    static let entriesForIDs = 500

    let journal: Journal
    let zone: TimeZone
    /// The numbers of running jobs.
    var runningJobs: () -> [Int] = { [] }

    func places() -> [String] {
        var counts: [String: Int] = [:]
        try? journal.records(latest(JournalCompletions.entriesForPlaces)) { record in
            if let place = record.values.location, !place.isEmpty { counts[place, default: 0] += 1 }
        }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }

    func entries(startingWith digits: String, limit: Int) -> [CompletionCandidate] {
        var dates = HumanDate(zone: zone)
        var found: [CompletionCandidate] = []
        try? journal.records(latest(JournalCompletions.entriesForIDs)) { record in
            guard found.count < limit, String(record.id).hasPrefix(digits) else { return }
            let parts = [record.values.date.map { dates.minute($0) }, record.values.location]
            found.append(CompletionCandidate(String(record.id), note: parts.compactMap(\.self).joined(separator: "  ")))
        }
        return found
    }

    func drafts() -> [CompletionCandidate] {
        let text = EntryText(zone: zone)
        let drafts = (try? DraftDesk(journal).folder.list().drafts) ?? []
        return drafts.map { CompletionCandidate("d\($0.number)", note: text.summary($0.content.changes)) }
    }

    func jobs() -> [CompletionCandidate] { runningJobs().map { CompletionCandidate("%\($0)") } }

    private func latest(_ count: Int) -> EntryQuery { EntryQuery(sort: .id, reversed: true, limit: count) }
}
