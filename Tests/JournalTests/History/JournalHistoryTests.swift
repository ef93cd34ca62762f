import Foundation
import Testing

@testable import Journal
@testable import Persistence
@testable import SurfLanguage

/// The history of a journal, and undoing commands.
@Suite(.serialized) @MainActor struct JournalHistoryTests {
    let journal: TemporaryJournal

    init() throws {
        journal = try TemporaryJournal()
    }

    private func add(_ values: EntryValues) throws -> Int64 { try journal.add(values).id }

    private func opened(_ command: String) throws -> Journal {
        let open = try journal.open()
        open.act(for: command)
        return open
    }

    private let full = EntryValues(
        date: 800_000_000.123456, location: "Malibu", height: "4ft", period: "12s", wind: "offshore", rating: 3)

    @Test func `every command is in the history under its name, newest first`() throws {
        let id = try add(full)
        try journal.change(id, .rating, .integer(5))
        _ = try opened("delete").delete([id])
        let commands = try journal.open().commands()
        #expect(commands.map(\.name) == ["delete", "surfjournal", "surfjournal"])
        #expect(commands.map { [$0.added, $0.changed, $0.deleted] } == [[0, 0, 1], [0, 1, 0], [1, 0, 0]])
    }

    @Test func `the last transaction until a date includes one of that date`() throws {
        for _ in 1...2 { _ = try add(full) }
        let open = try journal.open()
        let date = try #require(try open.commands().first).date
        #expect(try open.lastTransaction(until: date) == 2)
        #expect(try open.lastTransaction(until: nil) == 2)
        #expect(try open.lastTransaction(until: date.nextDown) == 1)
        #expect(try open.lastTransaction(until: 0) == 0)
    }

    @Test func `a deleted entry is restored with all values, its ID and its revision`() throws {
        let id = try add(full)
        let before = try journal.open().record(id)
        _ = try opened("delete").delete([id])
        let undone = try journal.open().undoLast(.auto)
        #expect(undone.command.name == "delete")
        #expect(undone.entries == [.init(id: id, before: nil, after: before)])
        #expect(try journal.open().record(id) == before)
        #expect(try add(EntryValues(location: "Rincon")) == id + 1)
    }

    @Test func `an edit can be undone, redone and undone again`() throws {
        let id = try add(full)
        try journal.change(id, .wind, nil)
        let undone = try journal.open().undoLast(.auto)
        #expect(undone.entries.map(\.before?.values.wind) == [nil])
        #expect(undone.entries.map(\.after?.values) == [full])
        #expect(try journal.open().record(id).values == full)
        let redone = try journal.open().redoLast(.auto)
        #expect(redone.isRedone && redone.command.changed == 1)
        #expect(try journal.open().record(id).values.wind == nil)
        _ = try journal.open().undoLast(.auto)
        #expect(try journal.open().record(id).values == full)
    }

    @Test func `undoing an addition removes the entry, and redo restores it under its ID`() throws {
        let id = try add(full)
        let undone = try journal.open().undoLast(.auto)
        #expect(undone.entries.map(\.after) == [nil])
        #expect(try journal.open().all().isEmpty)
        #expect(try journal.open().redoLast(.auto).command.added == 1)
        #expect(try journal.open().all().map(\.id) == [id])
    }

    @Test func `all entries of one command are undone together`() throws {
        let ids = [try add(full), try add(EntryValues(location: "Rincon")), try add(EntryValues(location: "Rincon"))]
        #expect(try opened("spots rename").rename(.place, "Rincon", to: "Rincon Cove") == 2)
        let undone = try journal.open().undoLast(.auto)
        #expect(undone.entries.map(\.id) == Array(ids.dropFirst()))
        #expect(try journal.open().all(EntryQuery(sort: .id)).map(\.values.location) == ["Malibu", "Rincon", "Rincon"])
    }

    @Test(arguments: [true, false])
    func `several saves of one command are undone together only if it groups them`(together: Bool) throws {
        let ids = [try add(full), try add(full)]
        let run = try journal.open()
        run.act(for: "save", together: together)
        for id in ids {
            let pad = try run.beginEdit(id)
            try pad.set(.rating, .integer(1))
            _ = try pad.save(.auto)
        }
        #expect(try journal.open().undoLast(.auto).entries.map(\.id) == (together ? ids : [ids[1]]))
        #expect(try journal.open().record(ids[0]).values.rating == (together ? 3 : 1))
    }

    @Test func `a removed sample is a sample again after undo`() throws {
        let samples = try TemporaryJournal(sample: true)
        let before = try samples.open().all(EntryQuery(sort: .id))
        _ = try samples.open().removeSamples()
        #expect(try samples.open().undoLast(.auto).entries.count == before.count)
        #expect(try samples.open().all(EntryQuery(sort: .id)) == before)
    }

    @Test func `undo returns at most the requested number of entries, with the total`() throws {
        let samples = try TemporaryJournal(sample: true)
        let count = try samples.open().removeSamples()
        let undone = try samples.open().undoLast(.auto, reporting: 3)
        #expect(undone.entries.map(\.id) == [1, 2, 3])
        #expect(undone.count == count)
        #expect(undone.command.deleted == count)
    }

    @Test func `undoing a restore of the samples removes them again`() throws {
        let samples = try TemporaryJournal(sample: true)
        let count = try samples.open().removeSamples()
        #expect(try samples.open().restoreSamples() == count)
        #expect(try samples.open().undoLast(.auto).entries.count == count)
        #expect(try samples.open().all().isEmpty)
    }

    nonisolated static let answers: [(ConflictAnswer, Int16?)] = [
        (.auto, nil), (.fail, nil), (.ask, nil), (.mine, 3), (.overwrite, 3), (.theirs, 1), (.discard, 1),
    ]

    @Test(arguments: answers)
    func `undoing over a change by a program without history is a conflict`(answer: ConflictAnswer, rating: Int16?)
        throws
    {
        let id = try add(full)
        try journal.change(id, .rating, .integer(5))
        try journal.sql("UPDATE ZJOURNALENTRY SET ZRATING = 1, Z_OPT = Z_OPT + 1")
        let report = conflict { _ = try journal.open().undoLast(answer) }
        #expect((report == nil) == (rating != nil))
        #expect(try journal.open().record(id).values.rating == rating ?? 1)
        if rating == nil { #expect(report?.fields.map(\.field) == [.rating]) }
    }

    /// Changes a field of an entry like another program that uses the engine, which also writes history.
    private func changeElsewhere(_ id: Int64, _ field: EntryField, _ value: FieldValue) throws {
        let other = try journal.open()
        other.mainContext.transactionAuthor = "another program"
        let pad = try other.beginEdit(id)
        try pad.set(field, value)
        _ = try pad.save(.fail)
    }

    @Test(arguments: answers)
    func `undoing over a change by a program with history is a conflict too`(answer: ConflictAnswer, rating: Int16?)
        throws
    {
        let id = try add(full)
        try journal.change(id, .rating, .integer(5))
        try changeElsewhere(id, .rating, .integer(1))
        let report = conflict { _ = try journal.open().undoLast(answer) }
        #expect((report == nil) == (rating != nil))
        #expect(try journal.open().record(id).values.rating == rating ?? 1)
    }

    @Test func `undo keeps a change of another field by a program with history`() throws {
        let id = try add(full)
        try journal.change(id, .rating, .integer(5))
        try changeElsewhere(id, .wind, .text("onshore"))
        let undone = try journal.open().undoLast(.auto)
        #expect(undone.entries.map(\.after?.values.rating) == [3])
        let record = try journal.open().record(id)
        #expect(record.values.wind == "onshore")
        #expect(record.rev == 4)
    }

    @Test func `undoing an addition that a program without history has changed needs an answer`() throws {
        let id = try add(full)
        try journal.sql("UPDATE ZJOURNALENTRY SET ZRATING = 1, Z_OPT = Z_OPT + 1")
        #expect(conflict { _ = try journal.open().undoLast(.auto) }?.id == id)
        #expect(try journal.open().all().count == 1)
        #expect(try journal.open().undoLast(.mine).entries.map(\.after) == [nil])
    }

    /// Changes an entry like another program that uses the engine, which writes history under its own author.
    private func changeElsewhere(_ id: Int64, _ field: EntryField, _ value: FieldValue?) throws {
        let other = try journal.open()
        other.mainContext.transactionAuthor = "harbour"
        let pad = try other.beginEdit(id)
        try pad.set(field, value)
        _ = try pad.save(.fail)
    }

    @Test(arguments: [ConflictAnswer.auto, .fail, .ask])
    func `undoing an addition that a program with history has changed needs an answer`(
        _ answer: ConflictAnswer
    ) throws {
        let id = try add(full)
        try changeElsewhere(id, .notes, .text("theirs"))
        #expect(conflict { _ = try journal.open().undoLast(answer) }?.id == id)
        #expect(try journal.open().record(id).values.notes == "theirs")
        #expect(try journal.open().undoLast(.theirs).count == 0)
        #expect(try journal.open().record(id).values.notes == "theirs")
    }

    @Test func `an added entry that was changed since is removed if the answer is mine`() throws {
        let id = try add(full)
        try changeElsewhere(id, .notes, .text("theirs"))
        #expect(try journal.open().undoLast(.mine).entries.map(\.after) == [nil])
        #expect(throws: JournalError.self) { try journal.open().record(id) }
    }

    @Test func `changes by other programs, with or without history, are not attributed to the command`() throws {
        let id = try add(full)
        try journal.change(id, .rating, .integer(5))
        try journal.sql("UPDATE ZJOURNALENTRY SET ZRATING = 1, Z_OPT = Z_OPT + 1")
        try changeElsewhere(id, .notes, .text("theirs"))
        #expect(conflict { _ = try journal.open().undoLast(.auto) }?.fields.map(\.field).contains(.rating) == true)
        #expect(try journal.open().record(id).values.rating == 1)
    }

    @Test func `an edit is undone while changes of other fields by a program with history stay`() throws {
        let id = try add(full)
        try journal.change(id, .rating, .integer(5))
        try changeElsewhere(id, .notes, .text("theirs"))
        _ = try journal.open().undoLast(.auto)
        #expect(try journal.open().record(id).values.rating == 3)
        #expect(try journal.open().record(id).values.notes == "theirs")
    }

    @Test func `redoing the deletion of an entry that was changed since needs an answer`() throws {
        let id = try add(full)
        try journal.change(id, .rating, .integer(5))
        _ = try opened("delete").delete([id])
        _ = try journal.open().undoLast(.auto)
        try journal.sql("UPDATE ZJOURNALENTRY SET ZNOTES = 'theirs', Z_OPT = Z_OPT + 1")
        #expect(conflict { _ = try journal.open().redoLast(.auto) }?.id == id)
        #expect(try journal.open().record(id).values.notes == "theirs")
    }

    @Test func `an entry deleted by a program without history stays deleted`() throws {
        let id = try add(full)
        try journal.change(id, .rating, .integer(5))
        try journal.sql("DELETE FROM ZJOURNALENTRY")
        #expect(conflict { _ = try journal.open().undoLast(.auto) } == nil)
        #expect(try journal.open().all().isEmpty)
    }

    @Test func `a command that saved nothing is not in the history`() throws {
        let id = try add(full)
        let pad = try journal.open().beginEdit(id)
        try pad.set(.rating, .integer(1))
        try journal.change(id, .rating, .integer(5))
        #expect(conflict { _ = try pad.save(.fail) } != nil)
        #expect(try journal.open().commands().count == 2)
    }

    @Test func `without a command there is nothing to undo`() throws {
        #expect(throws: JournalError.self) { try journal.open().undoLast(.auto) }
        #expect(try journal.open().commands().isEmpty)
    }

    @Test func `the history stays bounded however often long texts are changed`() throws {
        let id = try add(full)
        var options = JournalOptions()
        options.historyLimits.bytes = 1 << 20
        options.historyLimits.transactions = 50
        let open = try Journal.open(journal.url, options)
        for turn in 0..<120 {
            let pad = try open.beginEdit(id)
            try pad.set(.wind, .text("\(turn)" + String(repeating: "w", count: turn < 60 ? 100_000 : 10)))
            _ = try pad.save(.auto)
        }
        #expect(try open.commands().count <= 55)
        #expect(try journal.integer("SELECT sum(Z_BYTES) FROM HISTORY_SIZE") ?? .max < 1_200_000)
        #expect(try journal.integer("SELECT (SELECT * FROM pragma_page_count) * 4096") ?? .max < 4_000_000)
        #expect(try open.undoLast(.auto).entries.count == 1)
    }
}
