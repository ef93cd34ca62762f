import Testing

@Suite struct BehavioursTests {
    /// How many behaviours may be without a test; the number only ever falls.
    static let mostToCome = 0

    private let wanted: [String]
    private let toCome: [String]
    private let named: Set<String>

    init() throws {
        wanted = try Behaviours.identifiers(listedIn: Behaviours.listPath)
        toCome = try Behaviours.identifiers(listedIn: Behaviours.toComePath)
        named = try Behaviours.named()
    }

    @Test func `every behaviour is named by a test, or listed as one to come`() {
        #expect(wanted.filter { !named.contains($0) && !toCome.contains($0) } == [])
    }

    @Test func `a behaviour that a test names is no longer listed as one to come`() {
        #expect(toCome.filter(named.contains) == [], "take them out of \(Behaviours.toComePath)")
    }

    @Test func `the behaviours to come are wanted ones, and do not grow`() {
        #expect(Set(toCome).subtracting(wanted) == [])
        #expect(toCome.count == Set(toCome).count)
        #expect(toCome.count <= Self.mostToCome)
    }

    @Test func `the list says each behaviour once, in a sentence`() throws {
        let lines = try Behaviours.list(Behaviours.listPath)
        #expect(Dictionary(grouping: wanted, by: \.self).filter { $1.count > 1 }.keys.sorted() == [])
        #expect(lines.filter { Behaviours.identifiers(in: $0).isEmpty || $0.split(separator: " ").count < 4 } == [])
    }

    @Test(arguments: [
        ("/// XYZ-01: what it does", ["XYZ-01"]), ("func `it does, XY-02 and WXYZ-03b`()", ["XY-02", "WXYZ-03b"]),
        ("(B-XYZ-04), XYZ-05.", ["B-XYZ-04", "XYZ-05"]), ("XYZ-06/07", ["XYZ-06"]), ("BXYZ-08", ["BXYZ-08"]),
        ("SHA-256 UTF-8 V-01 VWXYZ-01 AXYZ-1 xyz-01 C-XYZ-09 XYZ-010 XYZ-01B", []), ("", []),
    ])
    func `an ID is told from what looks like it`(text: String, identifiers: [String]) {
        #expect(Behaviours.identifiers(in: text) == Set(identifiers))
    }
}
