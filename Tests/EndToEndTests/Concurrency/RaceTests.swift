import Foundation
import SQLite
import Synchronization
import TestSupport
import Testing

/// Eight processes work on one journal at the same time, starting with its first launch. `SURFJOURNAL_RACES=200` runs
/// that many rounds in each instead of a few.
@Suite struct RaceTests {
    static let rounds = ProcessInfo.processInfo.environment["SURFJOURNAL_RACES"].flatMap { Int($0) } ?? 3
    private static let racers = 8

    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
    }

    @Test func `eight processes on one journal lose no acknowledged change, and each lost race is reported`() throws {
        let results = try Race(journal: sandbox.journal, racers: Self.racers, rounds: Self.rounds).run()
        #expect(results.flatMap(\.complaints) == [])
        Figure.operations.add(results.reduce(0) { $0 + $1.operations })
        let database = try Connection(path: sandbox.journal, options: [.noMutex])
        try expectAdded(results, database)
        try expectCounted(results, database)
        #expect(try database.integrityCheck() == [])
        #expect(
            try database.scalar("SELECT Z_MAX >= (SELECT max(Z_PK) FROM ZJOURNALENTRY) FROM Z_PRIMARYKEY") == 1)
        #expect(sandbox.leftovers == [])
    }

    /// Every added session is there unless its racer deleted it, and no key was used twice.
    private func expectAdded(_ results: [Racer.Result], _ database: Connection) throws {
        let added = results.flatMap(\.added)
        #expect(Set(added.map(\.id)).count == added.count)
        let statement = try database.prepare("SELECT Z_PK, ZLOCATION FROM ZJOURNALENTRY WHERE ZLOCATION LIKE 'Racer%'")
        var stored: [Int: String] = [:]
        while try statement.step() { stored[Int(statement.int64(0))] = statement.string(1) }
        let expected = Dictionary(uniqueKeysWithValues: added.filter { !$0.isDeleted }.map { ($0.id, $0.place) })
        #expect(stored == expected)
    }

    /// All racers increment a count in one session from the value they read: each acknowledged step is in the count and
    /// in the revision.
    private func expectCounted(_ results: [Racer.Result], _ database: Connection) throws {
        let counted = results.reduce(0) { $0 + $1.counted }
        #expect(try database.scalar("SELECT ZHEIGHT FROM ZJOURNALENTRY WHERE Z_PK = 1") == .text("\(counted)ft"))
        #expect(try database.scalar("SELECT Z_OPT FROM ZJOURNALENTRY WHERE Z_PK = 1") == .integer(Int64(counted) + 2))
    }
}

/// Several racers at the same time.
private struct Race {
    let journal: String
    let racers: Int
    let rounds: Int

    func run() throws -> [Racer.Result] {
        let results = Mutex<[Racer.Result]>([])
        let threads = (0..<racers).map { number in
            Background { [journal, rounds] in
                var racer = try Racer(number: number, journal: journal)
                try racer.start()
                for round in 0..<rounds { try racer.run(round) }
                results.withLock { [result = racer.result] in $0.append(result) }
            }
        }
        for error in threads.compactMap({ $0.error() }) { throw error }
        return results.withLock { $0 }
    }
}

/// One racer: it runs one process after another, on the shared journal.
private struct Racer {
    struct Added: Sendable {
        let id: Int
        let place: String
        var isDeleted = false
    }

    struct Result: Sendable {
        var added: [Added] = []
        /// How often this racer incremented the count in the shared session.
        var counted = 0
        /// The number of commands that were run.
        var operations = 0
        var complaints: [String] = []
    }

    private let number: Int
    private let sandbox: Sandbox
    private(set) var result = Result()

    init(number: Int, journal: String) throws {
        self.number = number
        sandbox = try Sandbox()
        sandbox.environment["SURFJOURNAL_STORE"] = journal
    }

    /// The first launch, which all racers start at the same time; the first to finish sets the shared count to 0.
    mutating func start() throws {
        _ = try expect(["list", "-n", "1", "--json"], codes: [0])
        _ = try expect(["edit", "1", "--if-rev", "1", "--height", "0ft", "--clear", "period"], codes: [0, 4])
    }

    mutating func run(_ round: Int) throws {
        try add(round)
        try count()
        try export(round)
        if round % 2 == 1 { try delete() }
        try draft()
    }

    private mutating func add(_ round: Int) throws {
        let place = "Racer \(number) round \(round)"
        let outcome = try expect(["add", "--location", place, "--date", "2015-06-01", "--json"], codes: [0, 6])
        guard outcome.code == 0, let id = try outcome.object()["id"] as? Int else { return }
        result.added.append(Added(id: id, place: place))
    }

    /// Reads the shared session and saves its count plus one, if its revision has not changed.
    private mutating func count() throws {
        let shared = try expect(["show", "1", "--json"], codes: [0]).object()
        guard let rev = shared["rev"] as? Int, let height = shared["height"] as? String,
            let count = Int(height.dropLast(2))
        else { return result.complaints.append("the shared session is \(shared)") }
        let outcome = try expect(
            ["edit", "1", "--if-rev", "\(rev)", "--height", "\(count + 1)ft"], codes: [0, 4, 6])
        if outcome.code == 0 { result.counted += 1 }
    }

    /// An export is complete: it has as many lines as its message says, and each session once.
    private mutating func export(_ round: Int) throws {
        let file = "\(round).csv"
        let outcome = try expect(["export", file], codes: [0])
        guard outcome.code == 0 else { return }
        let ids = try sandbox.read(file).split(separator: "\n").dropFirst().map { $0.prefix { $0 != "," } }
        if Set(ids).count != ids.count
            || !outcome.errors.contains(ids.count.formatted(.number.locale(.init(identifier: "en_US"))))
        {
            result.complaints.append("an export has \(ids.count) lines and says: \(outcome.errors)")
        }
    }

    private mutating func delete() throws {
        guard let index = result.added.firstIndex(where: { !$0.isDeleted }) else { return }
        let outcome = try expect(["delete", "\(result.added[index].id)"], codes: [0, 6])
        if outcome.code == 0 { result.added[index].isDeleted = true }
    }

    /// Creates a draft among those of all racers and saves it by its number.
    private mutating func draft() throws {
        let place = "Racer \(number) draft \(result.added.count)"
        let kept = try expect(["add", "--location", place, "--date", "2015-06-02", "--draft", "--json"], codes: [0])
        guard let name = try kept.object()["draft"] as? String else { return }
        let saved = try expect(["save", name, "--json"], codes: [0, 6])
        guard saved.code == 0, let id = try saved.objects().first?["id"] as? Int else { return }
        result.added.append(Added(id: id, place: place))
    }

    private mutating func expect(_ arguments: [String], codes: Set<Int32>) throws -> Outcome {
        let outcome = try sandbox.start(arguments).outcome()
        result.operations += 1
        if !codes.contains(outcome.code) {
            result.complaints.append("\(arguments) ends in \(outcome.code): \(outcome.errors)")
        }
        return outcome
    }
}
