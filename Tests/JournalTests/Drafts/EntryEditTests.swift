import Foundation
import Testing

@testable import Journal
@testable import SurfLanguage

struct EntryEditTests {
    /// A draft of an earlier version.
    private let old =
        #"{"format":1,"model":1,"store":"8A6E","entry":5001,"rev":3,"since":"810914400.25","#
        + #""base":{"date":"363215648.859691","location":"Malibu","wind":"5kts","rating":1},"#
        + #""changes":{"height":"4ft","wind":null}}"# + "\n"

    private func readBack(_ content: EntryEdit) throws -> EntryEdit {
        try #require(EntryEdit(content.bytes))
    }

    @Test func `a draft is one JSON object with a checksum at its end`() {
        let text = old.dropLast(2) + #","sum":"3302e459cd1ec811"}"# + "\n"
        #expect(String(decoding: someDraft.bytes, as: UTF8.self) == text)
    }

    @Test func `a draft of an earlier version has no checksum and is read`() {
        #expect(EntryEdit(Array(old.utf8)) == someDraft)
    }

    @Test func `a draft in which any bit is flipped is not read`() {
        let bytes = someDraft.bytes
        for index in bytes.indices {
            for bit in 0..<8 {
                var flipped = bytes
                flipped[index] ^= 1 << UInt8(bit)
                #expect(EntryEdit(flipped) == nil, "bit \(bit) of byte \(index)")
            }
        }
    }

    @Test func `a draft that was cut, or in which a byte is missing, is not read`() {
        let bytes = someDraft.bytes
        for index in bytes.indices.dropLast() {
            var missing = bytes
            missing.remove(at: index)
            #expect(EntryEdit(missing) == nil && EntryEdit(Array(bytes[..<index])) == nil, "byte \(index)")
        }
    }

    @Test func `a draft is read back as it was written`() throws {
        #expect(try readBack(someDraft) == someDraft)
    }

    @Test func `a draft of a new entry has no entry ID and no base`() throws {
        let add = EntryEdit(
            entryID: nil, baseRev: 0, base: EntryValues(), changes: [.notes: .text("")], storeUUID: "", since: 0)
        #expect(try readBack(add) == add)
    }

    @Test func `a cleared field differs from an unchanged one`() throws {
        let changes = try readBack(someDraft).changes
        #expect(Set(changes.keys) == [.wind, .height])
        #expect(changes.filter { $0.value == nil }.map(\.key) == [.wind])
    }

    @Test(arguments: [
        0.1 + 0.2, -0.0, .pi * 1e300, .leastNonzeroMagnitude, -.greatestFiniteMagnitude, .infinity, 1e15,
        363_215_648.859691,
        9_007_199_254_740_992,
    ])
    func `dates are read back bit for bit`(date: Double) throws {
        var content = someDraft
        (content.base.date, content.since) = (date, date)
        content.changes[.date] = .some(.date(date.nextUp))
        let read = try readBack(content)
        #expect(read.base.date?.bitPattern == date.bitPattern)
        #expect(read.since.bitPattern == date.bitPattern)
        #expect(read.changes[.date] == .some(.date(date.nextUp)))
    }

    @Test(arguments: [
        "", " \t\n\r", "\u{1}\u{1F}\u{7F}\u{0}", "e\u{301} é", "\\\"/\u{2028}", "🏄🏽‍♀️\u{FFFF}\u{10FFFF}", "\\ud800",
        "\u{FEFF}a\u{FFFD}",
    ])
    func `texts are read back byte for byte`(text: String) throws {
        var content = someDraft
        content.base.location = text
        content.changes[.notes] = .some(.text(text))
        let read = try readBack(content)
        #expect(read.base.location.map { Array($0.utf8) } == Array(text.utf8))
        guard case .text(let notes)?? = read.changes[.notes] else { throw NoText() }
        #expect(Array(notes.utf8) == Array(text.utf8))
    }

    private struct NoText: Error {}

    @Test(arguments: [
        (#""format":1"#, #""format":2"#), (#""model":1"#, #""model":3"#), (#""format":1"#, #""format":1.5"#),
        (#""rev":3"#, #""rev":-1"#), (#""entry":5001"#, #""entry":0"#), (#""entry":5001"#, #""entry":"5001""#),
        (#""entry":5001"#, #""entry":9223372036854775808"#), (#""rating":1"#, #""rating":32768"#),
        (#""rating":1"#, #""rating":"1""#), (#""height":"4ft""#, #""height":4"#), (#""height""#, #""swell""#),
        (#""since":"810914400.25""#, #""since":"now""#), (#""date":"363215648.859691""#, #""date":"x""#),
        (#""store":"8A6E","#, ""), (#""base":{"#, #""base":[{"#), ("}\n", ""), ("{", "\u{0}{"), ("Malibu", #"\ud800"#),
    ])
    func `JSON that is not a draft of this format is refused`(part: String, other: String) {
        #expect(old.contains(part))
        let range = old.range(of: part)!
        #expect(EntryEdit(Array(old.replacingCharacters(in: range, with: other).utf8)) == nil)
    }

    @Test(arguments: ["", "null", "[]", "{}", "\u{FF}", "{\"format\":1", String(repeating: "[", count: 100_000)])
    func `any other content is refused`(text: String) {
        #expect(EntryEdit(Array(text.utf8)) == nil)
    }

    @Test func `bytes that are not UTF-8 are refused`() {
        let bytes = Array(old.utf8).map { $0 == UInt8(ascii: "M") ? 0xFF : $0 }
        #expect(EntryEdit(bytes) == nil)
    }
}
