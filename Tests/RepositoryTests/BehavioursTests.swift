import Testing

@Suite struct BehavioursTests {
    @Test func `every behaviour is named by a test`() throws {
        let named = try Behaviours.named()
        #expect(try Behaviours.identifiers().filter { !named.contains($0) } == [])
    }

    @Test func `the list has each behaviour once, in a sentence`() throws {
        let lines = try Behaviours.list()
        let repeated = Dictionary(grouping: try Behaviours.identifiers(), by: \.self).filter { $1.count > 1 }
        #expect(repeated.keys.sorted() == [])
        #expect(lines.filter { Behaviours.identifiers(in: $0).isEmpty || $0.split(separator: " ").count < 4 } == [])
    }

    @Test(arguments: [
        ("/// XYZ-01: what it does", ["XYZ-01"]), ("func `it does, XY-02 and WXYZ-03b`()", ["XY-02", "WXYZ-03b"]),
        ("(B-XYZ-04), XYZ-05.", ["B-XYZ-04", "XYZ-05"]), ("XYZ-06/07", ["XYZ-06"]), ("BXYZ-08", ["BXYZ-08"]),
        ("SHA-256 UTF-8 V-01 VWXYZ-01 AXYZ-1 xyz-01 C-XYZ-09 XYZ-010 XYZ-01B", []), ("", []),
    ])
    func `an ID is distinguished from similar words`(text: String, identifiers: [String]) {
        #expect(Behaviours.identifiers(in: text) == Set(identifiers))
    }
}
