import Foundation
import Testing

@testable import Journal
@testable import Persistence
@testable import SurfLanguage

/// Undo and redo through the states that commands leave.
@Suite(.serialized) @MainActor struct UndoCommandsTests {
    private let journal: TemporaryJournal

    init() throws {
        journal = try TemporaryJournal()
    }

    private var entries: [EntryValues] {
        get throws { try journal.open().all(EntryQuery(sort: .id)).map(\.values) }
    }

    /// Adds two sessions, edits one twice, renames their place and deletes one; returns the sessions before the first
    /// and after each of these.
    private func history() throws -> [[EntryValues]] {
        var states = [try entries]
        let id = try journal.add(EntryValues(location: "Malibu", rating: 3)).id
        states.append(try entries)
        let other = try journal.add(EntryValues(location: "Malibu", wind: "onshore")).id
        states.append(try entries)
        try journal.change(id, .rating, .integer(5))
        states.append(try entries)
        try journal.change(id, .rating, .integer(1))
        states.append(try entries)
        let open = try journal.open()
        open.act(for: "spots rename")
        #expect(try open.rename(.place, "Malibu", to: "First Point") == 2)
        states.append(try entries)
        _ = try journal.open().delete([other])
        states.append(try entries)
        return states
    }

    @Test func `undo goes back through every state and redo forward again, twice`() throws {
        let states = try history()
        for _ in 1...2 {
            for state in states.reversed().dropFirst() {
                _ = try journal.open().undoLast(.auto)
                #expect(try entries == state)
            }
            #expect(throws: JournalError.self) { try journal.open().undoLast(.auto) }
            for state in states.dropFirst() {
                _ = try journal.open().redoLast(.auto)
                #expect(try entries == state)
            }
            #expect(throws: JournalError.self) { try journal.open().redoLast(.auto) }
        }
        #expect(try journal.open().listedCommands().total == 6)
    }

    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func `undo and redo in any order restore the recorded states`(seed: UInt64) throws {
        let states = try history()
        var (position, random) = (states.count - 1, seed)
        for _ in 1...12 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let isUndo = position == states.count - 1 || position > 0 && random >> 60 < 9
            _ = try isUndo ? journal.open().undoLast(.auto) : journal.open().redoLast(.auto)
            position += isUndo ? -1 : 1
            #expect(try entries == states[position])
        }
    }

    @Test func `a change by another program stays, and there is nothing to redo`() throws {
        let id = try journal.add(EntryValues(location: "Malibu", rating: 3)).id
        try journal.change(id, .rating, .integer(5))
        _ = try journal.open().undoLast(.auto)
        let other = try journal.open()
        other.mainContext.transactionAuthor = "harbour"
        let pad = try other.beginEdit(id)
        try pad.set(.notes, .text("theirs"))
        _ = try pad.save(.fail)
        #expect(throws: JournalError.self) { try journal.open().redoLast(.auto) }
        #expect(conflict { _ = try journal.open().undoLast(.auto) }?.id == id)
        #expect(try entries.map(\.notes) == ["theirs"])
    }

    @Test func `an undo that changes nothing counts as a step`() throws {
        let id = try journal.add(EntryValues(location: "Malibu", rating: 3)).id
        try journal.change(id, .rating, .integer(5))
        try journal.sql("UPDATE ZJOURNALENTRY SET ZRATING = 1, Z_OPT = Z_OPT + 1")
        #expect(try journal.open().undoLast(.theirs).count == 0)
        #expect(try journal.open().listedCommands().commands.map(\.isUndone) == [true, false])
        #expect(try journal.open().redoLast(.auto).count == 0)
        #expect(try journal.open().listedCommands().commands.map(\.isUndone) == [false, false])
        #expect(try entries.map(\.rating) == [1])
    }

    @Test(arguments: [[1, 2], [1]] as [[Int64]])
    func `undoing a deletion leaves out a session that came back under another number`(deleted: [Int64]) throws {
        let values = EntryValues(location: "Malibu", rating: 3)
        for _ in 1...2 { try journal.add(values) }
        let open = try journal.open()
        let uuid = try #require(try open.storedUUID(of: 1))
        open.act(for: "delete")
        _ = try open.delete(deleted)
        var writes = ExchangeWrites()
        writes.insertions = [.init(uuid: uuid, values: values, id: nil)]
        _ = try open.write(writes, ifUntouchedSince: open.lastNumber(), isFirst: false) { _ in SyncState() }
        let undone = try open.undoLast(.auto)
        #expect(undone.count == deleted.count - 1 && undone.entries.map(\.id) == Array(deleted.dropFirst()))
        #expect(try open.sessions().map(\.id).sorted() == [2, 3])
        #expect(try open.listedCommands().commands.map(\.isUndone) == [false, true, false, false])
        _ = try open.redoLast(.auto)
        #expect(try open.sessions().map(\.id).sorted() == (deleted == [1] ? [2, 3] : [3]))
    }

    @Test func `an undo gives a session that has no UUID one`() throws {
        let samples = try TemporaryJournal(sample: true)
        let open = try samples.open()
        let place = try #require(try open.record(1).values.location)
        #expect(try open.rename(.place, place, to: "First Point") > 0)
        #expect(try open.storedUUID(of: 1) == nil)
        #expect(try open.undoLast(.auto).count > 0)
        #expect(try open.record(1).values.location == place)
        #expect(try open.storedUUID(of: 1) != nil)
    }

    @Test func `an undo to what is stored already asks nothing`() throws {
        let id = try journal.add(EntryValues(location: "Malibu", rating: 3)).id
        try journal.change(id, .rating, .integer(5))
        try journal.sql("UPDATE ZJOURNALENTRY SET ZRATING = 3, Z_OPT = Z_OPT + 1")
        #expect(try journal.open().undoLast(.fail).count == 0)
        #expect(try journal.open().listedCommands().commands.map(\.isUndone) == [true, false])
        #expect(try journal.open().record(id).rev == 3)
    }

    @Test func `an undo whose command has left the history is redone and undone under that command's name`() throws {
        let id = try journal.add(EntryValues(location: "Malibu", rating: 3)).id
        var options = JournalOptions()
        options.historyLimits.transactions = 1
        let open = try Journal.open(journal.url, options)
        open.act(for: "delete")
        _ = try open.delete([id])
        for _ in 1...2 {
            #expect(try open.undoLast(.auto).command.name == "delete")
            #expect(try entries.map(\.rating) == [3])
            let listed = try open.listedCommands().commands
            #expect(listed.map(\.command.name) == ["delete"])
            #expect(listed.map(\.command.deleted) == [1])
            #expect(listed.map(\.isUndone) == [true])
            #expect(try open.redoLast(.auto).command.name == "delete")
            #expect(try entries == [])
        }
    }

    @Test func `an undo of several sessions, of which others changed one, merges that one in the same transaction`()
        throws
    {
        let ids = try (1...3).map { _ in try journal.add(EntryValues(location: "Malibu", rating: 3)).id }
        #expect(try journal.open().rename(.place, "Malibu", to: "First Point") == 3)
        try journal.change(ids[1], .wind, .text("onshore"))
        let count = try journal.integer("SELECT count(*) FROM ATRANSACTION") ?? 0
        let undone = try journal.open().undo(only: step(2), .auto)
        #expect(undone.entries.map(\.id) == ids)
        #expect(try entries.map(\.location) == ["Malibu", "Malibu", "Malibu"])
        #expect(try entries.map(\.wind) == [nil, "onshore", nil])
        #expect(try journal.open().all(EntryQuery(sort: .id)).map(\.rev) == [3, 4, 3])
        #expect(try journal.integer("SELECT count(*) FROM ATRANSACTION") == count + 1)
    }

    @Test func `a conflict in the last of many sessions leaves all as they are`() throws {
        let samples = try TemporaryJournal(sample: true)
        let count = try samples.open().removeSamples()
        let last = Int64(count)
        try samples.sql("INSERT INTO ZJOURNALENTRY (Z_PK, Z_ENT, Z_OPT, ZLOCATION) VALUES (\(last), 1, 1, 'Intruder')")
        #expect(conflict { _ = try samples.open().undoLast(.auto) }?.id == last)
        #expect(try samples.open().all().map(\.values.location) == ["Intruder"])
        #expect(try samples.open().undoLast(.theirs).count == count - 1)
        #expect(try samples.open().all().count == count)
        #expect(try samples.open().record(last).values == EntryValues(location: "Intruder"))
    }

    // MARK: Undoing one command

    private func step(_ number: Int) throws -> CommandHistory.Step {
        let steps = try journal.open().commandHistory().steps
        return steps[steps.count - number]
    }

    @Test func `one command can be undone while a later change of another field stays`() throws {
        let id = try journal.add(EntryValues(location: "Malibu", rating: 3)).id
        try journal.change(id, .rating, .integer(5))
        try journal.change(id, .wind, .text("glassy"))
        #expect(try journal.open().undo(only: step(2), .auto).count == 1)
        #expect(try entries == [EntryValues(location: "Malibu", wind: "glassy", rating: 3)])
        #expect(try journal.open().listedCommands().commands.map(\.isUndone) == [false, true, false])
        _ = try journal.open().redoLast(.auto)
        #expect(try entries == [EntryValues(location: "Malibu", wind: "glassy", rating: 5)])
    }

    @Test func `a later change of the same field or a deletion prevents undoing one command`() throws {
        let id = try journal.add(EntryValues(location: "Malibu", rating: 3)).id
        try journal.change(id, .rating, .integer(5))
        try journal.change(id, .rating, .integer(1))
        #expect(conflict { _ = try journal.open().undo(only: step(2), .auto) }?.id == id)
        #expect(conflict { _ = try journal.open().undo(only: step(3), .auto) }?.id == id)
        #expect(try journal.open().obstacle(to: step(3), changing: id)?.number == 1)
        _ = try journal.open().delete([id])
        for number in 2...4 {
            #expect(conflict { _ = try journal.open().undo(only: step(number), .auto) }?.isDeleted == true)
        }
        #expect(try journal.open().listedCommands().commands.map(\.isUndone) == [false, false, false, false])
        #expect(try entries == [])
    }

    @Test func `a later change that was undone does not prevent undoing one command`() throws {
        let id = try journal.add(EntryValues(location: "Malibu", rating: 3)).id
        try journal.change(id, .rating, .integer(5))
        _ = try journal.open().undoLast(.auto)
        #expect(try journal.open().undo(only: step(2), .auto).entries.map(\.after) == [nil])
    }

    // MARK: The list

    @Test func `the list names the first sessions of every command with their places, even if deleted`() throws {
        _ = try history()
        let (commands, total) = try journal.open().listedCommands(3, reporting: 1)
        #expect(total == 6)
        #expect(commands.map(\.number) == [1, 2, 3])
        #expect(commands.map(\.count) == [1, 2, 1])
        #expect(commands.map { $0.entries.map(\.id) } == [[2], [1], [1]])
        #expect(commands.map { $0.entries.map(\.location) } == [["First Point"], ["First Point"], ["First Point"]])
    }
}
