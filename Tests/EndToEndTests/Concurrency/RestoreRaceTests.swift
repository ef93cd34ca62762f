import Foundation
import SQLite
import Synchronization
import TestSupport
import Testing

/// Sessions are added while others back the journal up, verify the backups and put them in the journal's place.
/// `SURFJOURNAL_RACES=200` lets each run that many rounds instead of a few.
@Suite struct RestoreRaceTests {
    private static let adders = 4
    private static let restorers = 2

    @Test func `what was acknowledged while backups are restored is in the journal, or in one that was kept`() throws {
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

    /// Every journal that is there is whole, and together they have what was acknowledged.
    private func expectKept(_ acknowledged: [String], _ sandbox: Sandbox, restored: Int) throws {
        let folder = (sandbox.journal as NSString).deletingLastPathComponent
        let journals = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".sqlite") }
        // One that was kept already serves again.
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

/// One process after the other, all on the shared journal.
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

    /// A journal that is replaced while a command has it open is no longer read nor written, and that is said.
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
