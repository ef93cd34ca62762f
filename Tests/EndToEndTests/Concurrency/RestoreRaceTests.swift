import Foundation
import SQLite
import Synchronization
import TestSupport
import Testing

/// Sessions are added while others back up the journal, verify the backups and restore them. `SURFJOURNAL_RACES=200`
/// runs that many rounds in each instead of a few.
@Suite struct RestoreRaceTests {
    private static let adders = 4
    private static let restorers = 2

    @Test func `sessions acknowledged while backups are restored are in the journal or in a kept one`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("backup", "backup.sqlite").code == 0)
        let results = Mutex<[Racer.Result]>([])
        let race = { (work: @escaping @Sendable (inout Racer, Int) throws -> Void) in
            Background { [journal = sandbox.journal] in
                var racer = try Racer(journal: journal)
                for round in 0..<RaceTests.rounds { try work(&racer, round) }
                results.withLock { [result = racer.result] in $0.append(result) }
            }
        }
        let backup = sandbox.file("backup.sqlite")
        let threads =
            (0..<Self.adders).map { number in race { try $0.add("Adder \(number) round \($1)") } }
            + (0..<Self.restorers).map { _ in race { racer, _ in try racer.restore(backup) } }
            + [race { racer, _ in try racer.backUp(over: backup) }]
        for error in threads.compactMap({ $0.error() }) { throw error }
        let told = results.withLock { $0 }
        #expect(told.flatMap(\.complaints) == [])
        Figure.operations.add(told.reduce(0) { $0 + $1.operations })
        try expectKept(told.flatMap(\.acknowledged), sandbox, restored: told.reduce(0) { $0 + $1.restored })
    }

    /// Every journal is sound, and together they contain every acknowledged session.
    private func expectKept(_ acknowledged: [String], _ sandbox: Sandbox, restored: Int) throws {
        let folder = (sandbox.journal as NSString).deletingLastPathComponent
        let journals = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".sqlite") }
        // A kept journal may have been put back by a later restore.
        #expect(journals.count <= restored + 1)
        #expect(journals.count > 1 || restored == 0)
        var found: Set<String> = []
        for journal in journals {
            let path = folder + "/" + journal
            #expect(try sandbox.run("check", "--store", path).code == 0, "\(journal)")
            let database = try Connection(path: path, options: [.noMutex])
            let statement = try database.prepare("SELECT ZLOCATION FROM ZJOURNALENTRY")
            while try statement.step() { found.insert(statement.string(0)) }
        }
        #expect(found.isSuperset(of: acknowledged))
        #expect(sandbox.leftovers == [])
    }
}

/// One racer: it runs one process after another, on the shared journal.
private struct Racer {
    struct Result: Sendable {
        var acknowledged: [String] = []
        var restored = 0
        var operations = 0
        var complaints: [String] = []
    }

    private let sandbox: Sandbox
    private(set) var result = Result()

    init(journal: String) throws {
        sandbox = try Sandbox()
        sandbox.environment["SURFJOURNAL_STORE"] = journal
    }

    mutating func add(_ place: String) throws {
        let outcome = try expect(["add", "--location", place, "--date", "2015-06-01"], codes: [0, 1, 6])
        if outcome.code == 0 { result.acknowledged.append(place) }
    }

    mutating func backUp(over file: String) throws {
        try expect(["backup", file, "--force"], codes: [0, 1, 6])
        try expect(["backup", "--verify", file], codes: [0])
    }

    mutating func restore(_ file: String) throws {
        if try expect(["restore", file, "--yes"], codes: [0, 1, 6]).code == 0 { result.restored += 1 }
    }

    /// A command whose journal is replaced while open stops reading and writing it, and reports that.
    @discardableResult
    private mutating func expect(_ arguments: [String], codes: Set<Int32>) throws -> Outcome {
        let outcome = try sandbox.start(arguments).outcome()
        result.operations += 1
        if !codes.contains(outcome.code) || outcome.code == 1 && !outcome.errors.contains("was replaced") {
            result.complaints.append("\(arguments[0]) ends in \(outcome.code): \(outcome.errors)")
        }
        return outcome
    }
}
