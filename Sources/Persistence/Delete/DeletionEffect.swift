/// What the deletion of an object does to the destinations of one of its relationships. The delete rules are carried out
/// in three places of this folder: on objects when an event ends (`propagateDeletes`), on objects that are validated
/// (`validateDeletion`), and on the rows of a batch (`BatchDeletion`).
enum DeletionEffect {
    /// The deletion fails while there are destinations that are not deleted too.
    case deny
    /// The destinations are deleted too.
    case cascade
    /// The object is removed from the inverse relationship of the destinations, which has this slot in their table.
    case nullify(inverse: Int)
    case noAction
}

extension EntityLayout.Slot {
    /// The effect of the relationship's delete rule; `noAction` for an attribute.
    var deletionEffect: DeletionEffect {
        guard let relationship else { return .noAction }
        return switch relationship.deleteRule {
        case .denyDeleteRule: .deny
        case .cascadeDeleteRule: .cascade
        case .nullifyDeleteRule: inverse.map { .nullify(inverse: $0) } ?? .noAction
        case .noActionDeleteRule: .noAction
        }
    }

    /// The message of the error that `deny` causes.
    var denial: String { "“\(name)” still has objects, so this one cannot be deleted." }
}
