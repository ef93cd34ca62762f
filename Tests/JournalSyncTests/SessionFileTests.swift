import Foundation
import Journal
import JournalSync
import SurfLanguage
import TestSupport
import Testing

@Suite struct SessionFileTests {
    static let id = UUID(uuidString: "0190F6E4-0000-7000-8000-00000000000A")!

    private func read(_ bytes: some Sequence<UInt8>, most: Int = 1 << 20) throws -> [SyncedSession] {
        var reader = SessionFileReader(path: "f", maxLineBytes: most)
        return try reader.read(Array(bytes)[...]) + reader.finish()
    }

    @Test func `the canonical form of a session is fixed`() throws {
        var values = EntryValues(
            date: 809_190_000.25, location: "Malibu", height: "4ft", period: "12s", wind: "offshore", rating: 5,
            notes: "e\u{301}\n")
        values.duration = 90.5
        values.waves = 12
        let others = ["z": JSONValue.null, "a": ["y": .number("1.0"), "b": []]].map(JSONObject.Member.init)
        let bytes = SessionFile.bytes(of: [SyncedSession(id: Self.id, values: values, others: others)])
        let line = #"""
            {"uuid":"0190f6e4-0000-7000-8000-00000000000a","date":"2026-08-23T15:00:00.25Z","location":"Malibu",
            "height":"4ft","period":"12s","wind":"offshore","rating":5,"notes":"e\#u{301}\n","waves":12,"duration":90.5,
            "a":{"b":[],"y":1.0},"z":null}
            """#.replacing("\n", with: "") + "\n"
        #expect(String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(line.utf8))
    }

    @Test func `random sessions are equal bytes after reading them, in any order`() throws {
        var random = RandomSessions(seed: 1)
        for _ in 0..<200 {
            let sessions = (0..<8).map { _ in random.session() }
            let bytes = SessionFile.bytes(of: sessions)
            let again = try read(bytes)
            #expect(again.count == 8)
            #expect(Set(again.map(\.id)) == Set(sessions.map(\.id)))
            for session in sessions { #expect(again.first { $0.id == session.id } == session) }
            #expect(SessionFile.bytes(of: again.reversed()) == bytes)
        }
    }

    @Test func `sessions without a date come first in the file of undated ones`() throws {
        let dates: [Double?] = [252_423_993_600, nil, -63_113_904_001, .infinity]
        let sessions = dates.enumerated().map { index, date in
            SyncedSession(id: UUID(), values: EntryValues(date: date, location: "\(index)"))
        }
        #expect(Set(dates.map(SessionFile.path)) == [SessionFile.undated])
        #expect(try read(SessionFile.bytes(of: sessions)).map(\.values.location) == ["1", "2", "0", "3"])
    }

    @Test(arguments: [
        0.0, -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 0.1, -0.1, -1, -1.5, 1e-10, -1e-10,
        0.9999999999999999, -0.9999999999999999,
        -63_113_904_000, (-63_113_904_000.0).nextUp, (252_423_993_600.0).nextDown, 809_190_000.123456,
        .leastNormalMagnitude, -978_307_200.000_001,
    ])
    func `a date reads back bit for bit`(date: Double) throws {
        var dates = ISODateWriter(zone: .gmt)
        let text = SessionDate.text(date, &dates)
        #expect(SessionDate.date(text)?.bitPattern == date.bitPattern, "\(text)")
    }

    @Test func `random dates read back bit for bit`() throws {
        var dates = ISODateWriter(zone: .gmt)
        var random = SplitMix(state: 3)
        for _ in 0..<20_000 {
            let date = Double(bitPattern: random.next())
            guard SessionDate.hasForm(date) else { continue }
            #expect(SessionDate.date(SessionDate.text(date, &dates))?.bitPattern == date.bitPattern)
        }
    }

    @Test(arguments: [
        (809_190_000.0, "sessions/2026/2026-08.jsonl"), (-.leastNonzeroMagnitude, "sessions/2000/2000-12.jsonl"),
        (nil, "sessions/undated.jsonl"), (-63_113_904_000, "sessions/0001/0001-01.jsonl"),
        ((-63_113_904_000.0).nextDown, "sessions/undated.jsonl"), (252_423_993_600, "sessions/undated.jsonl"),
        ((252_423_993_600.0).nextDown, "sessions/9999/9999-12.jsonl"), (.infinity, "sessions/undated.jsonl"),
    ])
    func `a session is in the file of its month in UTC`(date: Double?, path: String) {
        #expect(SessionFile.path(of: date) == path)
        #expect(SessionFile.isPath(path))
    }

    @Test(arguments: [
        "sessions/2026/2026-13.jsonl", "sessions/2026/2025-01.jsonl", "sessions/2026/2026-1.jsonl", "README.md",
        "sessions/0000/0000-01.jsonl", "sessions/2026/2026-01.jsonl/x", "sessions//2026-01.jsonl", "sessions/2026",
    ])
    func `other names are not session files`(path: String) { #expect(!SessionFile.isPath(path)) }

    @Test(
        arguments: [
            ("{", .malformed), ("[]", .malformed), ("{}", .noUUID), (#"{"uuid":1}"#, .badUUID), ("", .malformed),
            (#"{"uuid":"0190F6E4-0000-7000-8000-00000000000A"}"#, .badUUID),
            (#"{"uuid":"0190f6e4-0000-7000-8000-00000000000a","rating":40000}"#, .wrongType(.rating)),
            (#"{"uuid":"0190f6e4-0000-7000-8000-00000000000a","date":"2026-08-23"}"#, .wrongType(.date)),
            (#"{"uuid":"0190f6e4-0000-7000-8000-00000000000a","date":"0000-08-23T00:00:00Z"}"#, .wrongType(.date)),
            (#"{"uuid":"0190f6e4-0000-7000-8000-00000000000a","notes":1}"#, .wrongType(.notes)),
            (#"{"uuid":"0190f6e4-0000-7000-8000-00000000000a","duration":1e999}"#, .wrongType(.duration)),
            (#"{"uuid":"0190f6e4-0000-7000-8000-00000000000a","a":1,"a":1}"#, .repeatedKey),
            (#"{"uuid":"0190f6e4-0000-7000-8000-00000000000b"}"#, .repeatedUUID),
            (String(repeating: "[", count: 1000), .malformed), (String(repeating: " ", count: 2000), .tooLong),
        ] as [(String, SessionFileError.Problem)])
    func `a wrong line is reported with its number`(line: String, problem: SessionFileError.Problem) {
        let good = #"{"uuid":"0190f6e4-0000-7000-8000-00000000000b"}"#
        #expect(throws: SessionFileError(path: "f", line: 2, problem: problem)) {
            try read("\(good)\n\(line)\n".utf8, most: 1_500)
        }
    }

    @Test(arguments: [0, 1])
    func `a session with the most unknown keys is read, and one with more is not`(more: Int) throws {
        let keys = (0..<SessionFile.maxUnknownKeys + more).map { "\"k\($0)\":0" }.joined(separator: ",")
        let line = #"{"uuid":"0190f6e4-0000-7000-8000-00000000000a",\#(keys),"rating":3}"# + "\n"
        var reader = SessionFileReader(path: "f")
        if more == 0 {
            #expect(try reader.read(Array(line.utf8)[...]).first?.values.rating == 3)
        } else {
            #expect(throws: SessionFileError(path: "f", line: 1, problem: .tooManyKeys)) {
                try reader.read(Array(line.utf8)[...])
            }
        }
    }

    @Test(arguments: ["", "\n"])
    func `a line of the most bytes is read, and a longer one is not`(end: String) throws {
        let line = #"{"uuid":"0190f6e4-0000-7000-8000-00000000000a","notes":"é"}"#
        let count = line.utf8.count
        #expect(try read((line + end).utf8, most: count).count == 1)
        #expect(throws: SessionFileError(path: "f", line: 1, problem: .tooLong)) {
            try read((line + end).utf8, most: count - 1)
        }
        var reader = SessionFileReader(path: "f", maxLineBytes: count)
        #expect(try reader.read(Array(line.utf8.prefix(9))[...]).isEmpty)
        #expect(try reader.read(Array(line.utf8.dropFirst(9))[...]).isEmpty)
        #expect(try reader.finish().count == 1)
    }

    /// `é` has two bytes in UTF-8.
    @Test func `a text of the most bytes is read, and a longer one is not`() throws {
        func read(_ text: String) throws -> String? {
            var reader = SessionFileReader(path: "f", maxTextBytes: 6)
            let line = #"{"uuid":"0190f6e4-0000-7000-8000-00000000000a","notes":"\#(text)"}"# + "\n"
            return try reader.read(Array(line.utf8)[...]).first?.values.notes
        }
        #expect(try read("ééé") == "ééé")
        #expect(throws: SessionFileError(path: "f", line: 1, problem: .textTooLong(.notes))) { try read("éééa") }
    }

    @Test func `a file is read from pieces of any size`() throws {
        var random = RandomSessions(seed: 2)
        let bytes = SessionFile.bytes(of: (0..<5).map { _ in random.session() })
        var reader = SessionFileReader(path: "f")
        var sessions: [SyncedSession] = []
        for index in bytes.indices { sessions += try reader.read(bytes[index...index]) }
        #expect(try reader.finish().isEmpty)
        #expect(SessionFile.bytes(of: sessions) == bytes)
    }

    @Test func `a UUID of another file is refused`() throws {
        var reader = SessionFileReader(path: "g", seen: [Self.id])
        #expect(throws: SessionFileError(path: "g", line: 1, problem: .repeatedUUID)) {
            try reader.read(SessionFile.bytes(of: [SyncedSession(id: Self.id, values: EntryValues())])[...])
        }
    }

    @Test func `a newer format is refused, and unknown keys are kept`() throws {
        #expect(throws: SyncFormat.Failure.newer(version: 2)) { try SyncFormat(Array(#"{"format":2}"#.utf8)) }
        #expect(throws: SyncFormat.Failure.malformed) { try SyncFormat(Array(#"{"format":0,"fields":[]}"#.utf8)) }
        let read = try SyncFormat(Array(#"{"format":1,"fields":["z"],"more":{"a":1}}"#.utf8))
        let united = SyncFormat().united(with: read)
        #expect(united.fields.contains("z") && united.fields.contains("location"))
        #expect(try SyncFormat(united.bytes) == united)
        #expect(String(decoding: united.bytes, as: UTF8.self).hasSuffix(#","more":{"a":1}}"# + "\n"))
    }
}
