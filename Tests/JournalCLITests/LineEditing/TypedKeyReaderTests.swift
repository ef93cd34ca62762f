import Testing

@testable import JournalCLI

struct TypedKeyReaderTests {
    /// The keys that bytes are read as; each part arrives only after the previous ones were read.
    private func keys(_ parts: [[UInt8]]) -> [TypedKey] {
        let feed = Feed(parts)
        var reader = TypedKeyReader(TypedKeyReader.Source(next: feed.next, isReady: { _ in feed.isReady }))
        var keys: [TypedKey] = []
        while true {
            let key = reader.next()
            if key == .end { return keys }
            keys.append(key)
        }
    }

    private final class Feed {
        private var parts: [[UInt8]]

        init(_ parts: [[UInt8]]) { self.parts = parts }

        var isReady: Bool { parts.first.map { !$0.isEmpty } ?? true }

        func next() -> UInt8? {
            while let part = parts.first, part.isEmpty { parts.removeFirst() }
            return parts.isEmpty ? nil : parts[0].removeFirst()
        }
    }

    private func keys(_ text: String...) -> [TypedKey] { keys(text.map { Array($0.utf8) }) }

    @Test func `letters and control keys arrive one by one`() {
        #expect(keys("ab\r\u{3}") == [.character("a"), .character("b"), .control("\r"), .control("\u{3}")])
    }

    @Test func `scalars that arrive together form one character`() {
        #expect(keys("e\u{301}漢👨‍👩‍👧x") == [.character("e\u{301}"), .character("漢"), .character("👨‍👩‍👧"), .character("x")])
        #expect(keys("e", "\u{301}") == [.character("e"), .character("\u{301}")])
        #expect(keys("🇵🇹🇪🇸") == [.character("🇵🇹"), .character("🇪🇸")])
    }

    @Test func `a carriage return and a newline are two keys`() {
        #expect(keys("\r\n") == [.control("\r"), .control("\n")])
    }

    @Test func `Escape is a key of its own, and sequences of other keys are passed on unchanged`() {
        #expect(keys("\u{1B}") == [.control("\u{1B}")])
        #expect(keys("\u{1B}[A") == [.control("\u{1B}"), .character("["), .character("A")])
        #expect(keys("\u{1B}[2~") == [.control("\u{1B}"), .character("["), .character("2"), .character("~")])
        #expect(keys("\u{1B}\u{1B}") == [.control("\u{1B}"), .control("\u{1B}")])
    }

    @Test func `a paste is one key`() {
        #expect(keys("\u{1B}[200~a\r\u{1B}[Ab\u{1B}[201~c") == [.paste("a\r\u{1B}[Ab"), .character("c")])
        #expect(keys("\u{1B}[200~a", "b\u{1B}[20", "1~") == [.paste("ab")])
        #expect(keys("\u{1B}[200~a\u{3}b") == [.control("\u{3}"), .character("b")])
    }

    @Test(
        arguments: [([0xFF, 0x61], "\u{FFFD}"), ([0xC3, 0x61], "\u{FFFD}"), ([0xE6, 0xBC], "\u{FFFD}")]
            as [([UInt8], Character)])
    func `invalid UTF-8 becomes a replacement character, and nothing after it is lost`(bytes: [UInt8], first: Character)
    {
        let keys = keys([bytes])
        #expect(keys.first == .character(first))
        #expect(keys.contains(.character("a")) == bytes.contains(0x61))
    }

    @Test func `control characters of the upper range are ignored`() {
        #expect(keys("a\u{9B}b\u{9F}") == [.character("a"), .character("b")])
    }
}
