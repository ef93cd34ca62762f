import Foundation
import TestSupport
import Testing

@testable import Journal
@testable import JournalTransfer

/// All pieces of a text that arrives a few bytes at a time.
private func pieces(_ text: String, isArray: Bool, size: Int = 1_000) throws -> [JSONPiece] {
    var reader = JSONPieces(isArray ? .array : .lines)
    var found: [JSONPiece] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
        reader.append(bytes[start..<min(start + size, bytes.count)])
        while let piece = try reader.next() { found.append(piece) }
    }
    reader.finish()
    while let piece = try reader.next() { found.append(piece) }
    return found
}

struct JSONPiecesTests {
    @Test(arguments: [1, 2, 3, 7, 1_000])
    func `the elements of an array do not depend on the pieces in which it arrives`(size: Int) throws {
        let text = " [\n{\"a\":\"],{\\\"\\\\\"},\r\n\n {\"b\":[1,{}]} , 7\n]\n "
        let found = try pieces(text, isArray: true, size: size)
        #expect(
            found.map { String(decoding: $0.raw, as: UTF8.self) } == ["{\"a\":\"],{\\\"\\\\\"}", "{\"b\":[1,{}]}", "7"])
        #expect(found.map(\.line) == [2, 4, 4])
    }

    @Test(arguments: [1, 3, 1_000])
    func `each line is an object, blank lines are skipped, and the last may be incomplete`(size: Int) throws {
        let found = try pieces("{\"a\":1}\r\n\n  {\"b\":2}  \n{", isArray: false, size: size)
        #expect(found.map { String(decoding: $0.raw, as: UTF8.self) } == ["{\"a\":1}", "{\"b\":2}", "{"])
        #expect(found.map(\.line) == [1, 3, 4])
    }

    @Test(arguments: ["", " \n"])
    func `blank text has no objects`(text: String) throws {
        #expect(try pieces(text, isArray: false).isEmpty)
    }

    @Test func `an empty array has no elements`() throws {
        #expect(try pieces(" [ \n ] ", isArray: true).isEmpty)
    }

    @Test(arguments: [
        ("", 1, JSONBreak.noArray), ("{}", 1, .noArray), ("[\n{}", 2, .unclosed), ("[{},\n{\"a\":\"x]", 2, .unclosed),
        ("[{}\n{}]", 0, .strayText), ("[,{}]", 1, .strayText), ("[{},]", 1, .strayText), ("[{}] x", 1, .strayText),
    ])
    func `a broken array is reported with its line`(text: String, line: Int, place: JSONBreak) {
        // Two objects without a comma between them form one element, which is not an object.
        if line == 0 {
            #expect(throws: Never.self) { try pieces(text, isArray: true) }
            #expect(throws: JSONError.malformed) { try JSONReader.value(Array("{}\n{}".utf8)) }
            return
        }
        #expect { try pieces(text, isArray: true) } throws: { error in
            guard case ImportError.broken(line, place)? = error as? ImportError else { return false }
            return true
        }
    }
}

struct JSONReaderTests {
    private func object(_ bytes: [UInt8]) -> JSONObject? { try? JSONReader.value(bytes).object }
    private func object(_ text: String) -> JSONObject? { object(Array(text.utf8)) }

    @Test func `members are read in order with their values as written`() throws {
        let object = try #require(
            self.object(
                " { \"a\" : \"x\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83C\\udf0a\" , \"b\":-1.50e+3,\"c\":null,\"d\":[{\"]\":1}],\"e\":true } "
            ))
        #expect(object.members.map(\.key) == ["a", "b", "c", "d", "e"])
        #expect(
            object.members.map(\.value) == [
                .string("x\"\\/\u{08}\u{0C}\n\r\té🌊"), .number("-1.50e+3"), .null, [["]": .number("1")]], .bool(true),
            ])
    }

    @Test(arguments: [
        "", "{", "{}x", "[]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{'a':1}", "{\"a\":01}", "{\"a\":1.}",
        "{\"a\":.5}", "{\"a\":+1}", "{\"a\":1e}", "{\"a\":NaN}", "{\"a\":nul}", "{\"a\":\"\\x\"}", "{\"a\":\"\\u12\"}",
        "{\"a\":\"\\ud800\"}", "{\"a\":\"\\udc00\"}", "{\"a\":\"\\ud800\\u0041\"}", "{\"a\":\"\n\"}", "{\"a\":[}",
        "{\"a\" 1}",
        "{\"a\":1 \"b\":2}",
    ])
    func `a text that is not an object is refused`(text: String) {
        #expect(object(text) == nil)
    }

    @Test(arguments: UInt8(0)..<0x20, ["", "\\n"])
    func `a control character in a string must be escaped`(code: UInt8, before: String) {
        let (begin, end) = (Array("{\"a\":\"x\(before)".utf8), Array("y\"}".utf8))
        #expect(object(begin + [code] + end) == nil)
        #expect(object(begin + [0x20] + end) != nil)
    }

    @Test(arguments: [2, 40, 2_000])
    func `a repeated key is refused, in a small object and in a large one`(count: Int) {
        let members = (1..<count).map { "\"k\($0)\":\($0)" } + ["\"k1\":[\"x\"]"]
        let text = "[{\"a\":{" + members.joined(separator: ",") + "}}]"
        #expect(throws: JSONError.repeatedKey("k1", .array([.string("x")]))) { try JSONReader.value(Array(text.utf8)) }
    }

    @Test func `a document may not be nested too deep or have too many values`() throws {
        let nested = { count in
            Array((String(repeating: "[", count: count) + String(repeating: "]", count: count)).utf8)
        }
        #expect(throws: Never.self) { try JSONReader.value(nested(128)) }
        #expect(throws: JSONError.malformed) { try JSONReader.value(nested(129)) }
        #expect(throws: JSONError.malformed) { try JSONReader.value(nested(1_000_000)) }
        let million = "[" + String(repeating: "1,", count: 1_000_000) + "1]"
        #expect(throws: JSONError.tooLarge) { try JSONReader.value(Array(million.utf8)) }
    }

    @Test func `a number keeps its text`() throws {
        let document = try JSONReader.value(Array("[4.50, 12345678901234567890]".utf8))
        #expect(document == [.number("4.50"), .number("12345678901234567890")])
        #expect(String(decoding: document.line, as: UTF8.self) == "[4.50,12345678901234567890]\n")
    }

    @Test func `bytes that are not UTF-8 are not an object`() {
        #expect(object(Array("{\"a\":\"".utf8) + [0xFF] + Array("\"}".utf8)) == nil)
    }

    /// Foundation reads the same strings and numbers.
    @Test func `our reader and Foundation read our writer's output alike`() throws {
        let pieces = ["\"", "\\", "\n", "\u{01}", "é", "🌊", "a", "/", "\u{7F}", "{", "}"]
        var random = SplitMix(state: 3)
        for _ in 0..<500 {
            let text = (0..<Int(random.next() % 8)).map { _ in pieces[Int(random.next() % 11)] }.joined()
            var json = JSONWriter()
            json.beginObject()
            json.key(text)
            json.value(text)
            json.endObject()
            let read = try #require(object(json.bytes))
            #expect(read.members.map(\.key) == [text])
            #expect(read.members.map(\.value) == [.string(text)])
            let theirs = try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: String]
            #expect(theirs == [text: text])
        }
    }
}
