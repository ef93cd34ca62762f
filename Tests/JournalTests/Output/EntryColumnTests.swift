import Testing

@testable import Journal

struct EntryColumnTests {
    @Test func `columns are found by name and alias`() {
        #expect(EntryColumn(name: "rev") == .rev)
        #expect(EntryColumn(name: "spot") == .field(.location))
        #expect(EntryColumn(name: "swell") == nil)
    }
}
