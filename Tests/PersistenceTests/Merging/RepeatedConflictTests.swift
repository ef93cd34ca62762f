import Foundation
import PersistenceTestSupport
import Testing

@testable import Persistence

/// Rows that change again while a save resolves their conflicts.
@Suite struct RepeatedConflictTests {
    /// B-POL-04
    @Test(arguments: StoreKind.allCases, [1, 3, 6])
    func `rows that change again during conflict resolution are compared again`(
        _ kind: StoreKind, _ times: Int
    ) throws {
        let rows = try SharedRows(kind)
        let (side, far) = (try rows.side(), try rows.side())
        let (context, other) = (side.context(), far.context())
        let id = try context.performSaving { $0.name = "a" }
        try using(context, other) {
            let item = try context.item(id)
            let copy = try other.item(id)
            var left = times
            // Another context saves between planning and writing.
            side.probe.willWrite = {
                guard left > 0 else { return }
                left -= 1
                copy.count = Int32(left)
                try other.save()
            }
            context.mergePolicy = .mergeByPropertyObjectTrump
            item.name = "ours"
            try context.save()
            side.probe.willWrite = {}
            #expect(item.name == "ours")
            #expect(!context.hasChanges)
            #expect(left == max(0, times - 4))
            #expect(item.count == Int32(left))
        }
    }

    /// B-POL-04, POL-14
    @Test(arguments: StoreKind.allCases)
    func `a row read during the final conflict resolution is not a conflict later`(_ kind: StoreKind) throws {
        let rows = try SharedRows(kind)
        let (side, far) = (try rows.side(), try rows.side())
        let (context, witness, other) = (side.context(), side.context(), far.context())
        let id = try context.performSaving { $0.name = "a" }
        try using(context, witness, other) {
            let (item, held, copy) = (try context.item(id), try witness.item(id), try other.item(id))
            var left: Int32 = 6
            side.probe.willWrite = {
                left -= 1
                copy.count = left
                try other.save()
            }
            context.mergePolicy = .rollback
            item.name = "ours"
            try context.save()
            side.probe.willWrite = {}
            #expect(item.count == left)
            context.mergePolicy = .error
            item.name = "later"
            try context.save()
            #expect(item.name == "later" && item.count == left)
            withExtendedLifetime(held) {}
        }
    }
}
