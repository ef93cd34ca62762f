import Testing

@testable import SurfLanguage

struct MentionTests {
    @Test(arguments: [
        ("#dawnie", ["dawnie"]), ("glassy #dawnie, #solo", ["dawnie", "solo"]),
        ("(#dawnie) \"#solo\"", ["dawnie", "solo"]),
        ("#dawnie.", ["dawnie"]), ("#a-b_c1", ["a-b_c1"]), ("#dawnie-", ["dawnie"]),
        ("#2ndreef #60fps", ["2ndreef", "60fps"]),
        ("#größe #波 #é\u{301}té", ["größe", "波", "é\u{301}té"]), ("one\n#two\t#three", ["two", "three"]),
        ("—#dash «#quote»", ["dash", "quote"]), ("#one#two", ["one"]), ("#a,#b;#c", ["a", "b", "c"]),
        ("#1 #12-3 #_ #- # #", []), ("https://x.org/#top page#top", []), ("C# c#sharp ##two", []), ("", []),
    ])
    func `a tag is a word that begins with # and has a letter`(notes: String, tags: [String]) {
        #expect(MentionKind.tag.names(in: notes) == tags)
    }

    @Test(arguments: [
        ("with @ana and @ben", ["ana", "ben"]), ("@ana's board", ["ana"]), ("@big-wave-dave", ["big-wave-dave"]),
        ("ana@example.org", []), ("https://medium.com/@ana", []), ("@14s @6am @ 14", []), ("@José", ["José"]),
        ("@@ana", []), ("a @", []),
    ])
    func `a person is a word that begins with @ and a letter`(notes: String, people: [String]) {
        #expect(MentionKind.person.names(in: notes) == people)
    }

    @Test func `bytes that are not UTF-8 end a name`() {
        let bytes: [UInt8] = Array("#da".utf8) + [0xFF] + Array("wn \u{e9}".utf8) + [0xC3, 0x23] + Array("x".utf8)
        bytes.withUnsafeBufferPointer { bytes in
            var reader = MentionReader(.tag, bytes)
            #expect(reader.next() == 1..<3)
            #expect(reader.next() == nil)
        }
    }

    @Test(arguments: [
        ("dawnie", "dawnie"), ("#dawnie", "dawnie"), ("", nil), ("#", nil), ("two words", nil), ("dawnie-", nil),
        ("12", nil), ("a,b", nil), ("##a", nil),
    ])
    func `a typed tag may have its sign`(text: String, name: String?) { #expect(MentionKind.tag.name(text) == name) }
}
