import Foundation
import Testing

@testable import Journal
@testable import Persistence
@testable import SurfLanguage

/// The history of a journal, and taking commands back.
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
        try journal.change(id, .rating, .rating(5))
        _ = try opened("delete").delete([id])
        let commands = try journal.open().commands()
        #expect(commands.map(\.name) == ["delete", "surfjournal", "surfjournal"])
        #expect(commands.map { [$0.added, $0.changed, $0.deleted] } == [[0, 0, 1], [0, 1, 0], [1, 0, 0]])
    }

    @Test func `a deleted entry comes back whole, under its ID and with its revision`() throws {
        let id = try add(full)
        let before = try journal.open().record(id)
        _ = try opened("delete").delete([id])
        let undone = try journal.open().undoLast(.auto)
        #expect(undone.command.name == "delete")
        #expect(undone.entries == [.init(id: id, before: nil, after: before)])
        #expect(try journal.open().record(id) == before)
        #expect(try add(EntryValues(location: "Rincon")) == id + 1)
    }

    @Test func `an edit is undone field by field, redone, and undone again`() throws {
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

    @Test func `an added entry is gone, and back under its ID`() throws {
        let id = try add(full)
        let undone = try journal.open().undoLast(.auto)
        #expect(undone.entries.map(\.after) == [nil])
        #expect(try journal.open().all().isEmpty)
        #expect(try journal.open().redoLast(.auto).command.added == 1)
        #expect(try journal.open().all().map(\.id) == [id])
    }

    @Test func `several entries of one command are taken back together`() throws {
        let ids = [try add(full), try add(EntryValues(location: "Rincon")), try add(EntryValues(location: "Rincon"))]
        #expect(try opened("spots rename").renameSpot("Rincon", to: "Rincon Cove") == 2)
        let undone = try journal.open().undoLast(.auto)
        #expect(undone.entries.map(\.id) == Array(ids.dropFirst()))
        #expect(try journal.open().all(EntryQuery(sort: .id)).map(\.values.location) == ["Malibu", "Rincon", "Rincon"])
    }

    @Test(arguments: [true, false])
    func `what a command saves one after the other is taken back together where it says so`(together: Bool) throws {
        let ids = [try add(full), try add(full)]
        let run = try journal.open()
        run.act(for: "save", together: together)
        for id in ids {
            let pad = try run.beginEdit(id)
            try pad.set(.rating, .rating(1))
            _ = try pad.save(.auto)
        }
        #expect(try journal.open().undoLast(.auto).entries.map(\.id) == (together ? ids : [ids[1]]))
        #expect(try journal.open().record(ids[0]).values.rating == (together ? 3 : 1))
    }

    @Test func `a sample that was removed is a sample again`() throws {
        let samples = try TemporaryJournal(sample: true)
        let before = try samples.open().all(EntryQuery(sort: .id))
        _ = try samples.open().removeSamples()
        #expect(try samples.open().undoLast(.auto).entries.count == before.count)
        #expect(try samples.open().all(EntryQuery(sort: .id)) == before)
    }

    @Test func `an undo tells of as many entries as it is asked for, and counts them all`() throws {
        let samples = try TemporaryJournal(sample: true)
        let count = try samples.open().removeSamples()
        let undone = try samples.open().undoLast(.auto, telling: 3)
        #expect(undone.entries.map(\.id) == [1, 2, 3])
        #expect(undone.count == count)
        #expect(undone.command.deleted == count)
    }

    @Test func `restored samples are taken away again`() throws {
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
    func `what a program without history changed since is a conflict`(answer: ConflictAnswer, rating: Int16?) throws {
        let id = try add(full)
        try journal.change(id, .rating, .rating(5))
        try journal.sql("UPDATE ZJOURNALENTRY SET ZRATING = 1, Z_OPT = Z_OPT + 1")
        let report = conflict { _ = try journal.open().undoLast(answer) }
        #expect((report == nil) == (rating != nil))
        #expect(try journal.open().record(id).values.rating == rating ?? 1)
        if rating == nil { #expect(report?.fields.map(\.field) == [.rating]) }
    }

    /// Changes a field of an entry as another program on the engine does, which keeps the history too.
    private func changeElsewhere(_ id: Int64, _ field: EntryField, _ value: FieldValue) throws {
        let other = try journal.open()
        other.mainContext.transactionAuthor = "another program"
        let pad = try other.beginEdit(id)
        try pad.set(field, value)
        _ = try pad.save(.fail)
    }

    @Test(arguments: answers)
    func `what a program with a history changed since is a conflict too`(answer: ConflictAnswer, rating: Int16?) throws
    {
        let id = try add(full)
        try journal.change(id, .rating, .rating(5))
        try changeElsewhere(id, .rating, .rating(1))
        let report = conflict { _ = try journal.open().undoLast(answer) }
        #expect((report == nil) == (rating != nil))
        #expect(try journal.open().record(id).values.rating == rating ?? 1)
    }

    @Test func `what a program with a history changed since in another field stays, and its revision is passed`() throws
    {
        let id = try add(full)
        try journal.change(id, .rating, .rating(5))
        try changeElsewhere(id, .wind, .text("onshore"))
        let undone = try journal.open().undoLast(.auto)
        #expect(undone.entries.map(\.after?.values.rating) == [3])
        let record = try journal.open().record(id)
        #expect(record.values.wind == "onshore")
        #expect(record.rev == 4)
    }

    @Test func `an added entry that a program without history changed since is not taken away unasked`() throws {
        let id = try add(full)
        try journal.sql("UPDATE ZJOURNALENTRY SET ZRATING = 1, Z_OPT = Z_OPT + 1")
        #expect(conflict { _ = try journal.open().undoLast(.auto) }?.id == id)
        #expect(try journal.open().all().count == 1)
        #expect(try journal.open().undoLast(.mine).entries.map(\.after) == [nil])
    }

    /// Changes an entry as another program on the engine does, which keeps a history under its own author.
    private func changeElsewhere(_ id: Int64, _ field: EntryField, _ value: FieldValue?) throws {
        let other = try journal.open()
        other.mainContext.transactionAuthor = "harbour"
        let pad = try other.beginEdit(id)
        try pad.set(field, value)
        _ = try pad.save(.fail)
    }

    @Test(arguments: [ConflictAnswer.auto, .fail, .ask])
    func `an added entry that a program with a history changed since is not taken away unasked`(
        _ answer: ConflictAnswer
    ) throws {
        let id = try add(full)
        try changeElsewhere(id, .notes, .text("theirs"))
        #expect(conflict { _ = try journal.open().undoLast(answer) }?.id == id)
        #expect(try journal.open().record(id).values.notes == "theirs")
        #expect(try journal.open().undoLast(.theirs).count == 0)
        #expect(try journal.open().record(id).values.notes == "theirs")
    }

    @Test func `an added entry that somebody changed since goes where the answer says so`() throws {
        let id = try add(full)
        try changeElsewhere(id, .notes, .text("theirs"))
        #expect(try journal.open().undoLast(.mine).entries.map(\.after) == [nil])
        #expect(throws: JournalError.self) { try journal.open().record(id) }
    }

    @Test func `what programs with and without history changed since is not taken for what the command left`() throws {
        let id = try add(full)
        try journal.change(id, .rating, .rating(5))
        try journal.sql("UPDATE ZJOURNALENTRY SET ZRATING = 1, Z_OPT = Z_OPT + 1")
        try changeElsewhere(id, .notes, .text("theirs"))
        #expect(conflict { _ = try journal.open().undoLast(.auto) }?.fields.map(\.field).contains(.rating) == true)
        #expect(try journal.open().record(id).values.rating == 1)
    }

    @Test func `an edit is taken back beside what a program with a history changed in other fields`() throws {
        let id = try add(full)
        try journal.change(id, .rating, .rating(5))
        try changeElsewhere(id, .notes, .text("theirs"))
        _ = try journal.open().undoLast(.auto)
        #expect(try journal.open().record(id).values.rating == 3)
        #expect(try journal.open().record(id).values.notes == "theirs")
    }

    @Test func `an entry that came back and was changed since is not taken away again unasked`() throws {
        let id = try add(full)
        try journal.change(id, .rating, .rating(5))
        _ = try opened("delete").delete([id])
        _ = try journal.open().undoLast(.auto)
        try journal.sql("UPDATE ZJOURNALENTRY SET ZNOTES = 'theirs', Z_OPT = Z_OPT + 1")
        #expect(conflict { _ = try journal.open().redoLast(.auto) }?.id == id)
        #expect(try journal.open().record(id).values.notes == "theirs")
    }

    @Test func `what a program without history deleted since stays deleted, and says so`() throws {
        let id = try add(full)
        try journal.change(id, .rating, .rating(5))
        try journal.sql("DELETE FROM ZJOURNALENTRY")
        #expect(conflict { _ = try journal.open().undoLast(.auto) } == nil)
        #expect(try journal.open().all().isEmpty)
    }

    @Test func `a command that saved nothing is not in the history`() throws {
        let id = try add(full)
        let pad = try journal.open().beginEdit(id)
        try pad.set(.rating, .rating(1))
        try journal.change(id, .rating, .rating(5))
        #expect(conflict { _ = try pad.save(.fail) } != nil)
        #expect(try journal.open().commands().count == 2)
    }

    @Test func `without a command there is nothing to take back`() throws {
        #expect(throws: JournalError.self) { try journal.open().undoLast(.auto) }
        #expect(try journal.open().commands().isEmpty)
    }

    @Test func `a history is bounded, however often a session with long texts is changed`() throws {
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
