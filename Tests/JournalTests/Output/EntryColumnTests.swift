import Testing

@testable import Journal

struct EntryColumnTests {
    @Test func `names and aliases tell columns`() {
        #expect(EntryColumn(name: "rev") == .rev)
        #expect(EntryColumn(name: "spot") == .field(.location))
        #expect(EntryColumn(name: "swell") == nil)
    }
}
