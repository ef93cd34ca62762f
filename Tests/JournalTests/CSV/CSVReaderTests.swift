import Foundation
import TestSupport
import Testing

@testable import Journal
@testable import JournalTransfer
@testable import SurfLanguage

/// All rows of a text that arrives in pieces of `size` bytes; throws at the first error.
private func rows(_ text: some Sequence<UInt8>, size: Int = 1000) throws -> [CSVRow] {
    var reader = CSVReader()
    var rows: [CSVRow] = []
    let bytes = Array(text)
    for start in stride(from: 0, to: bytes.count, by: size) {
        reader.append(bytes[start..<min(start + size, bytes.count)])
        while let row = try reader.next() { rows.append(row) }
    }
    reader.finish()
    while let row = try reader.next() { rows.append(row) }
    return rows
}

struct CSVReaderTests {
    @Test(arguments: [1, 2, 3, 7, 1000])
    func `the rows do not depend on the pieces in which the text arrives`(size: Int) throws {
        let text = "id,place\r\n1,\"a, \"\"b\"\"\r\nc\"\n\n2,\r3,6'2\" é\n,"
        let rows = try rows(text.utf8, size: size)
        #expect(
            rows.map(\.cells) == [["id", "place"], ["1", "a, \"b\"\r\nc"], ["2", ""], ["3", "6'2\" é"], ["", ""]])
        #expect(rows.map(\.line) == [1, 2, 5, 6, 7])
    }

    @Test(arguments: ["", "\n", "\r\n\r\n"])
    func `an empty file has no rows`(text: String) throws {
        #expect(try rows(text.utf8).isEmpty)
    }

    @Test func `a row keeps its original bytes`() throws {
        #expect(try rows("a,\"b\nc\"\r\nd".utf8).map(\.raw) == [Array("a,\"b\nc\"".utf8), Array("d".utf8)])
    }

    @Test(arguments: [
        ("a\n\"b\nc", CSVError.Reason.unclosedQuote, 2), ("a\n\n\"b\"c,d\n", .textAfterQuote, 3),
    ])
    func `a row that is not valid CSV is reported with its line`(text: String, reason: CSVError.Reason, line: Int) {
        #expect { try rows(text.utf8) } throws: {
            guard let error = $0 as? CSVError else { return false }
            return error.reason == reason && error.line == line
        }
    }

    @Test func `reading continues after a bad row`() throws {
        var reader = CSVReader()
        reader.append(Array("\"a\"x\n".utf8) + [0xFF, 0x0A] + Array("b\n".utf8))
        reader.finish()
        #expect(throws: CSVError(reason: .textAfterQuote, line: 1, raw: Array("\"a\"x".utf8))) { try reader.next() }
        #expect(throws: CSVError(reason: .notUTF8, line: 2, raw: [0xFF])) { try reader.next() }
        #expect(try reader.next()?.cells == ["b"])
        #expect(try reader.next() == nil)
    }

    @Test(arguments: CSVDialect.allCases)
    func `written CSV is read back unchanged`(dialect: CSVDialect) throws {
        let pieces = ["'", "=", "-", "4", ".", "e", "\"", ",", "\n", "\r", "\r\n", "\t", " ", "é", "波", "@"]
        var random = SplitMix(state: 11)
        let columns = dialect.columns(fields: EntryField.firstModel)
        var writer = CSVWriter(dialect, columns: columns, zone: TimeZone(identifier: "UTC")!)
        let cells = CellReader(columns: columns, dates: losAngeles())
        for _ in 0..<2000 {
            func text() -> String? {
                let text = (0..<Int(random.next() % 5)).map { _ in pieces[Int(random.next() % 16)] }.joined()
                return text.isEmpty ? nil : text
            }
            let values = EntryValues(date: 5, location: text(), height: text(), period: text(), wind: text(), rating: 3)
            var bytes: [UInt8] = []
            writer.append(EntryRecord(id: 7, values: values), to: &bytes)
            let read = try rows(bytes)
            #expect(read.count == 1)
            #expect(try cells.read(read[0]).values.isSame(as: values))
        }
    }
}

struct CellReaderTests {
    private let reader = CellReader(columns: [.id, nil, .field(.location), .field(.rating), .rev], dates: losAngeles())

    @Test func `cells become an ID and values, and empty cells become absent values`() throws {
        let row = try reader.read(rows("7,x,'=a,,9".utf8)[0])
        #expect(row.id == 7 && row.values == EntryValues(location: "=a"))
        #expect(try reader.read(rows(",,,,".utf8)[0]).id == nil)
    }

    @Test(arguments: [
        ("1", RowProblem.cellCount(found: 1, expected: 5)), ("x,,,,", .notAnID), ("0,,,,", .notAnID),
        ("1,,a,6,", .field(.notARating("6"))), ("1,,a\0,,", .field(.containsNUL(.location))),
        ("99999999999999999999,,,,", .notAnID), ("9007199254740993,,,,", .notAnID),
    ])
    func `a bad cell is reported`(text: String, problem: RowProblem) throws {
        let row = try rows(text.utf8)[0]
        let problems = #expect(throws: RowProblems.self) { try reader.read(row) }
        #expect(problems?.problems.map(\.problem) == [problem])
    }
}
