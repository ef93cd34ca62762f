import Testing

@testable import Journal
@testable import SurfLanguage

struct MentionMatchTests {
    static let lists: [(String, [String])] = [
        ("#Glassy #glassy", ["Glassy"]), ("#glassy #Glassy #GLASSY", ["glassy"]),
        ("#Café #cafe #solo", ["Café", "solo"]),
        ("#solo #Glassy #dawnie #glassy #Dawnie", ["solo", "Glassy", "dawnie"]), ("#dawn #dawnie", ["dawn", "dawnie"]),
        ("@Glassy", []),
    ]

    @Test(arguments: lists)
    func `notes list each tag once, as written first, whatever its case and accents`(notes: String, tags: [String]) {
        #expect(MentionMatch.names(.tag, in: notes) == tags)
    }

    @Test func `notes that are absent mention nothing`() {
        #expect(MentionMatch.names(.person, in: nil) == [])
    }

    @Test func `each mention of a name is replaced, in any case, and nothing else`() {
        var notes = "a #dawnie, #Dawnie #dawniepatrol x#dawnie #DAWNIE!"
        let replaced = notes.withUTF8 { MentionMatch(.tag, "dawnie").replaced(in: $0, by: "dawn") }
        #expect(replaced == "a #dawn, #dawn #dawniepatrol x#dawnie #dawn!")
        #expect(notes.withUTF8 { MentionMatch(.tag, "solo").replaced(in: $0, by: "alone") } == nil)
    }
}
