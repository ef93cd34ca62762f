import Persistence
import PersistenceTestSupport

/// A root context and its descendants, one child each.
struct ContextChain {
    let all: [ManagedObjectContext]
    var root: ManagedObjectContext { all[0] }
    var last: ManagedObjectContext { all[all.count - 1] }
    var parents: [ManagedObjectContext] { all.dropLast() }

    init(_ root: ManagedObjectContext, generations: Int) {
        var all = [root]
        for _ in 0..<generations { all.append(all[all.count - 1].makeChild()) }
        self.all = all
    }

    /// Runs `body` on the queues of all contexts.
    func use(_ body: () throws -> Void) rethrows {
        try using(all[...], body)
    }

    /// Saves every child into its parent, the youngest first.
    func saveChildren() throws {
        for child in all.dropFirst().reversed() { try child.save() }
    }
}
