import Foundation
import JournalTransfer
import SurfLanguage
import TestSupport

@testable import Journal
@testable import JournalSync

/// A field's value that somebody saw, or nobody set.
struct SeenValue: Hashable {
    fileprivate(set) var uuid: UUID
    let field: EntryField
    private let value: Value

    private enum Value: Hashable {
        case none
        case text(String)
        case integer(Int16)
        case number(UInt64)
    }

    init(_ uuid: UUID, _ field: EntryField, _ value: FieldValue?) {
        (self.uuid, self.field) = (uuid, field)
        switch value {
        case nil: self.value = .none
        case .text(let text)?: self.value = .text(text)
        case .integer(let number)?: self.value = .integer(number)
        case .date(let number)?, .number(let number)?: self.value = .number(number.bitPattern)
        }
    }
}

/// A machine of a simulation: a journal in a file, and its copy of the remote. A naive model beside it knows which
/// values the machine has seen.
@MainActor final class SimulatedMachine {
    /// The fields that scripts change.
    static let fields = [EntryField.date, .location, .height, .rating, .notes]

    let name: String
    let url: URL
    private(set) var journal: Journal
    private var repository: MemoryRepository
    /// The values that the machine has seen.
    private(set) var seen: Set<SeenValue> = []
    /// The sessions when somebody last looked. Nobody else changes the journal.
    private var known: [UUID: IdentifiedSession] = [:]
    private let world: SimulatedWorld
    private let remote: GitRemote
    /// The most sessions of a side that an exchange holds in memory.
    private let fewSessions: Int

    init(_ name: String, in world: SimulatedWorld, journal url: URL, fewSessions: Int) throws {
        (self.name, self.url, self.world, self.fewSessions) = (name, url, world, fewSessions)
        journal = try Journal.open(url)
        repository = MemoryRepository(world.remote)
        remote = try GitRemote("/remote")
        look()
    }

    /// The sessions by UUID, as everybody on this machine sees them.
    func sessions() throws -> [UUID: IdentifiedSession] {
        Dictionary(uniqueKeysWithValues: try journal.sessions().map { ($0.uuid, $0) })
    }

    var ids: [Int64] { known.values.map(\.id).sorted() }

    /// Notes that the machine has seen its journal.
    private func look() { look((try? sessions()) ?? [:]) }

    private func look(_ sessions: [UUID: IdentifiedSession]) {
        known = sessions
        for session in sessions.values {
            for field in SimulatedMachine.fields {
                seen.insert(SeenValue(session.uuid, field, session.values[field]))
            }
        }
    }

    // MARK: Changes

    /// Runs a command, and notes what it changed.
    func run(_ command: String, _ body: (Journal) throws -> Void) throws {
        let before = known
        journal.act(for: command)
        do { try body(journal) } catch is JournalError {}
        let after = try sessions()
        for uuid in Set(before.keys).union(after.keys) {
            let (old, new) = (before[uuid]?.values, after[uuid]?.values)
            guard new != nil || old != nil else { continue }
            if new == nil {
                world.note(.init(uuid: uuid, field: nil, value: nil, by: name, seen: seen, mayYield: false))
                continue
            }
            for field in SimulatedMachine.fields where old?[field] != new?[field] || old == nil {
                if old == nil, new?[field] == nil { continue }
                world.note(
                    .init(
                        uuid: uuid, field: field, value: new?[field], by: name, seen: seen,
                        mayYield: command == "spots rename"))
            }
        }
        look(after)
    }

    func add(_ values: EntryValues) throws {
        try run("add") { journal in
            let pad = journal.beginAdd()
            pad.change(Dictionary(uniqueKeysWithValues: EntryField.allCases.map { ($0, values[$0]) }))
            _ = try pad.save(.auto)
        }
    }

    func edit(_ id: Int64, _ field: EntryField, _ value: FieldValue?) throws {
        try run("edit") { journal in
            let pad = try journal.beginEdit(id)
            try pad.set(field, value)
            _ = try pad.save(.auto)
        }
    }

    /// Imports a table. Rows that are in the journal already are left out.
    func importTable(_ text: String) throws {
        let file = url.appendingPathExtension("csv")
        try Data(text.utf8).write(to: file)
        try run("import") { journal in
            _ = try journal.importEntries(
                from: ImportFile.open(file.path), ImportRequest(dates: DateReader(now: 9e8, zone: .gmt)),
                cancel: CancelToken(), problem: { _ in "bad" }, progress: { _ in })
        }
    }

    // MARK: Exchanges

    /// Exchanges once. Errors are those that a person would see, and mean that nothing was lost.
    func exchange(fault: @escaping (String) -> CallFault? = { _ in nil }) throws {
        repository.fault = fault
        repository.onCommit = { [unowned self] in world.seen[$0] = seen }
        var options = ExchangeOptions(machine: name, now: 8e8)
        options.wait = { _ in }
        options.confirmDeletions = { _, _ in true }
        options.fewSessions = fewSessions
        let (isBaseless, before) = (try journal.syncState().base == nil, known)
        if isBaseless, hasStarted { world.noteUnfinished(before.keys) }
        defer {
            restart()
            if isBaseless { notePairs(before) }
        }
        do {
            let isFirst = isBaseless && !hasStarted
            var exchange = try Exchange(journal, repository, remote, options, isFirst ? .chosenNow : .chosen) {
                [unowned self] in hasStarted = true
            }
            // What came with the head is seen once it is stored; the commit contains that. A pair may be changed by
            // what comes with the next head.
            repository.onCommit = { [unowned self] commit in
                lookAtBase()
                look()
                if isBaseless { notePairs(before) }
                world.seen[commit] = seen
            }
            _ = try exchange.run()
        } catch let error as GitError {
            switch error {
            case .killed, .unreachable: break
            default: throw error
            }
        } catch let error as SyncError {
            guard case .uncertain = error else { throw error }
        }
    }

    private var hasStarted = false

    /// A first exchange makes one session of two that are the same on both sides, under the UUID of the remote one.
    private func notePairs(_ before: [UUID: IdentifiedSession]) {
        for (uuid, session) in before where known[uuid] == nil {
            let same = known.values.first { before[$0.uuid] == nil && $0.values.isSame(as: session.values) }
            if let same { world.notePair(session, same) }
        }
    }

    /// A new process.
    private func restart() {
        lookAtBase()
        look()
        if repository.isKilled {
            try? journal.close()
            do { journal = try Journal.open(url) } catch { preconditionFailure("A journal opens: \(error)") }
        }
        repository = repository.restarted()
    }

    private func lookAtBase() {
        guard let base = try? journal.syncState().base else { return }
        seen.formUnion(world.seen[base] ?? [])
    }
}

/// Everything outside the machines of a simulation.
@MainActor final class SimulatedWorld {
    /// A value that somebody set, or a session that somebody deleted.
    struct Event {
        fileprivate(set) var uuid: UUID
        /// The field; nil for a deletion.
        let field: EntryField?
        fileprivate(set) var value: FieldValue?
        let by: String
        /// What its author had seen.
        fileprivate(set) var seen: Set<SeenValue>
        /// Whether it may be overruled, because it was one of many at once.
        let mayYield: Bool
    }

    let remote = MemoryRemote()
    /// What the author of a commit had seen.
    var seen: [String: Set<SeenValue>] = [:]
    private(set) var events: [Event] = []
    /// The sessions that may be merged without a base, so that a field that was cleared on one side returns from the
    /// other: those that a machine had when it continued a first exchange, and those that somebody deleted, which an
    /// undo or an edit elsewhere brings back.
    private var baseless: Set<UUID> = []

    func note(_ event: Event) {
        events.append(event)
        if event.field == nil { baseless.insert(event.uuid) }
    }

    func noteUnfinished(_ uuids: some Sequence<UUID>) { baseless.formUnion(uuids) }

    /// A session becomes the equal session of another machine, with that one's values.
    func notePair(_ old: IdentifiedSession, _ same: IdentifiedSession) {
        for index in events.indices {
            for var value in events[index].seen where value.uuid == old.uuid {
                value.uuid = same.uuid
                events[index].seen.insert(value)
            }
            guard events[index].uuid == old.uuid else { continue }
            events[index].uuid = same.uuid
            guard let field = events[index].field, events[index].value == old.values[field] else { continue }
            events[index].value = same.values[field]
        }
    }

    /// The events whose value is neither stored, nor in a draft, nor was replaced by somebody who had seen it.
    func lost(_ stored: [UUID: IdentifiedSession], drafts: [EntryEdit]) -> [Event] {
        let drafted = Set(
            drafts.flatMap { draft in
                draft.changes.compactMap { field, value in draft.uuid.map { SeenValue($0, field, value) } }
            })
        let byUUID = Dictionary(grouping: events, by: \.uuid)
        return events.filter { event in
            guard let field = event.field else { return false }
            let value = SeenValue(event.uuid, field, event.value)
            if let session = stored[event.uuid], SeenValue(event.uuid, field, session.values[field]) == value {
                return false
            }
            if drafted.contains(value) || event.mayYield { return false }
            if event.value == nil, baseless.contains(event.uuid) { return false }
            return !(byUUID[event.uuid] ?? []).contains { other in
                (other.field == nil || other.field == field) && other.seen.contains(value)
                    && !(other.field == field && SeenValue(other.uuid, field, other.value) == value)
            }
        }
    }
}
