import Persistence
import SurfLanguage

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
}

/// A field that was changed elsewhere since the edit began.
package struct FieldConflict: Equatable, Sendable {
    package let field: EntryField
    /// The value when the edit began.
    package let began: FieldValue?
    /// The stored value; nil also if the entry was deleted.
    package let stored: FieldValue?
    /// The value on the scratchpad.
    package let yours: FieldValue?
    /// Whether the edit also changed the field, to a different value.
    package let overlaps: Bool
}

/// An entry that changed since its edit began.
package struct ConflictReport: Equatable, Sendable {
    package let id: Int64
    /// The stored version; 0 if the entry was deleted.
    package let storedRev: Int64
    /// Whether the entry was deleted.
    package let isDeleted: Bool
    /// The fields that changed elsewhere, in the order of columns.
    package let fields: [FieldConflict]

    /// Fields that both sides changed.
    package var overlapping: [FieldConflict] { fields.filter(\.overlaps) }
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

    package override func resolve(mergeConflicts list: [MergeConflict]) throws {
        report = list.first.map(ConflictReport.init) ?? report
        try policy(for: list).resolve(mergeConflicts: list)
    }

    private func policy(for list: [MergeConflict]) -> MergePolicy {
        if answer == .discard { return .rollback }
        if list.contains(where: \.isRowDeleted) { return .error }
        switch answer {
        case .auto where list.contains(where: \.sourceObject.isDeleted): return .error
        case .auto:
            return list.map(ConflictReport.init).allSatisfy(\.overlapping.isEmpty)
                ? .mergeByPropertyObjectTrump : .error
        case .mine: return .mergeByPropertyObjectTrump
        case .theirs: return .mergeByPropertyStoreTrump
        case .overwrite: return .overwrite
        case .discard: return .rollback
        case .ask, .fail: return .error
        }
    }
}

extension ConflictReport {
    init(_ conflict: MergeConflict) {
        let object = conflict.sourceObject
        id = object.objectID.key ?? 0
        storedRev = Int64(conflict.newVersionNumber)
        isDeleted = conflict.isRowDeleted
        fields = EntryField.allCases.compactMap { field in
            guard let slot = object.entity.slot(named: field.name) else { return nil }
            return FieldConflict(field, slot: slot, conflict)
        }
    }
}

extension FieldConflict {
    /// Nil if the field did not change elsewhere.
    fileprivate init?(_ field: EntryField, slot: Int, _ conflict: MergeConflict) {
        let began = conflict.sourceObject.committedValue(slot)
        let stored = conflict.theirValue(slot) ?? .null
        let yours = conflict.sourceObject.currentValue(slot)
        guard conflict.isRowDeleted || stored != began else { return nil }
        self.field = field
        self.began = FieldValue(began)
        self.stored = FieldValue(stored)
        self.yours = FieldValue(yours)
        overlaps = yours != began && yours != stored
    }
}
