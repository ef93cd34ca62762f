import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Versions supplied by an incremental store, and the conflicts that it reports.
@Suite struct IncrementalConflictTests {
    @Test func `saving again with the store's own version is not a conflict`() throws {
        let stack = try LoggingStack()
        let id = try stack.saved("a")[0]
        try stack.withContext { context in
            let book = try context.existingObject(with: id)
            for title in ["b", "c", "d"] {
                book.setValue(title, forKey: "title")
                try context.save()
                context.refresh(book, mergeChanges: false)
                #expect(book.value(forKey: "title") as? String == title)
            }
        }
        let version = stack.records { $0.records.values.first { $0.entity == "Book" }?.version }
        #expect(version == 40)
    }

    @Test func `a saved record that is read again with the store's own version is not a conflict`() throws {
        let stack = try LoggingStack()
        let id = try stack.saved("a")[0]
        let reader = stack.context()
        reader.stalenessInterval = 0
        try stack.withContext { context in
            let book = try context.existingObject(with: id)
            for title in ["b", "c"] {
                book.setValue(title, forKey: "title")
                try context.save()
                try using(reader) {
                    let copy = try reader.existingObject(with: id)
                    #expect(copy.value(forKey: "title") as? String == title)
                    reader.refresh(copy, mergeChanges: false)
                }
            }
            #expect(book.value(forKey: "title") as? String == "c")
        }
    }

    @Test func `a context with an older version conflicts with the row cache`() throws {
        let stack = try LoggingStack()
        let id = try stack.saved("a")[0]
        try stack.withContext { first in
            let mine = try first.existingObject(with: id)
            mine.setValue("mine", forKey: "title")
            try stack.withContext { second in
                try second.existingObject(with: id).setValue("theirs", forKey: "title")
                try second.save()
            }
            _ = stack.records.takeLog()
            #expect(persistenceError { try first.save() }?.code == .merge)
            #expect(stack.records.takeLog() == [])
        }
    }

    @Test(
        arguments: [
            (MergePolicy.mergeByPropertyObjectTrump, "mine", "them"), (.mergeByPropertyStoreTrump, "theirs", "them"),
            (.overwrite, "mine", nil), (.rollback, "theirs", "them"),
        ] as [(MergePolicy, String, String?)])
    func `a conflict that the store reports is resolved by the merge policy`(
        policy: MergePolicy, title: String, author: String?
    ) throws {
        let stack = try LoggingStack()
        let id = try stack.saved("a")[0]
        try stack.withContext { context in
            let book = try context.existingObject(with: id)
            book.setValue("mine", forKey: "title")
            stack.records { state in
                for key in state.records.keys where state.records[key]?.entity == "Book" {
                    state.records[key]?.version += 1
                    state.records[key]?.values = ["title": "theirs", "author": "them"]
                }
            }
            let error = persistenceError { try context.save() }
            #expect(error?.code == .merge)
            let conflict = try #require((error?.userInfo["conflictList"] as? [MergeConflict])?.first)
            #expect(conflict.persistedSnapshot?["title"] as? String == "theirs")
            #expect(book.value(forKey: "title") as? String == "mine")
            context.mergePolicy = policy
            try context.save()
            #expect(book.value(forKey: "title") as? String == title)
            #expect(book.value(forKey: "author") as? String == author)
        }
        let stored = stack.records { $0.records.values.first { $0.entity == "Book" }?.values["title"] }
        #expect(stored == title)
    }

    @Test func `an object that the store reports as deleted is deleted in other contexts too`() throws {
        let stack = try LoggingStack()
        let id = try stack.saved("a")[0]
        let (context, holder, witness) = (stack.context(), stack.context(), stack.context())
        try using(context, holder, witness) {
            let (row, held) = (try holder.existingObject(with: id), try witness.existingObject(with: id))
            try context.existingObject(with: id).setValue("mine", forKey: "title")
            stack.records { state in state.records = state.records.filter { $0.value.entity != "Book" } }
            context.mergePolicy = .rollback
            try context.save()
            witness.refresh(held, mergeChanges: false)
            #expect(held.value(forKey: "title") == nil)
            #expect(held.isDeleted)
            withExtendedLifetime(row) {}
        }
    }

    @Test func `a save fails if the store keeps reporting conflicts`() throws {
        let stack = try LoggingStack()
        let id = try stack.saved("a")[0]
        stack.records { $0.reportsConflictsAlways = true }
        try stack.withContext { context in
            context.mergePolicy = .mergeByPropertyObjectTrump
            try context.existingObject(with: id).setValue("b", forKey: "title")
            #expect(persistenceError { try context.save() }?.code == .merge)
            #expect(context.updatedObjects.count == 1)
        }
    }
}
