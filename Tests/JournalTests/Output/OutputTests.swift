import Foundation
import Testing

@testable import Journal

private let zone = TimeZone(identifier: "America/Los_Angeles")!

struct JSONWriterTests {
    private func json(_ record: EntryRecord, fields: [EntryField] = EntryField.firstModel) -> String {
        var writer = JSONWriter()
        var dates = ISODateWriter(zone: zone)
        writer.entry(record, columns: EntryColumn.json(fields: fields), &dates)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func `an entry has its keys in their order`() {
        let expected =
            #"{"id":5001,"rev":1,"date":"2026-09-12T07:00:00-07:00","location":"Malibu","height":"4ft","period":"12s","#
            + #""wind":"offshore 5kts","rating":5,"sample":false}"#
        #expect(json(entry) == expected)
    }

    @Test func `absent values are null and later fields follow`() {
        let expected =
            #"{"id":1,"rev":2,"date":null,"location":null,"height":null,"period":null,"wind":null,"rating":null,"#
            + #""sample":true,"notes":null,"timeZone":null,"board":null,"tide":null,"crowd":null,"waves":null,"#
            + #""duration":null,"swellHeight":null,"swellPeriod":null,"swellDirection":null,"waterTemperature":null}"#
        #expect(
            json(EntryRecord(id: 1, rev: 2, sample: true, values: EntryValues()), fields: EntryField.allCases)
                == expected)
    }

    @Test func `any text is read back by another reader`() throws {
        let text = (0..<0x80).map { String(Unicode.Scalar($0)) }.joined() + "é波🏄\u{2028}"
        var writer = JSONWriter()
        writer.beginArray()
        writer.value(text)
        writer.endArray()
        let read = try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [String]
        #expect(read == [text])
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
