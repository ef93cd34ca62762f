import Foundation
import TestSupport
import Testing

@testable import Journal
@testable import JournalTransfer
@testable import SurfLanguage

/// Corrupted import files: they give rows or errors, always the same in whatever pieces they arrive.
struct HostileImportTests {
    private static let dates = DateReader(now: 800_000_000, zone: TimeZone(identifier: "America/Los_Angeles") ?? .gmt)
    private static let csv =
        "id,date,location,height,wind,rating,waves\r\n1,2014-08-01T07:00:00Z,\"Malibu, \"\"First\"\"\",4ft,NW 4kts,4,9\r\n"
        + "2,2014-08-02,Rincon,,glassy,,\r\n,,'=1+1,4-6ft,,5,1e3\r\n"

    private func request(_ format: ExportFormat? = nil, _ dialect: CSVDialect? = nil) -> ImportRequest {
        ImportRequest(format: format, dialect: dialect, skipsBadRows: true, dates: Self.dates)
    }

    @Test(arguments: [nil, CSVDialect.standard, .excel, .original])
    func `a corrupted CSV file gives the same rows in any pieces`(dialect: CSVDialect?) {
        Mutation.play { mutation in
            expectSameInPieces(mutation.spoiled(Array(Self.csv.utf8)), .csv(dialect ?? .standard), dialect, &mutation)
        }
    }

    /// A bug once found: which column was used varied from run to run.
    @Test func `of several columns for one field the first is used`() throws {
        for _ in 0..<20 {
            let bytes = Array(
                "wind,date,location,date,height,wind,height\nNW,2014-08-01,Zuma,2014-08-02,3ft,SE,5ft\n".utf8)
            let rows = ImportedRows(bytes, pieces: [], request(), .csv(.standard))
            #expect(rows.rows.count == 1 && rows.end == nil)
            #expect(rows.rows[0].contains("NW") && rows.rows[0].contains("3ft"))
        }
    }

    @Test(arguments: [ExportFormat.json, .jsonl])
    func `a corrupted JSON file gives the same rows in any pieces`(format: ExportFormat) {
        Mutation.play { mutation in
            let text = JSONText.file(format, &mutation)
            let bytes = mutation.below(2) == 0 ? Array(text.utf8) : mutation.spoiled(Array(text.utf8))
            expectSameInPieces(bytes, format, nil, &mutation)
        }
    }

    @Test func `a JSON object that can be read equals the one that Foundation reads`() throws {
        try Mutation.play { mutation in
            let bytes = mutation.spoiled(Array(JSONText.object(&mutation).utf8))
            guard let ours = try? JSONReader.value(bytes).object else { return }
            guard let theirs = try? JSONSerialization.jsonObject(with: Data(bytes)) else { return }
            let members = try #require(theirs as? [String: Any])
            #expect(Set(ours.members.map(\.key)) == Set(members.keys))
            guard members.count == ours.members.count else { return }
            for member in ours.members {
                if let text = member.value.text { #expect(members[member.key] as? String == text) }
                if member.value == .null { #expect(members[member.key] is NSNull) }
            }
        }
    }

    @Test @MainActor func `rows from a corrupted file are imported once and not again`() throws {
        let journal = try TemporaryJournal()
        let open = try journal.open()
        var count = 0
        try Mutation.play(share: 8) { mutation in
            let format = mutation.one(of: [ExportFormat.csv(.standard), .json, .jsonl])
            let good = format == .csv(.standard) ? Self.csv : JSONText.file(format, &mutation)
            let path = journal.folder.appendingPathComponent("in").path
            try Data(mutation.spoiled(Array(good.utf8))).write(to: URL(fileURLWithPath: path))
            for isAgain in [false, true] {
                try? FileManager.default.removeItem(atPath: path + ".rejects.csv")
                guard let outcome = try brought(path, open, format) else { return }
                #expect(!isAgain || outcome.imported == 0)
                count += outcome.imported
            }
            #expect(try open.count(EntryQuery()) == count)
        }
        #expect(count > 0)
        #expect(try Journal.check(at: journal.url).findings.isEmpty)
    }

    @Test func `a corrupted buoy file gives readings in order or an error`() {
        let good = """
            #YY  MM DD hh mm WDIR WSPD GST  WVHT   DPD   APD MWD   PRES  ATMP  WTMP  DEWP  VIS PTDY  TIDE
            #yr  mo dy hr mn degT m/s  m/s     m   sec   sec degT   hPa  degC  degC  degC  nmi  hPa    ft
            2014 08 01 14 10 290  7.0  9.0   1.8    14    MM 290 1034.0   0.2  18.3    MM   MM -3.0    MM
            2014 08 02 15 20  MM   MM   MM   1.0     8   6.5 360     MM    MM    MM    MM   MM   MM    MM
            """
        Mutation.play { mutation in
            let bytes = mutation.spoiled(Array(good.utf8))
            guard let whole = try? ObservationReader.observations(in: bytes) else { return }
            let pieces = try? ObservationReader.observations(in: bytes, piece: 9)
            #expect(pieces?.observations == whole.observations)
        }
    }

    /// The outcome of an import; nil if it failed.
    @MainActor private func brought(_ path: String, _ journal: Journal, _ format: ExportFormat) throws -> ImportOutcome?
    {
        do {
            return try journal.importEntries(
                from: try ImportFile.open(path), request(format), cancel: CancelToken(), problem: { _ in "bad" },
                progress: { _ in })
        } catch is ImportError {
            return nil
        }
    }

    private func expectSameInPieces(
        _ bytes: [UInt8], _ format: ExportFormat, _ dialect: CSVDialect?, _ mutation: inout Mutation
    ) {
        let pieces = (0..<8).map { _ in mutation.below(bytes.count / 2 + 1) }
        let whole = ImportedRows(bytes, pieces: [], request(format, dialect), format)
        #expect(ImportedRows(bytes, pieces: pieces, request(format, dialect), format) == whole)
    }
}

/// The result of reading a file: its rows in order, and the error that ended it.
private struct ImportedRows: Equatable {
    var rows: [String] = []
    var end: String?

    /// - Parameter pieces: The numbers of bytes that arrive at a time; the rest arrives at the end.
    init(_ bytes: [UInt8], pieces: [Int], _ request: ImportRequest, _ format: ExportFormat) {
        var rest = bytes[...]
        do {
            var reader = try request.rows(format, beginning: rest, isWhole: true, fields: EntryField.allCases)
            for count in pieces {
                reader.append(rest.prefix(count))
                rest = rest.dropFirst(count)
                try read(&reader)
            }
            reader.append(rest)
            try read(&reader)
            reader.finish()
            try read(&reader)
        } catch {
            end = "\(error)"
        }
    }

    private mutating func read(_ reader: inout any ImportRows) throws {
        while let row = try reader.next() { rows.append("\(row)") }
    }
}

/// JSON texts that resemble those of a journal.
private enum JSONText {
    private static let keys =
        EntryField.allCases.map(\.name) + ["id", "Date", "spot", "place", "", "a\\u00e9", "rev", "\\ud83c\\udfc4"]
    private static let values = [
        "null", "true", "4", "-0", "1e3", "4.25", "9007199254740993", "1e999", "\"4ft\"", "\"Malibu\"", "\"\"",
        "\"\\u0000\"",
        "\"2014-08-01T07:00:00Z\"", "\"2014-08-01\"", "\"yesterday\"", "\"NW 12kts\"", "\"12s\"", "\"\\ud83c\\udf0a\"",
        "\"\\ud83c\"", "[]", "{}", "[1,{\"a\":[]}]", "\"a\\\\\\\"\\n\"", "5",
    ]

    static func object(_ mutation: inout Mutation) -> String {
        let members = (0..<mutation.below(6)).map { _ in
            "\"\(mutation.one(of: keys))\":\(blank(&mutation))\(mutation.one(of: values))\(blank(&mutation))"
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    static func file(_ format: ExportFormat, _ mutation: inout Mutation) -> String {
        let objects = (0..<(1 + mutation.below(5))).map { _ in object(&mutation) }
        return format == .json ? "[" + objects.joined(separator: ",\n") + "]" : objects.joined(separator: "\n")
    }

    private static func blank(_ mutation: inout Mutation) -> String { mutation.one(of: ["", "", " ", "\t", " \r "]) }
}
