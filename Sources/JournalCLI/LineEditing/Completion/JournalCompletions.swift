import Foundation
import Journal
import JournalInsight
import SurfLanguage

/// Completions from a journal.
///
/// It reads the entries added last, by key, and looks up a few older ones. Therefore Tab is equally fast in a journal
/// of a million entries. Use it on the main thread.
struct JournalCompletions: CompletionSource {
    /// The number of entries read for names and for IDs.
    static let entriesForNames = 5000
    static let entriesForIDs = 500

    let journal: Journal
    let zone: TimeZone
    /// The numbers of running jobs.
    var runningJobs: () -> [Int] = { [] }

    func names(_ kind: NameKind) -> [String] {
        (try? journal.latestNames(kind, of: latest(JournalCompletions.entriesForNames))) ?? []
    }

    func entries(startingWith digits: String, limit: Int) -> [CompletionCandidate] {
        var dates = DateWriter(zone: zone)
        var found: [CompletionCandidate] = []
        try? journal.records(latest(JournalCompletions.entriesForIDs)) { record in
            guard found.count < limit, String(record.id).hasPrefix(digits) else { return }
            found.append(candidate(record, &dates))
        }
        for id in older(digits, than: found.last) where found.count < limit {
            guard let record = try? journal.record(id), samples == .with || !record.sample else { continue }
            found.append(candidate(record, &dates))
        }
        return found
    }

    private func candidate(_ record: EntryRecord, _ dates: inout DateWriter) -> CompletionCandidate {
        let parts = [record.values.date.map { dates.minute($0) }, record.values.location]
        return CompletionCandidate(String(record.id), note: parts.compactMap(\.self).joined(separator: "  "))
    }

    /// The IDs that start with these digits, have at most two more and are below the last ID found, highest first.
    /// Looking up so few by key takes no noticeable time.
    private func older(_ digits: String, than last: CompletionCandidate?) -> [Int64] {
        guard let number = Int64(digits), number > 0, digits.count < 16 else { return [] }
        let longer = [100, 10, 1].flatMap { power in (0..<power).reversed().map { number * power + $0 } }
        return longer.filter { id in last.flatMap { Int64($0.value) }.map { id < $0 } ?? true }
    }

    func drafts() -> [CompletionCandidate] {
        let text = EntryText(zone: zone)
        let drafts = (try? journal.drafts.list().drafts) ?? []
        return drafts.map { CompletionCandidate("d\($0.number)", note: text.summary($0.content.changes)) }
    }

    func jobs() -> [CompletionCandidate] { runningJobs().map { CompletionCandidate("%\($0)") } }

    private var samples: SampleChoice { (try? journal.sampleState().ordinaryChoice) ?? .with }

    private func latest(_ count: Int) -> EntryQuery {
        EntryQuery(sort: .id, reversed: true, limit: count, samples: samples)
    }
}

/// The values of a journal that is opened at the first Tab or later, and jobs. Use it on the main thread.
final class LateCompletions: CompletionSource {
    /// The journal's values, or nil while there is no journal.
    var journal: () -> JournalCompletions? = { nil }
    /// The running jobs.
    var runningJobs: () -> [Job] = { [] }

    func names(_ kind: NameKind) -> [String] { journal()?.names(kind) ?? [] }

    func entries(startingWith digits: String, limit: Int) -> [CompletionCandidate] {
        journal()?.entries(startingWith: digits, limit: limit) ?? []
    }

    func drafts() -> [CompletionCandidate] { journal()?.drafts() ?? [] }

    func jobs() -> [CompletionCandidate] {
        runningJobs().map { CompletionCandidate("%\($0.number)", note: $0.file ?? "sync") }
    }
}
