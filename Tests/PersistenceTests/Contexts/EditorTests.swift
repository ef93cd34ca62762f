import Foundation
import Persistence
import PersistenceTestSupport
import Testing

@Suite struct EditorTests {
    /// An editor that logs the calls it receives.
    private final class Field: Editor {
        let name: String
        let succeeds: Bool
        let log: Log
        var text: String?
        weak var item: Item?

        init(_ name: String, _ log: Log, succeeds: Bool = true) {
            (self.name, self.log, self.succeeds) = (name, log, succeeds)
        }

        func commitEditing() -> Bool {
            log.lines.append("commit \(name)")
            if succeeds, let text { item?.name = text }
            return succeeds
        }

        func discardEditing() {
            log.lines.append("discard \(name)")
            text = nil
        }
    }

    private final class Log { var lines: [String] = [] }

    private func inContext(_ body: (ManagedObjectContext, Log) throws -> Void) throws {
        try Stack(model: ItemModel.model()).withContext { try body($0, Log()) }
    }

    /// EDT-01, EDT-03, EDT-05, EDT-11
    @Test func `editors are committed in the order of registration`() throws {
        try inContext { context, log in
            let fields = ["a", "b", "c"].map { Field($0, log) }
            for field in fields { context.objectDidBeginEditing(field) }
            context.objectDidBeginEditing(fields[0])
            #expect(context.commitEditing())
            #expect(log.lines == ["commit a", "commit b", "commit c"])
        }
    }

    /// EDT-02, EDT-11
    @Test func `an editor that has ended editing is neither committed nor discarded`() throws {
        try inContext { context, log in
            let fields = ["a", "b"].map { Field($0, log) }
            for field in fields { context.objectDidBeginEditing(field) }
            context.objectDidEndEditing(fields[0])
            #expect(context.commitEditing())
            context.discardEditing()
            #expect(log.lines == ["commit b", "discard b"])
        }
    }

    /// EDT-04, EDT-05
    @Test func `committing stops at the first editor that fails`() throws {
        try inContext { context, log in
            let fields = [Field("a", log), Field("b", log, succeeds: false), Field("c", log)]
            for field in fields { context.objectDidBeginEditing(field) }
            #expect(!context.commitEditing())
            #expect(log.lines == ["commit a", "commit b"])
        }
    }

    /// EDT-05
    @Test func `committing without editors succeeds`() throws {
        try inContext { context, _ in #expect(context.commitEditing()) }
    }

    /// EDT-06, EDT-14
    @Test(arguments: StoreKind.allCases)
    func `committing updates the objects but does not save them`(_ kind: StoreKind) throws {
        let side = try SharedRows(kind).side()
        let context = side.context()
        try using(context) {
            let item = try context.savedItems("a")[0]
            let field = Field("name", Log())
            (field.item, field.text) = (item, "typed")
            context.objectDidBeginEditing(field)
            #expect(context.commitEditing())
            #expect(item.name == "typed")
            #expect(context.hasChanges)
            #expect(try side.names() == ["a"])
        }
    }

    /// EDT-07, EDT-08, EDT-09
    @Test(arguments: [[true, true, true], [true, false, true], [false, true, false], []])
    func `the delegate receives the first editor that failed, or the last one`(_ succeeding: [Bool]) throws {
        try inContext { context, log in
            let fields = succeeding.enumerated().map { Field("\($0)", log, succeeds: $1) }
            for field in fields { context.objectDidBeginEditing(field) }
            let info = Log()
            var calls = 0
            context.commitEditing(
                didCommit: { editor, didCommit, contextInfo in
                    calls += 1
                    let expected = fields.first { !$0.succeeds } ?? fields.last
                    #expect(editor === expected)
                    #expect(didCommit == succeeding.allSatisfy { $0 })
                    #expect(contextInfo as? Log === info)
                }, contextInfo: info)
            #expect(calls == 1)
            #expect(log.lines.count == succeeding.count)
        }
    }

    /// EDT-10
    @Test func `discarding clears the editors but not the changes of objects`() throws {
        try inContext { context, log in
            let item = try context.savedItems("a")[0]
            item.note = "edited"
            let field = Field("name", log)
            (field.item, field.text) = (item, "typed")
            context.objectDidBeginEditing(field)
            context.discardEditing()
            #expect(field.text == nil)
            #expect([item.name, item.note] == ["a", "edited"])
            #expect(context.hasChanges)
        }
    }
}
