import Persistence

/// How to resolve a conflict with an entry that changed since its edit began: the engine's merge policies under
/// user-facing names.
package enum ConflictAnswer: String, CaseIterable, Sendable {
    /// Merge if different fields changed; otherwise ask.
    case auto
    /// Merge nothing and ask.
    case ask
    /// Merge. Where both changed a field, the edit's value is used.
    case mine
    /// Merge. Where both changed a field, the stored value is used.
    case theirs
    /// Replace the stored entry with the edited one.
    case overwrite
    /// Keep the stored entry.
    case discard
    /// Never merge; fail.
    case fail

    /// The merge policy for a conflict; `error` if the answer does not resolve it.
    /// - Parameter isDeletion: Whether the edit deletes the entry.
    func policy(for report: ConflictReport, isDeletion: Bool) -> MergePolicyType {
        switch self {
        case .discard: .rollback
        case _ where report.isDeleted: .error
        case .auto: !isDeletion && report.overlapping.isEmpty ? .mergeByPropertyObjectTrump : .error
        case .mine: .mergeByPropertyObjectTrump
        case .theirs: .mergeByPropertyStoreTrump
        case .overwrite: .overwrite
        case .ask, .fail: .error
        }
    }
}

/// The merge policy of one save. It applies the answer and records the conflict.
package final class AnsweringPolicy: MergePolicy, @unchecked Sendable {
    private let answer: ConflictAnswer
    /// The conflict during the save, if any.
    private(set) var report: ConflictReport?

    init(_ answer: ConflictAnswer) {
        self.answer = answer
        super.init(merge: .error)
    }

    package override func resolve(optimisticLockingConflicts list: [MergeConflict]) throws {
        let reports = list.map(ConflictReport.init)
        report = reports.first ?? report
        let policies = zip(list, reports).map { answer.policy(for: $1, isDeletion: $0.sourceObject.isDeleted) }
        let type = policies.contains(.error) ? .error : policies.first ?? .error
        try MergePolicy(merge: type).resolve(optimisticLockingConflicts: list)
    }
}
