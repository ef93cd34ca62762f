import Persistence

/// An operation that ends the changes of a context.
enum Ending: String, CaseIterable, Sendable {
    case save, rollback, reset, undo

    func carryOut(in context: ManagedObjectContext) throws {
        switch self {
        case .save: try context.save()
        case .rollback: context.rollback()
        case .reset: context.reset()
        case .undo: context.undo()
        }
    }
}
