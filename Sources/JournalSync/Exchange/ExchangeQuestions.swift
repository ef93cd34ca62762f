import Foundation
import Journal
import SurfLanguage

/// What an exchange asks, with the answers so far, so that nobody is asked twice.
struct ExchangeQuestions {
    private let options: ExchangeOptions
    private var answers: [Question: ConflictChoice] = [:]
    private var isConfirmed = false

    /// The number of deletions that needs no confirmation.
    private static let unaskedDeletions = 20

    init(_ options: ExchangeOptions) { self.options = options }

    /// A field of a session with the three values that were shown.
    private struct Question: Hashable {
        private let uuid: UUID
        private let field: EntryField
        private let values: [UInt8]

        init(_ field: EntryField, _ session: ExchangePlan.Session) {
            (uuid, self.field) = (session.uuid, field)
            values = SessionFile.bytes(
                of: [session.base?.values, session.stored?.values, session.remote?.values].map { values in
                    var only = EntryValues()
                    only[field] = values?[field]
                    return SyncedSession(id: session.uuid, values: only)
                })
        }
    }

    /// Decides the fields that both sides changed.
    mutating func resolveConflicts(_ plan: inout ExchangePlan) throws {
        for index in plan.conflicts {
            let session = plan.sessions[index]
            guard let stored = session.stored else { continue }
            let open = session.conflictingFields.filter { answers[Question($0, session)] == nil }
            if !open.isEmpty {
                let choices = try options.decide(open.map { FieldConflict($0, session) }, stored)
                for (field, choice) in choices { answers[Question(field, session)] = choice }
            }
            plan.resolve(index) { answers[Question($0, session)] ?? .remote }
        }
    }

    /// Asks whether to delete more than 20 sessions, if they are more than a tenth of the journal.
    mutating func confirmDeletions(of plan: ExchangePlan, in journal: Journal) throws {
        let deleted = plan.deleted
        guard deleted.count > ExchangeQuestions.unaskedDeletions, !isConfirmed else { return }
        let total = try journal.sessionCount()
        guard deleted.count > total / 10 else { return }
        let first = Array(deleted.sorted { $0.id < $1.id }.prefix(3))
        let deletions = ManyDeletions(count: deleted.count, total: total, first: first.map(\.id))
        guard try options.confirmDeletions(deletions, first) else { throw SyncError.manyDeletions(deletions) }
        isConfirmed = true
    }
}

extension FieldConflict {
    init(_ field: EntryField, _ session: ExchangePlan.Session) {
        self.init(
            field, began: session.base?.values[field], stored: session.remote?.values[field],
            yours: session.stored?.values[field])
    }
}
