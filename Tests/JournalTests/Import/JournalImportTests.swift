import Foundation
import TestSupport
import Testing

@testable import Journal
@testable import JournalTransfer
@testable import SurfLanguage

/// Importing into an open journal.
@MainActor struct JournalImportTests {
    private let journal: TemporaryJournal

    init() throws {
        journal = try TemporaryJournal()
    }

    private func file(_ text: String, _ name: String = "in.csv") throws -> String {
        let url = journal.folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: url)
        return url.path
    }

    @discardableResult
    private func run(
        _ path: String, _ open: Journal, skipsBad: Bool = false, cancel: CancelToken = CancelToken(),
        progress: @escaping (ExportProgress) -> Void = { _ in }
    ) throws -> ImportOutcome {
        let request = ImportRequest(
            skipsBadRows: skipsBad, dates: DateReader(now: 8e8, zone: TimeZone(identifier: "UTC")!))
        return try open.importEntries(
            from: try ImportFile.open(path), request, cancel: cancel, problem: { _ in "bad" }, progress: progress)
    }

    private func rows(_ count: Int) -> String {
        "id,date,location\n"
            + (1...count).map { "\($0),2014-08-01T07:\($0 / 50 % 50 + 10):\($0 % 50 + 10)Z,Place \($0)\n" }.joined()
    }

    /// B-BAT-06: one transaction of history, whatever the number of rows.
    @Test func `an import is one transaction with correct history and versions`() throws {
        try run(file(rows(40)), journal.open())
        #expect(try journal.integer("SELECT count(*) FROM ATRANSACTION") == 1)
        #expect(try journal.integer("SELECT count(*) FROM ACHANGE WHERE ZCHANGETYPE = 0") == 40)
        #expect(try journal.integer("SELECT sum(Z_OPT) FROM ZJOURNALENTRY") == 40)
        #expect(try journal.integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'JournalEntry'") == 40)
    }

    @Test func `an open journal shows its own import and does not report it as an outside change`() throws {
        let open = try journal.open()
        try open.watch()
        try run(file(rows(3)), open)
        #expect(try open.all(EntryQuery(sort: .id)).map(\.id) == [1, 2, 3])
        #expect(try open.mergeOutsideChanges().isEmpty)
        let pad = try open.beginEdit(2)
        try pad.set(.rating, .integer(4))
        #expect(try pad.save(.fail).record?.rev == 2)
    }

    /// Progress is reported twice: while the rows are examined, and while they are written.
    @Test(arguments: [1, 2])
    func `an import cancelled while reading or writing imports nothing`(step: Int) throws {
        let path = try file(rows(5_000))
        let open = try journal.open()
        let token = CancelToken()
        var steps = 0
        let count = { (_: ExportProgress) in
            steps += 1
            if steps == step { token.cancel() }
        }
        #expect { try run(path, open, cancel: token, progress: count) } throws: {
            if case ImportError.cancelled? = $0 as? ImportError { true } else { false }
        }
        #expect(steps == step)
        #expect(try open.count(EntryQuery()) == 0)
        #expect(try journal.integer("SELECT count(*) FROM sqlite_master WHERE name = 'ATRANSACTION'") == 0)
    }

    @Test func `IDs above the highest used are kept in any order, and other rows get new ones`() throws {
        let open = try journal.open()
        for place in ["A", "B", "C"] { try journal.add(EntryValues(date: 5, location: place)) }
        let text = "id,location\n9,nine\n7,seven\n9,nine too\n3,three\n,none\n20,twenty\n8,eight\n7,seven too\n"
        try run(file(text), open)
        let ids = try open.all(EntryQuery(sort: .id)).map { "\($0.id) \($0.values.location ?? "")" }
        #expect(
            ids == [
                "1 A", "2 B", "3 C", "7 seven", "8 eight", "9 nine", "20 twenty", "21 nine too", "22 three", "23 none",
                "24 seven too",
            ])
        #expect(try journal.add(EntryValues(date: 5, location: "next")).id == 25)
    }

    @Test func `an ID is kept even after a thousand rows with higher ones`() throws {
        let open = try journal.open()
        let higher = (5_001...6_000).map { "\($0),place \($0)\n" }.joined()
        try run(file("id,location\n" + higher + "40,forty\n41,forty-one\n"), open)
        #expect(try open.all(EntryQuery(sort: .id)).prefix(2).map(\.id) == [40, 41])
        #expect(try open.count(EntryQuery()) == 1_002)
    }

    @Test func `the ID of a deleted session is not reused`() throws {
        let open = try journal.open()
        for place in ["A", "B"] { try journal.add(EntryValues(date: 5, location: place)) }
        _ = try open.delete([2])
        try run(file("id,location\n2,back\n"), open)
        #expect(try open.all(EntryQuery(sort: .id)).map(\.id) == [1, 3])
    }

    @Test func `a row is already there if it is equal in every field and to the second`() throws {
        let open = try journal.open()
        try journal.add(EntryValues(date: 100.75, location: "A", height: "4ft", rating: 4, notes: ""))
        let same = "2001-01-01T00:01:40Z,A,4ft,4"
        let others = [
            "2001-01-01T00:01:41Z,A,4ft,4", "2001-01-01T00:01:40Z,a,4ft,4", "2001-01-01T00:01:40Z,A,4 ft,4",
            "2001-01-01T00:01:40Z,A,4ft,3", "2001-01-01T00:01:40Z,A,4ft,", ",A,4ft,4",
        ]
        let text = "date,location,height,rating\n" + ([same, same] + others).joined(separator: "\n")
        let outcome = try run(file(text), open)
        #expect(outcome.present == 2)
        #expect(outcome.imported == others.count)
        #expect(try run(file(text), open).imported == 0)
    }

    @Test func `identical rows in a file are two sessions, and both are recognized later`() throws {
        let open = try journal.open()
        let text = "date,location\n2014-08-01T07:00:00Z,A\n2014-08-01T07:00:00Z,A\n"
        #expect(try run(file(text), open).imported == 2)
        #expect(try run(file(text), open).present == 2)
    }

    /// Equal content has the same hash, and different content, at least the content tried here, has a different one.
    @Test func `equal contents have equal hashes`() throws {
        var random = SplitMix(state: 5)
        var numbers: [Int: EntryValues] = [:]
        for index in 0..<5_000 {
            var values = EntryValues(date: Double(random.next() % 5) + 0.5)
            for field in [EntryField.location, .height, .notes] {
                values[field] = .text(String(repeating: "é", count: Int(random.next() % 12)))
            }
            values.swellHeight = index % 2 == 0 ? nil : Double(random.next() % 3) / 2
            let number = ContentMatching.hash(of: values)
            if let other = numbers[number] { #expect(values.isSame(as: other)) }
            numbers[number] = values
            var copy = values
            copy.date = values.date.map { $0 + 0.25 }
            copy.crowd = ""
            #expect(ContentMatching.hash(of: copy) == number)
        }
        #expect(numbers.count > 3_000)
        var (zero, minus) = (EntryValues(), EntryValues())
        (zero.waterTemperature, minus.waterTemperature) = (0, -0.0)
        #expect(ContentMatching.hash(of: zero) == ContentMatching.hash(of: minus))
    }

    @Test func `a file that changes between the two passes is an error, and nothing is imported`() throws {
        let path = try file(rows(3_000))
        let open = try journal.open()
        var isChanged = false
        #expect {
            try run(path, open) { _ in
                if isChanged { return }
                isChanged = true
                try? Data("id,location\n1,short\n".utf8).write(to: URL(fileURLWithPath: path))
            }
        } throws: { error in
            switch error as? ImportError {
            case .changed?: true
            default: false
            }
        }
        #expect(isChanged)
        #expect(try open.count(EntryQuery()) == 0)
    }

    @Test func `a failed import removes the rejects that it made, and no others`() throws {
        let open = try journal.open()
        let path = try file("location,rating\nA,9\nB,4\n")
        let refuse = "CREATE TRIGGER refuse BEFORE INSERT ON ZJOURNALENTRY BEGIN SELECT RAISE(ABORT, 'no'); END"
        func made() -> [String] { journal.files.filter { $0.hasPrefix(".") || $0.contains("rejects") } }
        try journal.sql(refuse)
        #expect(throws: ImportError.self) { try run(path, open, skipsBad: true) }
        #expect(made() == [])
        try journal.sql("DROP TRIGGER refuse")
        #expect(try run(path, open, skipsBad: true).rejects == path + ".rejects.csv")
        let rejects = try String(contentsOfFile: path + ".rejects.csv", encoding: .utf8)
        _ = try file("location,rating\nA,9\nC,4\n")
        try journal.sql(refuse)
        #expect(throws: ImportError.self) { try run(path, open, skipsBad: true) }
        #expect(made() == ["in.csv.rejects.csv"])
        #expect(try String(contentsOfFile: path + ".rejects.csv", encoding: .utf8) == rejects)
        #expect(try open.count(EntryQuery()) == 1)
    }

    @Test func `rejects with other content are never replaced`() throws {
        let open = try journal.open()
        let path = try file("location,rating\nA,9\nB,4\n")
        #expect(try run(path, open, skipsBad: true).rejects == path + ".rejects.csv")
        #expect(try run(path, open, skipsBad: true).present == 1)
        try Data("mended\n".utf8).write(to: URL(fileURLWithPath: path + ".rejects.csv"))
        _ = try file("location,rating\nA,9\nC,4\n")
        #expect { try run(path, open, skipsBad: true) } throws: {
            if case ImportError.rejectsExist? = $0 as? ImportError { true } else { false }
        }
        #expect(try open.count(EntryQuery()) == 1)
        #expect(try String(contentsOfFile: path + ".rejects.csv", encoding: .utf8) == "mended\n")
        #expect(journal.files.filter { $0.hasPrefix(".") } == [])
    }
}
