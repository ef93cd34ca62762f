import Persistence
import PersistenceTestSupport

/// Runs `body` with a side, its root context and a child context, both of which `body` may use.
func withChild(
    _ kind: StoreKind, _ body: (Side, ManagedObjectContext, ManagedObjectContext) throws -> Void
) throws {
    let side = try SharedRows(kind).side()
    let root = side.context()
    let child = root.makeChild()
    try using(root, child) {
        try body(side, root, child)
        root.checkInvariants()
        child.checkInvariants()
    }
}
