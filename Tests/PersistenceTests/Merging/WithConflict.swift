import Foundation
import PersistenceTestSupport
import Testing

@testable import Persistence

/// Runs `body` with items that are changed both in another context and in this one.
func withConflict(
    _ kind: StoreKind, _ level: MergeCase.Level, names: [String],
    _ body: (ManagedObjectContext, [Item], SharedRows) throws -> Void
) throws {
    let rows = try SharedRows(kind)
    let side = try rows.side()
    let (context, other) = (side.context(), level == .cache ? side.context() : try rows.side().context())
    try using(context, other) {
        let items = try names.map { try context.savedItems($0)[0] }
        for item in items { try other.item(item.objectID).note = "theirs" }
        try other.save()
        for item in items { item.note = "ours" }
        try body(context, items, rows)
        context.checkInvariants()
    }
}
