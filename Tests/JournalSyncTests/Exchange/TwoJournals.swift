import Foundation
import SurfLanguage
import TestSupport
import Testing

@testable import Journal
@testable import JournalSync

/// Two empty journals and a remote in memory.
@MainActor struct TwoJournals {
    private let folder: TemporaryFolder
    fileprivate let memory = MemoryRemote()
    fileprivate let one, two: Journal

    init() throws {
        folder = try TemporaryFolder()
        for name in ["one", "two"] { try Journal.create(at: folder.url(of: name), sample: false) }
        (one, two) = (try Journal.open(folder.url(of: "one")), try Journal.open(folder.url(of: "two")))
    }
}

/// Tests of exchanges between two journals.
@MainActor protocol ExchangesJournals {
    var journals: TwoJournals { get }
}

extension ExchangesJournals {
    var one: Journal { journals.one }
    var two: Journal { journals.two }
    var memory: MemoryRemote { journals.memory }

    func exchange(
        _ journal: Journal, _ repository: MemoryRepository? = nil, _ change: (inout ExchangeOptions) -> Void = { _ in }
    ) throws -> ExchangeReport {
        var options = ExchangeOptions(machine: "here", now: 8e8)
        options.wait = { _ in }
        change(&options)
        var exchange = try Exchange(
            journal, repository ?? MemoryRepository(memory), try GitRemote("/remote"), options)
        return try exchange.run()
    }

    /// A repository whose calls with a name fail.
    func repository(_ name: String, _ fault: CallFault) -> MemoryRepository {
        let repository = MemoryRepository(memory)
        repository.fault = { $0 == name ? fault : nil }
        return repository
    }

    @discardableResult
    func add(_ places: String..., to journal: Journal) throws -> [Int64] {
        var writes = ExchangeWrites()
        writes.insertions = places.map {
            .init(uuid: .random(), values: EntryValues(date: 8e8, location: $0, rating: 3), id: nil)
        }
        let (number, state) = (try journal.lastNumber(), try journal.syncState())
        let written = try journal.write(writes, ifUntouchedSince: number, isFirst: true) { _ in state }
        return try #require(written).ids.values.sorted()
    }

    func edit(_ id: Int64, _ field: EntryField, _ value: FieldValue?, in journal: Journal) throws {
        journal.act(for: "edit")
        let pad = try journal.beginEdit(id)
        try pad.set(field, value)
        _ = try pad.save(.fail)
    }

    func places(_ journal: Journal) throws -> [String] {
        try journal.sessions().map { $0.values.location ?? "" }.sorted()
    }

    /// A session on both machines, with another rating on each; that of the first is sent.
    func conflict(_ here: Int16 = 1, _ elsewhere: Int16 = 5) throws {
        try add("Malibu", to: one)
        for journal in [one, two] { _ = try exchange(journal) }
        try edit(1, .rating, .integer(elsewhere), in: one)
        try edit(1, .rating, .integer(here), in: two)
        _ = try exchange(one)
    }
}
