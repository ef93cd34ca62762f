import Foundation
import Testing

@testable import Journal
@testable import JournalTransfer
@testable import SurfLanguage

private let zone = TimeZone(identifier: "America/Los_Angeles")!

struct JSONWriterTests {
    private func json(_ record: EntryRecord, fields: [EntryField] = EntryField.firstModel) -> String {
        var writer = JSONWriter()
        var dates = ISODateWriter(zone: zone)
        writer.value(.object(JSONObject(record, columns: EntryColumn.json(fields: fields), &dates)))
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func `an entry has its keys in a fixed order`() {
        let expected =
            #"{"id":5001,"rev":1,"date":"2026-09-12T07:00:00-07:00","location":"Malibu","height":"4ft","period":"12s","#
            + #""wind":"offshore 5kts","rating":5,"sample":false}"#
        #expect(json(entry) == expected)
    }

    @Test func `absent values are null, and later fields follow`() {
        let expected =
            #"{"id":1,"rev":2,"date":null,"location":null,"height":null,"period":null,"wind":null,"rating":null,"#
            + #""sample":true,"notes":null,"timeZone":null,"board":null,"tide":null,"crowd":null,"waves":null,"#
            + #""duration":null,"swellHeight":null,"swellPeriod":null,"swellDirection":null,"waterTemperature":null,"#
            + #""tags":[],"people":[]}"#
        #expect(
            json(EntryRecord(id: 1, rev: 2, sample: true, values: EntryValues()), fields: EntryField.allCases)
                == expected)
    }

    @Test func `any text can be read by Foundation`() throws {
        let text = (0..<0x80).map { String(Unicode.Scalar($0)) }.joined() + "é波🏄\u{2028}"
        var writer = JSONWriter()
        writer.beginArray()
        writer.value(text)
        writer.endArray()
        let read = try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [String]
        #expect(read == [text])
    }

    @Test func `only quotes, backslashes and characters that control a terminal are escaped`() throws {
        let orders: [ClosedRange<UInt32>] = [
            0...0x1F, 0x22...0x22, 0x5C...0x5C, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x2028...0x202E,
            0x2066...0x2069, 0xFEFF...0xFEFF, 0xFFF9...0xFFFB, 0xE0001...0xE0001,
        ]
        let short: [UInt32: String] = [
            0x08: "\\b", 0x09: "\\t", 0x0A: "\\n", 0x0C: "\\f", 0x0D: "\\r", 0x22: "\\\"", 0x5C: "\\\\",
        ]
        let samples = [UInt32](0...0x30FF) + [UInt32](0xFE00...0xFFFF) + [0x1F3C4, 0xE0001, 0xE0002, 0xE0067, 0x10FFFF]
        for scalar in samples.compactMap(Unicode.Scalar.init) {
            var writer = JSONWriter()
            writer.value(String(scalar))
            let units = String(scalar).utf16.map { "\\u" + String(UInt32($0) + 0x10000, radix: 16).suffix(4) }.joined()
            let isOrder = orders.contains { $0.contains(scalar.value) }
            let expected = isOrder ? short[scalar.value] ?? units : String(scalar)
            #expect(Array(writer.bytes) == Array("\"\(expected)\"".utf8))
        }
    }

    @Test func `objects, arrays and numbers are separated by commas`() {
        var writer = JSONWriter()
        writer.beginArray()
        writer.beginObject()
        writer.endObject()
        writer.beginObject()
        writer.key("a")
        writer.beginArray()
        writer.value(1.5)
        writer.value(Double.nan)
        writer.value(2.0)
        writer.endArray()
        writer.key("b")
        writer.value(true)
        writer.endObject()
        writer.value(Int64.min)
        writer.endArray()
        writer.endLine()
        writer.null()
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"[{},{"a":[1.5,null,2],"b":true},-9223372036854775808]"# + "\nnull")
    }
}

struct PlainWriterTests {
    @Test func `cells are separated by tabs and escaped`() {
        var writer = PlainWriter(columns: EntryColumn.csv(fields: EntryField.firstModel), zone: zone)
        var bytes: [UInt8] = []
        var record = entry
        record.values.location = "a\\b\tc\nd\re\"=,"
        record.values.wind = nil
        writer.append(record, to: &bytes)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == "5001\t2026-09-12T07:00:00-07:00\ta\\\\b\\tc\\nd\\re\"=,\t4ft\t12s\t\t5\n")
    }
}

struct TerminalRowsTests {
    private func shown(_ pieces: [[UInt8]]) -> String {
        var rows = TerminalRows()
        let bytes = pieces.flatMap { rows.shown($0) } + rows.shown([], isLast: true)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("a\tb\n", "a\tb\n"), ("a\r\nb", "a\r\nb"), ("a\rb", "a\u{240D}b"), ("a\r", "a\u{240D}"),
        ("\u{1B}[2J", "\u{241B}[2J"), ("\u{9B}1m\u{202E}\u{7F}", "\u{FFFD}1m\u{FFFD}\u{2421}"), ("é波🏄🏽‍♂️", "é波🏄🏽‍♂️"),
    ])
    func `control characters are shown as symbols and rows stay rows, in any pieces`(text: String, expected: String) {
        let bytes = Array(text.utf8)
        #expect(shown([bytes]) == expected)
        for cut in bytes.indices { #expect(shown([Array(bytes[..<cut]), Array(bytes[cut...])]) == expected) }
        #expect(shown(bytes.map { [$0] }) == expected)
    }

    @Test func `invalid UTF-8 does not reach the terminal`() {
        #expect(shown([[0x41, 0x9B, 0x42], [0xF0, 0x9F]]) == "A\u{FFFD}B\u{FFFD}")
    }
}
