import Persistence
import SurfLanguage

/// What to do when an entry changed since its edit began: the engine's merge policies by a user's names.
package enum ConflictAnswer: String, CaseIterable, Sendable {
    /// Merge when different fields changed; otherwise ask.
    case auto
    /// Merge nothing; the person decides.
    case ask
    /// Mine wins where both changed a field.
    case mine
    /// The stored value wins where both changed a field.
    case theirs
    /// My whole entry is forced on the journal.
    case overwrite
    /// The stored entry stays as it is.
    case discard
    /// Never merge.
    case fail
}

/// A field that was changed elsewhere since the edit began.
package struct FieldConflict: Equatable, Sendable {
    package let field: EntryField
    /// When the edit began.
    package let began: FieldValue?
    /// In the journal now; nil also when the entry is gone.
    package let stored: FieldValue?
    /// On the scratchpad.
    package let yours: FieldValue?
    /// Whether the edit changes the field as well, to something else.
    package let overlaps: Bool
}

/// An entry that changed since its edit began.
package struct ConflictReport: Equatable, Sendable {
    package let id: Int64
    /// The stored version; 0 when the entry is gone.
    package let storedRev: Int64
    /// Whether the entry was deleted.
    package let isDeleted: Bool
    /// The fields that changed elsewhere, in the order of columns.
    package let fields: [FieldConflict]

    /// Fields that both sides changed.
    package var overlapping: [FieldConflict] { fields.filter(\.overlaps) }
}

/// The merge policy of one save: carries out the answer, and remembers what it was asked about.
final class AnsweringPolicy: MergePolicy, @unchecked Sendable {
    private let answer: ConflictAnswer
    /// The conflict that the save met, if any.
    private(set) var report: ConflictReport?

    init(_ answer: ConflictAnswer) {
        self.answer = answer
        super.init(merge: .error)
    }

    override func resolve(mergeConflicts list: [MergeConflict]) throws {
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
    /// Nil when the field did not change elsewhere.
    fileprivate init?(_ field: EntryField, slot: Int, _ conflict: MergeConflict) {
        let began = conflict.sourceObject.committedValue(slot)
        let stored = conflict.theirValue(slot) ?? .null
        let yours = conflict.sourceObject.currentValue(slot)
        guard conflict.isRowDeleted || stored != began else { return nil }
        self.field = field
        self.began = FieldValue(began, of: field)
        self.stored = FieldValue(stored, of: field)
        self.yours = FieldValue(yours, of: field)
        overlaps = yours != began && yours != stored
    }
}
