import Persistence
import PersistenceTestSupport

/// The contexts of a random script.
///
/// Contexts 0 and 1 use one coordinator, 2 is a child of 0, 3 is a child of 2, and 4 uses another coordinator with the
/// same file (the first coordinator if the store is in memory). Contexts 0, 2 and 3 have undo managers.
struct ScriptContexts {
    static let parents: [Int?] = [nil, nil, 0, 2, nil]
    private static let otherCoordinator = 4

    let stacks: [Stack]
    private(set) var contexts: [ManagedObjectContext] = []

    init(_ kind: StoreKind) throws {
        let stack = try Stack(kind)
        stacks = kind == .sqlite ? [stack, try Stack(beside: stack)] : [stack]
        for (index, parent) in ScriptContexts.parents.enumerated() {
            contexts.append(parent.map { contexts[$0].makeChild() } ?? stacks[coordinator(of: index)].context())
        }
        contexts[0].undoManager = ContextUndoManager()
    }

    /// The index of the coordinator that a context reads through.
    func coordinator(of context: Int) -> Int { context == ScriptContexts.otherCoordinator ? stacks.count - 1 : 0 }
}
